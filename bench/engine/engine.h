#pragma once
// One way to run a cell's operation. The sampling loop knows nothing else of MPI.
// Units: seconds of a monotonic clock. Threads: one. Errors: `prepare` says why a cell cannot run
// on this rank (memory, no such algorithm); after that, `run` cannot fail in an expected way.
// Invariants: prepare before all others; run leaves its result where `check` looks.
#include <cstdint>
#include <string>

#include "bench/engine/pattern.h"
#include "core/error/result.h"
#include "core/matrix/cell.h"
#include "core/measurement/measurement.h"

namespace busbar::bench {

class Engine {
 public:
  virtual ~Engine() = default;
  virtual Seconds now() = 0;
  virtual Result<void> prepare(const Cell&) = 0;
  virtual void run(std::uint32_t operations) = 0;
  virtual void fill() = 0;          // inputs written, output poisoned
  virtual CheckResult check() = 0;  // of every element of this rank's output
  virtual std::string seen() = 0;   // what ran in this rank since prepare, for `used_algorithm`
  virtual Used used_algorithm(const Cell&, const std::vector<std::string>& seen_by_rank) = 0;
  virtual Used used_protocol(const Cell&) = 0;
};

}  // namespace busbar::bench
