#include "core/statistics/summary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace busbar {
namespace {

std::vector<Seconds> counting(int n) {
  std::vector<Seconds> samples;
  for (int i = 1; i <= n; ++i) samples.emplace_back(i);
  return samples;
}

void expect_ranks(std::size_t n, std::size_t low, std::size_t high, Ratio coverage) {
  const IntervalRanks ranks = median_interval_ranks(n, Ratio(0.95));
  EXPECT_EQ(ranks.low, low) << n;
  EXPECT_EQ(ranks.high, high) << n;
  EXPECT_NEAR(ranks.coverage.value(), coverage.value(), 5e-5) << n;
}

TEST(MedianIntervalRanks, AgreeWithThePublishedTable) {
  expect_ranks(6, 1, 6, Ratio(0.96875));
  expect_ranks(7, 1, 7, Ratio(0.984375));
  expect_ranks(8, 1, 8, Ratio(0.9921875));
  expect_ranks(9, 2, 8, Ratio(0.9609375));
  expect_ranks(10, 2, 9, Ratio(0.9785));
  expect_ranks(15, 4, 12, Ratio(0.9648));
  expect_ranks(20, 6, 15, Ratio(0.9586));
  expect_ranks(25, 8, 18, Ratio(0.9567));
  expect_ranks(50, 18, 33, Ratio(0.9672));
  expect_ranks(100, 40, 61, Ratio(0.9648));
}

TEST(MedianIntervalRanks, OfTooFewSamplesAreAllAndSayWhatTheyCover) {
  expect_ranks(1, 1, 1, Ratio(0));
  expect_ranks(2, 1, 2, Ratio(0.5));
  expect_ranks(3, 1, 3, Ratio(0.75));
  expect_ranks(5, 1, 5, Ratio(0.9375));
}

TEST(MedianIntervalRanks, OfNothingAreNothing) {
  const IntervalRanks ranks = median_interval_ranks(0, Ratio(0.95));
  EXPECT_EQ(ranks.low, 0u);
  EXPECT_EQ(ranks.high, 0u);
  EXPECT_EQ(ranks.coverage, Ratio(0));
}

TEST(MedianIntervalRanks, WidenWithTheConfidence) {
  const IntervalRanks narrow = median_interval_ranks(100, Ratio(0.90));
  const IntervalRanks wide = median_interval_ranks(100, Ratio(0.99));
  EXPECT_EQ(narrow.low, 42u);
  EXPECT_EQ(wide.low, 37u);
  EXPECT_EQ(median_interval_ranks(100, Ratio(1)).low, 1u);
}

TEST(MedianIntervalRanks, WithoutConfidenceAreTheMiddle) {
  EXPECT_EQ(median_interval_ranks(10, Ratio(0)).low, 5u);
  EXPECT_EQ(median_interval_ranks(10, Ratio(0)).high, 6u);
}

// Where 2^-n is no longer a double: the normal approximation must be within one rank.
TEST(MedianIntervalRanks, StayExactForLargeSets) {
  for (const std::size_t n : {1074u, 1075u, 2000u, 10'000u, 99'999u, 100'000u}) {
    const IntervalRanks ranks = median_interval_ranks(n, Ratio(0.95));
    const double count = static_cast<double>(n);
    const double normal = (count + 1) / 2 - 1.959964 * std::sqrt(count) / 2;
    EXPECT_NEAR(static_cast<double>(ranks.low), normal, 1.01) << n;
    EXPECT_EQ(ranks.low + ranks.high, n + 1) << n;
    EXPECT_GE(ranks.coverage.value(), 0.95) << n;
    EXPECT_LT(ranks.coverage.value(), 0.958) << n;
  }
}

TEST(MedianIntervalRanks, AreTheNarrowestThatCover) {
  for (std::size_t n = 6; n < 400; ++n) {
    const IntervalRanks ranks = median_interval_ranks(n, Ratio(0.95));
    ASSERT_GE(ranks.coverage.value(), 0.95) << n;
    // One rank narrower on each side covers less by 2 C(n, low) / 2^n.
    const double count = static_cast<double>(n);
    const double low = static_cast<double>(ranks.low);
    const double log_term = std::lgamma(count + 1) - std::lgamma(low + 1) -
                            std::lgamma(count - low + 1) - count * std::log(2.0);
    ASSERT_LT(ranks.coverage.value() - 2 * std::exp(log_term), 0.95) << n;
  }
}

TEST(MedianIntervalOf, TakesOrderStatistics) {
  const MedianInterval interval = median_interval(counting(20), Ratio(0.95));
  EXPECT_DOUBLE_EQ(interval.median.value(), 10.5);
  EXPECT_EQ(interval.low, Seconds(6));
  EXPECT_EQ(interval.high, Seconds(15));
}

TEST(MedianIntervalOf, HasAHalfWidthRelativeToTheMedian) {
  const MedianInterval interval{Seconds(10), Seconds(9), Seconds(12), Ratio(0.95)};
  EXPECT_DOUBLE_EQ(interval.half_width().value(), 0.15);
  EXPECT_EQ(MedianInterval{}.half_width(), Ratio(0));
}

TEST(Percentile, IsLinearBetweenOrderStatistics) {
  const std::vector<Seconds> samples = counting(5);
  EXPECT_DOUBLE_EQ(percentile(samples, Ratio(0)).value(), 1);
  EXPECT_DOUBLE_EQ(percentile(samples, Ratio(0.25)).value(), 2);
  EXPECT_DOUBLE_EQ(percentile(samples, Ratio(0.9)).value(), 4.6);
  EXPECT_DOUBLE_EQ(percentile(samples, Ratio(1)).value(), 5);
}

TEST(Percentile, StaysWithinTheSamples) {
  const std::vector<Seconds> samples = counting(3);
  EXPECT_EQ(percentile(samples, Ratio(1.5)), Seconds(3));
  EXPECT_EQ(percentile(samples, Ratio(-1)), Seconds(1));
  EXPECT_EQ(percentile({}, Ratio(0.5)), Seconds(0));
}

TEST(Median, OfEvenAndOddCounts) {
  EXPECT_EQ(median({Seconds(3), Seconds(1), Seconds(2)}), Seconds(2));
  EXPECT_EQ(median({Seconds(4), Seconds(1), Seconds(3), Seconds(2)}), Seconds(2.5));
}

TEST(Median, IsNotMovedByOneOutlier) {
  EXPECT_EQ(median({Seconds(1), Seconds(1), Seconds(1e6)}), Seconds(1));
}

}  // namespace
}  // namespace busbar
