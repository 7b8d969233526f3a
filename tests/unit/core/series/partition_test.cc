#include "core/series/partition.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>
#include <vector>

namespace busbar {
namespace {

TEST(SquaredErrors, AreThoseAboutTheMeanOfAStretch) {
  const std::vector<double> values{1, 3, 5, 100, 100};
  const SquaredErrors errors(values);
  EXPECT_NEAR(errors.of(0, 3), 8, 1e-9);
  EXPECT_NEAR(errors.of(0, 2), 2, 1e-9);
  EXPECT_EQ(errors.of(3, 5), 0);
  EXPECT_EQ(errors.of(2, 3), 0);
  EXPECT_EQ(errors.of(3, 3), 0);
  EXPECT_NEAR(errors.mean(0, 3), 3, 1e-12);
  EXPECT_EQ(errors.size(), 5u);
}

TEST(SquaredErrors, KeepTheirDigitsAtALargeLevel) {
  const std::vector<double> values{1e9, 1e9 + 1, 1e9 + 2};
  EXPECT_NEAR(SquaredErrors(values).of(0, 3), 2, 1e-9);
}

double cost(const SquaredErrors& errors, const std::vector<std::size_t>& starts, double penalty) {
  double sum = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i <= starts.size(); ++i) {
    const std::size_t end = i == starts.size() ? errors.size() : starts[i];
    sum += errors.of(first, end) + penalty;
    first = end;
  }
  return sum;
}

// Every subset of boundaries whose segments are long enough.
double best_cost_by_trying_all(const SquaredErrors& errors, const PartitionRule& rule) {
  const std::size_t n = errors.size();
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t mask = 0; mask < std::size_t{1} << (n - 1); ++mask) {
    std::vector<std::size_t> starts;
    std::size_t first = 0;
    bool is_allowed = true;
    for (std::size_t at = 1; at < n; ++at) {
      if ((mask >> (at - 1) & 1) == 0) continue;
      is_allowed = is_allowed && at - first >= rule.shortest;
      starts.push_back(at);
      first = at;
    }
    if (is_allowed && n - first >= rule.shortest)
      best = std::min(best, cost(errors, starts, rule.penalty));
  }
  return best;
}

TEST(OptimalPartition, IsTheBestOfAllPartitions) {
  std::mt19937_64 random(4);
  std::normal_distribution<double> normal;
  for (int round = 0; round < 40; ++round) {
    std::vector<double> values(12);
    for (std::size_t i = 0; i < values.size(); ++i)
      values[i] = normal(random) + static_cast<double>(i / 4) * (round % 5);
    const SquaredErrors errors(values);
    const PartitionRule rule{.penalty = 1.5, .shortest = 1 + static_cast<std::size_t>(round % 3)};
    const auto starts = optimal_partition(errors, rule);
    EXPECT_NEAR(cost(errors, starts, rule.penalty), best_cost_by_trying_all(errors, rule), 1e-9);
  }
}

TEST(OptimalPartition, FindsAPlainStepAndNothingInAConstant) {
  const std::vector<double> step{0, 0, 0, 0, 0, 9, 9, 9, 9, 9};
  EXPECT_EQ(optimal_partition(SquaredErrors(step), {.penalty = 5, .shortest = 5}),
            std::vector<std::size_t>{5});
  const std::vector<double> constant(50, 3.0);
  EXPECT_TRUE(optimal_partition(SquaredErrors(constant), {.penalty = 5, .shortest = 5}).empty());
}

TEST(OptimalPartition, OfTooFewValuesHasNoBoundary) {
  for (std::size_t n = 0; n < 10; ++n) {
    std::vector<double> values(n, 0.0);
    if (n > 0) values.back() = 100;
    EXPECT_TRUE(optimal_partition(SquaredErrors(values), {.penalty = 1, .shortest = 5}).empty());
  }
}

}  // namespace
}  // namespace busbar
