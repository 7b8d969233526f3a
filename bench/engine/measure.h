#pragma once
// Measures one cell: warm-up, calibration, samples until the rule says enough, data check.
// A sample is the maximum over ranks of the time of a batch that began after a barrier, divided by
// the batch; a batch lasts at least 100 µs, so the barrier's skew is a small share of it.
// Collective over the ranks. Threads: one. Errors: a CellFault, the same on every rank.
#include <expected>
#include <optional>

#include "bench/engine/engine.h"
#include "bench/engine/ranks.h"
#include "core/matrix/matrix.h"

namespace busbar::bench {

struct CellFault {
  CellFailure failure = CellFailure::Failed;
  std::string reason;
  std::optional<Measurement> measurement;  // evidence: the times beside wrong data
};

struct Bench {
  Engine& engine;
  Ranks& ranks;
  SamplingPlan sampling;
  bool is_oversubscribed = false;
};

std::expected<Measurement, CellFault> measure(Bench&, const Cell&, CellIndex);

}  // namespace busbar::bench
