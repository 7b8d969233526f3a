#include "bench/engine/measure.h"

#include <gtest/gtest.h>

#include "tests/unit/bench/engine/fake_ranks.h"

namespace busbar::bench {
namespace {

Behaviour constant(double seconds) {
  return {.seconds = [seconds](std::uint64_t) { return seconds; }};
}

// Far from converging: every other sample takes three times as long.
Behaviour restless(double seconds) {
  return {
      .seconds = [seconds](std::uint64_t call) { return call % 2 == 0 ? seconds : 3 * seconds; }};
}

TEST(Measure, ASampleIsTheMaximumOverRanksPerOperation) {
  const Outcome outcome = measure_on({constant(10e-6), constant(25e-6), constant(20e-6)}, {});
  for (const Measured& measured : outcome.by_rank) {
    ASSERT_TRUE(measured);
    EXPECT_NEAR(measured->samples.median.value(), 25e-6, 1e-10);
    EXPECT_EQ(measured->ranks.slowest_rank, 1u);
    ASSERT_EQ(measured->ranks.medians.size(), 3u);
    EXPECT_NEAR(measured->ranks.medians[0].value(), 10e-6, 1e-10);
    EXPECT_NEAR(measured->algorithm_bandwidth.value(), 1000 / 25e-6, 1e3);
    EXPECT_NEAR(measured->bus_bandwidth.value(), 1000 / 25e-6 * 4 / 3, 1e3);
    EXPECT_EQ(measured->algorithm.evidence, "3 ranks");
    EXPECT_EQ(measured->index, CellIndex(7));
  }
}

TEST(Measure, SteadyTimesStopAtTheFewestSamples) {
  const Outcome outcome = measure_on({constant(10e-6), constant(10e-6)}, {});
  ASSERT_TRUE(outcome.by_rank[0]);
  EXPECT_EQ(outcome.by_rank[0]->samples.stop, StopReason::Converged);
  EXPECT_EQ(outcome.by_rank[0]->samples.count, SamplingPlan{}.samples_min);
  EXPECT_EQ(outcome.by_rank[0]->raw_seconds.size(), SamplingPlan{}.samples_min);
}

TEST(Measure, ABatchLastsAtLeastAHundredMicrosecondsOfTheSlowestRank) {
  const Outcome outcome = measure_on({constant(4e-6), constant(20e-6)}, {});
  ASSERT_TRUE(outcome.by_rank[0]);
  EXPECT_EQ(outcome.by_rank[0]->samples.operations_per_sample, 5u);
  const auto& batches = outcome.batches_of_rank_0;
  EXPECT_EQ(std::count(batches.begin(), batches.end(), 5u), 20 + 1);  // the samples, the warm-up
}

TEST(Measure, ALongOperationIsASampleByItself) {
  const Outcome outcome = measure_on({constant(3e-3), constant(3e-3)}, {});
  ASSERT_TRUE(outcome.by_rank[0]);
  EXPECT_EQ(outcome.by_rank[0]->samples.operations_per_sample, 1u);
}

TEST(Measure, TheShortestOperationsAreBatchedNoFurtherThanAThousand) {
  const Outcome outcome = measure_on({constant(1e-9), constant(1e-9)}, {});
  ASSERT_TRUE(outcome.by_rank[0]);
  EXPECT_EQ(outcome.by_rank[0]->samples.operations_per_sample, 1000u);
}

TEST(Measure, WarmUpComesBeforeAllSamplesAndIsNoneOfThem) {
  Circumstances circumstances;
  circumstances.sampling.warmup = 17;
  const Outcome outcome = measure_on({constant(1e-3), constant(1e-3)}, circumstances);
  ASSERT_GE(outcome.batches_of_rank_0.size(), 2u);
  EXPECT_EQ(outcome.batches_of_rank_0[0], 1u);  // the data check
  EXPECT_EQ(outcome.batches_of_rank_0[1], 17u);
}

TEST(Measure, RestlessTimesStopAtTheSampleLimit) {
  Circumstances circumstances;
  circumstances.sampling.samples_max = 33;
  const Outcome outcome = measure_on({restless(1e-3), restless(1e-3)}, circumstances);
  ASSERT_TRUE(outcome.by_rank[1]);
  EXPECT_EQ(outcome.by_rank[1]->samples.stop, StopReason::SampleLimit);
  EXPECT_EQ(outcome.by_rank[1]->samples.count, 33u);
}

TEST(Measure, RestlessTimesStopAtTheTimeLimitWithoutALongBlockBeyondIt) {
  Circumstances circumstances;
  circumstances.sampling.cell_time_max = Seconds(1.0);
  const Outcome outcome = measure_on({restless(10e-3), restless(10e-3)}, circumstances);
  ASSERT_TRUE(outcome.by_rank[0]);
  const Measurement& measured = *outcome.by_rank[0];
  EXPECT_EQ(measured.samples.stop, StopReason::TimeLimit);
  EXPECT_GT(measured.measuring_time.value(), 1.0);
  EXPECT_LT(measured.measuring_time.value(), 2.0);
}

TEST(Measure, AllRanksStopTogetherThoughTheirClocksDiffer) {
  Circumstances circumstances;
  circumstances.sampling.cell_time_max = Seconds(0.5);
  const Outcome outcome = measure_on({restless(1e-3), restless(5e-3)}, circumstances);
  ASSERT_TRUE(outcome.by_rank[0]);
  ASSERT_TRUE(outcome.by_rank[1]);
  EXPECT_EQ(outcome.by_rank[0]->samples, outcome.by_rank[1]->samples);
}

TEST(Measure, MoreRanksThanCoresAreMarked) {
  EXPECT_TRUE(
      measure_on({constant(1e-3), constant(1e-3)}, {{}, true}).by_rank[0]->is_oversubscribed);
  EXPECT_FALSE(measure_on({constant(1e-3), constant(1e-3)}, {}).by_rank[0]->is_oversubscribed);
}

TEST(Measure, EveryRankIsCheckedBeforeAndAfterSampling) {
  const Outcome outcome = measure_on({constant(1e-3), constant(1e-3)}, {});
  ASSERT_TRUE(outcome.by_rank[0]);
  EXPECT_EQ(outcome.fills_of_rank_0, 2u);
  EXPECT_EQ(outcome.by_rank[0]->elements_checked, 2u * 2u * 100u);
  EXPECT_EQ(outcome.by_rank[0]->elements_wrong, 0u);
}

TEST(Measure, WrongDataOnOneRankFailsTheCellEverywhereAndKeepsTheTimesAsEvidence) {
  Behaviour wrong = constant(1e-3);
  wrong.checked = {100, 3, 17, "3", "2.5"};
  const Outcome outcome = measure_on({constant(1e-3), wrong}, {});
  for (const Measured& measured : outcome.by_rank) {
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().failure, CellFailure::WrongData);
    EXPECT_EQ(measured.error().reason,
              "6 of 400 elements wrong, first on rank 1 at 17: 2.5 instead of 3");
    ASSERT_TRUE(measured.error().measurement);
    EXPECT_EQ(measured.error().measurement->elements_wrong, 6u);
  }
}

TEST(Measure, WhatOneRankCannotPrepareIsUnsupportedOnAll) {
  Behaviour poor = constant(1e-3);
  poor.prepared = fail({ErrorKind::Unavailable, Scope::Cell, "cell", "no memory", "less"});
  const Outcome outcome = measure_on({constant(1e-3), poor, constant(1e-3)}, {});
  for (const Measured& measured : outcome.by_rank) {
    ASSERT_FALSE(measured);
    EXPECT_EQ(measured.error().failure, CellFailure::Unsupported);
    EXPECT_EQ(measured.error().reason, "cell: no memory; less");
  }
  EXPECT_TRUE(outcome.batches_of_rank_0.empty());
}

TEST(Measure, TheCellsTimeHoldsEverythingThatItTook) {
  const Outcome outcome = measure_on({constant(1e-3), constant(1e-3)}, {});
  double expected = 0;
  for (const std::uint32_t operations : outcome.batches_of_rank_0) expected += operations * 1e-3;
  ASSERT_TRUE(outcome.by_rank[0]);
  EXPECT_NEAR(outcome.by_rank[0]->measuring_time.value(), expected, 1e-9);
}

}  // namespace
}  // namespace busbar::bench
