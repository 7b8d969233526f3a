// Tested by tests/unit/wire/formats/nccl_tests/read_text_test.cc
#include "wire/formats/nccl_tests/errors.h"

#include <array>

namespace busbar::wire {
namespace {

// A job of thousands of ranks repeats itself; the first failures are the telling ones.
constexpr std::size_t kErrorsMax = 200;
constexpr std::size_t kTextMax = 400;

struct Failure {
  std::string_view mark;
  std::string_view category;
};

// "HOST: Test CUDA failure common.cu:1030 'message'": the text begins at the mark.
constexpr std::array kTestFailures{
    Failure{"Test CUDA failure", "cuda_error"}, Failure{"Test NCCL failure", "nccl_error"},
    Failure{"Test HIP failure", "hip_error"},   Failure{"Test CURAND failure", "cuda_error"},
    Failure{"Test timeout", "timeout"},
};

// Whole lines, whatever stands before the mark.
constexpr std::array kLauncherFailures{
    Failure{"exited on signal", "mpi_abort"},
    Failure{"MPI_ABORT was invoked", "mpi_abort"},
    Failure{"APPLICATION TERMINATED WITH THE EXIT STRING", "mpi_abort"},
    Failure{"BAD TERMINATION OF ONE OF YOUR APPLICATION PROCESSES", "mpi_abort"},
    Failure{"srun: error:", "slurm_error"},
    Failure{"slurmstepd: error:", "slurm_error"},
    Failure{"Segmentation fault", "crash"},
    Failure{"Invalid number of GPUs", "bad_arguments"},
    Failure{"invalid size specified for", "bad_arguments"},
    Failure{"# error: ", "nccl_error"},
};

std::string_view host_before(std::string_view line, std::size_t at) {
  std::string_view head = trimmed(line.substr(0, at));
  if (!head.ends_with(':')) return {};
  head.remove_suffix(1);
  const std::size_t blank = head.find_last_of(" \t");
  return blank == std::string_view::npos ? head : head.substr(blank + 1);
}

}  // namespace

void NcclErrorReader::add(std::uint64_t line, std::string_view category, std::string_view text,
                          std::string_view host) {
  if (errors_.size() >= kErrorsMax) return;
  errors_.push_back({line, std::string(category), std::string(trimmed(text).substr(0, kTextMax)),
                     std::string(host)});
}

bool NcclErrorReader::read_test_failure(std::string_view line, std::uint64_t number) {
  for (const Failure& failure : kTestFailures) {
    const std::size_t at = line.find(failure.mark);
    if (at == std::string_view::npos) continue;
    add(number, failure.category, line.substr(at), host_before(line, at));
    return true;
  }
  // " .. HOST pid N: Test failure common.cu:937", the trace of how a failure went up.
  const std::size_t dots = line.find(".. ");
  if (dots == std::string_view::npos || !contains(line, "Test failure")) return false;
  const auto words = words_of(line.substr(dots + 3));
  std::string_view host = words.empty() ? std::string_view() : words.front();
  if (host.ends_with(':')) host.remove_suffix(1);
  add(number, "test_failure", line.substr(dots), host);
  return true;
}

bool NcclErrorReader::read_launcher(std::string_view line, std::uint64_t number) {
  if (const auto name = behind(line, "Process name:")) {
    process_name_ = "Process name: " + std::string(trimmed(*name));
    return true;
  }
  if (const auto code = behind(line, "Exit code:"); code && !process_name_.empty()) {
    add(number, "mpi_abort", process_name_ + " Exit code: " + std::string(trimmed(*code)), {});
    process_name_.clear();
    return true;
  }
  for (const Failure& failure : kLauncherFailures) {
    if (!contains(line, failure.mark)) continue;
    add(number, failure.category, line, {});
    return true;
  }
  return false;
}

bool NcclErrorReader::read(std::string_view line, std::uint64_t number) {
  return read_test_failure(line, number) || read_launcher(line, number);
}

std::vector<NcclError> NcclErrorReader::take() {
  return std::move(errors_);
}

}  // namespace busbar::wire
