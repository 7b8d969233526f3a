#include "core/measurement/sampling.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/statistics/summary.h"

namespace busbar {
namespace {

constexpr double kSampleSecondsMin =
    100e-6;  // 4000 × the clock's 25 ns: reading it costs below 0.1 %
constexpr double kOperationsMax =
    1000;  // a batch of the shortest operations stays near a millisecond

constexpr double kRounding = 1e-6;  // 100 µs / 1 µs is 100, not 101

std::vector<Seconds> sorted(std::span<const Seconds> samples) {
  std::vector<Seconds> copy(samples.begin(), samples.end());
  std::sort(copy.begin(), copy.end());
  return copy;
}

bool has_converged(std::span<const Seconds> samples, const SamplingPlan& plan) {
  if (samples.empty() || samples.size() < plan.samples_min) return false;
  const MedianInterval interval = median_interval(sorted(samples), plan.confidence);
  // Few samples can lie close together by chance: without the coverage asked for nothing is
  // claimed.
  return interval.coverage >= plan.confidence && interval.half_width() <= plan.target_half_width;
}

}  // namespace

std::uint32_t operations_per_sample(Seconds one_operation) {
  if (one_operation.value() <= 0) return static_cast<std::uint32_t>(kOperationsMax);
  const double wanted = std::ceil(kSampleSecondsMin / one_operation.value() - kRounding);
  return static_cast<std::uint32_t>(std::clamp(wanted, 1.0, kOperationsMax));
}

std::optional<StopReason> stop_reason(std::span<const Seconds> samples, Seconds elapsed,
                                      const SamplingPlan& plan) {
  if (has_converged(samples, plan)) return StopReason::Converged;
  if (samples.size() >= plan.samples_max) return StopReason::SampleLimit;
  if (elapsed >= plan.cell_time_max) return StopReason::TimeLimit;
  return std::nullopt;
}

std::uint32_t next_look(std::uint32_t samples_now, const SamplingPlan& plan) {
  if (samples_now >= plan.samples_max) return plan.samples_max;
  const std::uint32_t more = std::max<std::uint32_t>(1, samples_now / 4);
  const std::uint32_t room = plan.samples_max - samples_now;
  return std::min(plan.samples_max, std::max(plan.samples_min, samples_now + std::min(more, room)));
}

SampleSummary summarize(std::span<const Seconds> samples, std::uint32_t operations_per_sample,
                        StopReason stop, const SamplingPlan& plan) {
  const std::vector<Seconds> ordered = sorted(samples);
  const MedianInterval interval = median_interval(ordered, plan.confidence);
  const auto at = [&ordered](double share) { return percentile(ordered, Ratio(share)); };
  return {.count = static_cast<std::uint32_t>(ordered.size()),
          .operations_per_sample = operations_per_sample,
          .median = interval.median,
          .interval_low = interval.low,
          .interval_high = interval.high,
          .confidence = interval.coverage,
          .min = at(0),
          .p5 = at(0.05),
          .p25 = at(0.25),
          .p75 = at(0.75),
          .p95 = at(0.95),
          .p99 = at(0.99),
          .max = at(1),
          .stop = stop};
}

}  // namespace busbar
