#pragma once
// What follows from a run's rows though it is not printed: the collective, the number of ranks, and
// whether the run is whole. Drawn only where exactly one answer fits everything printed:
//   size / (count × element) is the number of ranks where buffers are divided by them, else 1;
//   busbw / algbw is the factor of the collective (nccl-tests doc/PERFORMANCE.md), known as an
//   interval from the digits of every row; the operation and root columns exclude the rest; and
//   only alltoall and sendrecv leave their in-place results unchecked.
// Errors: none; what does not follow is empty. Threads: pure.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wire/formats/nccl_tests/table.h"

namespace busbar::wire {

struct NcclConclusions {
  std::string collective;                   // empty: unknown
  std::string collective_from;              // what it rests on, for people
  std::optional<std::uint64_t> ranks;       // of the job
  std::optional<std::uint64_t> comm_ranks;  // of one communicator: fewer with NCCL_TESTS_SPLIT
  std::string ranks_from;
  std::optional<std::uint64_t> nodes;
  std::vector<std::string> missing;  // of a whole run; empty: it is all there

  bool is_complete() const { return missing.empty(); }
};

NcclConclusions conclude(const NcclRun& run);

// busbw = algbw × factor for nccl-tests' name of a collective; nothing: not a fixed factor.
std::optional<double> nccl_bus_factor(const std::string& collective, std::uint64_t ranks);

// Sizes of a sweep as nccl-tests counts them; nothing: not stated.
std::optional<std::uint64_t> sweep_length(const NcclParameters& parameters);

}  // namespace busbar::wire
