#pragma once
// When a cell has been sampled enough, and how many operations make one sample.
// Threads: pure.
#include <cstdint>
#include <optional>
#include <span>

#include "core/matrix/matrix.h"
#include "core/measurement/measurement.h"
#include "core/units/quantity.h"

namespace busbar {

// Operations in one sample so that a sample is well above the clock's resolution (25 ns) and the
// loop's own cost: at least 100 µs a sample, at most 1000 operations.
std::uint32_t operations_per_sample(Seconds one_operation);

// Nothing: go on. The rule is looked at after each block of samples; blocks grow, so that looking
// often does not turn noise into convergence.
std::optional<StopReason> stop_reason(std::span<const Seconds> samples, Seconds elapsed,
                                      const SamplingPlan& plan);

// The number of samples, in all, at which to look next: samples_min first, then a quarter more than
// now (at least one), never beyond samples_max.
std::uint32_t next_look(std::uint32_t samples_now, const SamplingPlan& plan);

SampleSummary summarize(std::span<const Seconds> samples, std::uint32_t operations_per_sample,
                        StopReason stop, const SamplingPlan& plan);

}  // namespace busbar
