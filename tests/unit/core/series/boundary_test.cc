#include "core/series/boundary.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace busbar {
namespace {

std::vector<Boundary> judge(const std::vector<double>& values, std::vector<std::size_t> starts,
                            const ChangePointRule& rule = {}) {
  const SquaredErrors errors(values);
  return BoundaryTest(values, errors, rule, 0).all(starts);
}

// Sigma 1, so that scale and values agree; the floor of the noise does not matter.
std::vector<double> step(std::size_t n, std::size_t at, double size, double rho,
                         std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> values(n);
  double last = normal(random);
  for (std::size_t i = 0; i < n; ++i) {
    last = rho * last + std::sqrt(1 - rho * rho) * normal(random);
    values[i] = last + (i < at ? 0 : size);
  }
  return values;
}

TEST(BoundaryTest, GivesLevelsSizeAndStart) {
  const auto found = judge(step(60, 30, -5, 0, 1), {30});
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].before, 0, 0.6);
  EXPECT_NEAR(found[0].after, -5, 0.6);
  EXPECT_NEAR(found[0].effect_sigmas, 5, 1);
  EXPECT_LT(found[0].p_value, 1e-15);
  EXPECT_LE(found[0].earliest, 30u);
  EXPECT_GE(found[0].latest, 30u);
  EXPECT_LE(found[0].latest - found[0].earliest, 3u);
  EXPECT_FALSE(found[0].is_drift);
}

// Without the correction the false alarms of correlated noise at p 0.01 would be many times 1 %.
TEST(BoundaryTest, AccountsForAutocorrelation) {
  constexpr int kRounds = 1000;
  int small = 0;
  for (int round = 0; round < kRounds; ++round) {
    const auto values = step(120, 60, 0, 0.6, static_cast<std::uint64_t>(round));
    if (judge(values, {60})[0].p_value < 0.01) ++small;
  }
  EXPECT_LE(small, kRounds * 0.03);
  EXPECT_GE(small, 1);
}

TEST(BoundaryTest, IsNoStrongerThanItsWeakestCondition) {
  ChangePointRule rule;
  rule.smallest_change = 1;
  const std::vector<double> values = step(60, 30, -5, 0, 2);
  const SquaredErrors errors(values);
  const BoundaryTest test(values, errors, rule, 0);
  Boundary boundary = test.all(std::vector<std::size_t>{30})[0];
  EXPECT_GE(test.strength(boundary, false), 1);
  boundary.smallest_difference = 0.5;
  EXPECT_EQ(test.strength(boundary, false), 0.5);
  boundary.smallest_difference = 5;
  boundary.effect_sigmas = 0.9;
  EXPECT_EQ(test.strength(boundary, false), 0.9);
  boundary.effect_sigmas = 5;
  boundary.p_value = 5e-4;
  EXPECT_LT(test.strength(boundary, false), 1);
  EXPECT_GE(test.strength(boundary, true), 1);  // reported before: 1e-3 keeps it
}

TEST(BoundaryTest, SeesALine) {
  std::vector<double> values = step(60, 0, 0, 0, 3);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] += 0.3 * static_cast<double>(i);
  EXPECT_TRUE(judge(values, {30})[0].is_drift);
}

TEST(BoundaryTest, AnswersOnConstantValues) {
  const std::vector<double> values(20, 4.0);
  const auto found = judge(values, {10});
  EXPECT_EQ(found[0].p_value, 1);
  EXPECT_EQ(found[0].smallest_difference, 0);
  std::vector<double> exact(20, 4.0);
  std::fill(exact.begin() + 10, exact.end(), 4.1);
  EXPECT_LT(judge(exact, {10})[0].p_value, 1e-10);
  EXPECT_TRUE(judge(values, {}).empty());
}

}  // namespace
}  // namespace busbar
