#include "core/measurement/sampling.h"

#include <gtest/gtest.h>

#include <vector>

namespace busbar {
namespace {

// Spread evenly over ± half_width of 1 ms.
std::vector<Seconds> spread_samples(std::uint32_t count, Ratio half_width) {
  std::vector<Seconds> samples;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double position = 2.0 * i / (count - 1) - 1;
    samples.emplace_back(1e-3 * (1 + position * half_width.value()));
  }
  return samples;
}

TEST(OperationsPerSample, FillAHundredMicroseconds) {
  EXPECT_EQ(operations_per_sample(Seconds(1e-6)), 100u);
  EXPECT_EQ(operations_per_sample(Seconds(3e-5)), 4u);
  EXPECT_EQ(operations_per_sample(Seconds(1e-3)), 1u);
}

TEST(OperationsPerSample, AreBounded) {
  EXPECT_EQ(operations_per_sample(Seconds(1e-9)), 1000u);
  EXPECT_EQ(operations_per_sample(Seconds(0)), 1000u);
  EXPECT_EQ(operations_per_sample(Seconds(100)), 1u);
}

TEST(StopReasonOf, TightSamplesConverge) {
  EXPECT_EQ(stop_reason(spread_samples(20, Ratio(0.001)), Seconds(0.1), SamplingPlan{}),
            StopReason::Converged);
}

TEST(StopReasonOf, WideSamplesGoOn) {
  EXPECT_EQ(stop_reason(spread_samples(20, Ratio(0.5)), Seconds(0.1), SamplingPlan{}),
            std::nullopt);
}

TEST(StopReasonOf, FewerThanTheLeastNeverConverge) {
  EXPECT_EQ(stop_reason(spread_samples(19, Ratio(0)), Seconds(0.1), SamplingPlan{}), std::nullopt);
}

TEST(StopReasonOf, TooFewForTheConfidenceNeverConverge) {
  SamplingPlan plan;
  plan.samples_min = 2;
  EXPECT_EQ(stop_reason(spread_samples(5, Ratio(0)), Seconds(0.1), plan), std::nullopt);
  EXPECT_EQ(stop_reason(spread_samples(6, Ratio(0)), Seconds(0.1), plan), StopReason::Converged);
}

TEST(StopReasonOf, TimeEndsSamplingEvenWithFew) {
  EXPECT_EQ(stop_reason(spread_samples(3, Ratio(0.5)), Seconds(1.0), SamplingPlan{}),
            StopReason::TimeLimit);
}

TEST(StopReasonOf, SamplesAreBounded) {
  EXPECT_EQ(stop_reason(spread_samples(2000, Ratio(0.9)), Seconds(0.5), SamplingPlan{}),
            StopReason::SampleLimit);
}

TEST(StopReasonOf, ConvergenceAtTheLimitIsStillConvergence) {
  EXPECT_EQ(stop_reason(spread_samples(2000, Ratio(0.001)), Seconds(9), SamplingPlan{}),
            StopReason::Converged);
}

TEST(StopReasonOf, NoSamplesGoOn) {
  EXPECT_EQ(stop_reason({}, Seconds(0), SamplingPlan{}), std::nullopt);
}

TEST(NextLook, StartsAtTheLeastAndGrowsByAQuarter) {
  const SamplingPlan plan;
  EXPECT_EQ(next_look(0, plan), 20u);
  EXPECT_EQ(next_look(20, plan), 25u);
  EXPECT_EQ(next_look(25, plan), 31u);
  EXPECT_EQ(next_look(1000, plan), 1250u);
}

TEST(NextLook, EndsAtTheMostAfterFewLooks) {
  const SamplingPlan plan;
  std::uint32_t looks = 0;
  for (std::uint32_t now = 0; now < plan.samples_max; now = next_look(now, plan)) {
    ASSERT_GT(next_look(now, plan), now);
    ++looks;
  }
  EXPECT_LT(looks, 30u);
  EXPECT_EQ(next_look(2000, plan), 2000u);
}

TEST(NextLook, AdvancesFromOneSample) {
  SamplingPlan plan;
  plan.samples_min = 1;
  EXPECT_EQ(next_look(1, plan), 2u);
}

TEST(NextLook, NeverExceedsTheMostWhateverTheLeast) {
  SamplingPlan plan;
  plan.samples_min = 50;
  plan.samples_max = 10;
  EXPECT_EQ(next_look(0, plan), 10u);
}

TEST(Summarize, OrdersWhatItIsGiven) {
  std::vector<Seconds> samples;
  for (int i = 20; i >= 1; --i) samples.emplace_back(i);
  const SampleSummary summary = summarize(samples, 7, StopReason::SampleLimit, SamplingPlan{});
  EXPECT_EQ(summary.count, 20u);
  EXPECT_EQ(summary.operations_per_sample, 7u);
  EXPECT_DOUBLE_EQ(summary.median.value(), 10.5);
  EXPECT_EQ(summary.interval_low, Seconds(6));
  EXPECT_EQ(summary.interval_high, Seconds(15));
  EXPECT_NEAR(summary.confidence.value(), 0.9586, 1e-4);
  EXPECT_EQ(summary.min, Seconds(1));
  EXPECT_EQ(summary.max, Seconds(20));
  EXPECT_DOUBLE_EQ(summary.p25.value(), 5.75);
  EXPECT_DOUBLE_EQ(summary.p95.value(), 19.05);
  EXPECT_EQ(summary.stop, StopReason::SampleLimit);
}

TEST(Summarize, OfOneSampleIsThatSample) {
  const std::vector<Seconds> samples{Seconds(2)};
  const SampleSummary summary = summarize(samples, 1, StopReason::TimeLimit, SamplingPlan{});
  EXPECT_EQ(summary.median, Seconds(2));
  EXPECT_EQ(summary.p99, Seconds(2));
  EXPECT_EQ(summary.confidence, Ratio(0));
}

}  // namespace
}  // namespace busbar
