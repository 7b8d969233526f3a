#pragma once
// Failures that nccl-tests, rccl-tests and their launchers print: "Test CUDA failure", "Test
// failure", time-outs, aborts of mpirun and srun. Errors: none. Threads: one a text.
// Source of the wording: CUDACHECK, NCCLCHECK, TESTCHECK in src/common.h of nccl-tests; Open MPI's
// help-orterun.txt and help-prun.txt; srun's messages.
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/formats/nccl_tests/table.h"

namespace busbar::wire {

class NcclErrorReader {
 public:
  // True if the line is part of a failure.
  bool read(std::string_view line, std::uint64_t number);
  std::vector<NcclError> take();

 private:
  bool read_test_failure(std::string_view line, std::uint64_t number);
  bool read_launcher(std::string_view line, std::uint64_t number);
  void add(std::uint64_t line, std::string_view category, std::string_view text,
           std::string_view host);

  std::vector<NcclError> errors_;
  std::string process_name_;  // of mpirun's record, whose exit code is on the next line
};

}  // namespace busbar::wire
