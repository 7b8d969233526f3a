#include "core/series/change_points.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace busbar {
namespace {

constexpr double kSigma = 0.01;
constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

std::vector<double> quiet(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal(std::log(100e9), kSigma);
  std::vector<double> values(n);
  for (double& value : values) value = normal(random);
  return values;
}

std::vector<double> with_step(std::size_t n, std::size_t at, double change, std::uint64_t seed) {
  std::vector<double> values = quiet(n, seed);
  for (std::size_t i = at; i < n; ++i) values[i] += change;
  return values;
}

std::vector<std::size_t> indices(const std::vector<ChangePoint>& points) {
  std::vector<std::size_t> found;
  for (const ChangePoint& point : points) found.push_back(point.index);
  return found;
}

TEST(FindChangePoints, NamesLevelStartAndSize) {
  const auto found = find_change_points(with_step(90, 50, -0.06, 1));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].index, 50u);
  EXPECT_EQ(found[0].end, 50u);
  EXPECT_LE(found[0].earliest, 50u);
  EXPECT_GE(found[0].latest, 50u);
  EXPECT_EQ(found[0].kind, ShiftKind::Step);
  EXPECT_NEAR(found[0].change(), -0.06, 0.006);
  EXPECT_NEAR(found[0].effect_sigmas, 6, 1.5);
}

TEST(FindChangePoints, TheSetOfStartsHoldsTheTrueOneIn95Percent) {
  int held = 0, found_any = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    const auto found = find_change_points(with_step(90, 50, -0.025, seed));
    if (found.size() != 1) continue;
    ++found_any;
    if (found[0].earliest <= 50 && found[0].latest >= 50) ++held;
  }
  EXPECT_GT(found_any, 250);
  EXPECT_GE(held, 0.95 * found_any);
}

TEST(FindChangePoints, FindsThreeSigmaAfterSevenNights) {
  int found = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed)
    if (!find_change_points(with_step(47, 40, -3 * kSigma, seed)).empty()) ++found;
  EXPECT_GE(found, 180);
}

TEST(FindChangePoints, KeepsTheStepsOfADipAndOfTwoLosses) {
  std::vector<double> dip = quiet(120, 2);
  for (std::size_t i = 60; i < 72; ++i) dip[i] -= 0.1;
  EXPECT_EQ(indices(find_change_points(dip)), (std::vector<std::size_t>{60, 72}));
  std::vector<double> twice = with_step(120, 40, -0.08, 3);
  for (std::size_t i = 80; i < twice.size(); ++i) twice[i] -= 0.08;
  EXPECT_EQ(indices(find_change_points(twice)), (std::vector<std::size_t>{40, 80}));
}

TEST(FindChangePoints, SaysWhereASlideBeginsAndEnds) {
  std::vector<double> values = quiet(120, 4);
  for (std::size_t i = 50; i < values.size(); ++i)
    values[i] -= i < 75 ? 0.006 * static_cast<double>(i - 49) : 0.156;
  const auto found = find_change_points(values);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, ShiftKind::Drift);
  EXPECT_NEAR(static_cast<double>(found[0].index), 50, 3);
  EXPECT_NEAR(static_cast<double>(found[0].end), 75, 3);
  EXPECT_NEAR(found[0].change(), -0.156, 0.01);
}

TEST(FindChangePoints, CallsASlopeThroughEverythingATrend) {
  std::vector<double> values = quiet(90, 5);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] -= 0.002 * static_cast<double>(i);
  const auto found = find_change_points(values);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, ShiftKind::Trend);
  EXPECT_EQ(found[0].index, 0u);
  EXPECT_EQ(found[0].end, 89u);
}

TEST(FindChangePoints, IgnoresSingleWildNights) {
  std::vector<double> values = quiet(90, 6);
  for (const std::size_t night : {10u, 40u, 41u, 77u}) values[night] -= 1.5;
  EXPECT_TRUE(find_change_points(values).empty());
}

TEST(FindChangePoints, IgnoresWhatIsTooSmallToMatter) {
  std::vector<double> values = with_step(200, 100, -0.015, 7);
  EXPECT_TRUE(find_change_points(values).empty());
  EXPECT_EQ(find_change_points(values, {.smallest_change = 0.01}).size(), 1u);
}

TEST(FindChangePoints, AnswersAnyInput) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_TRUE(find_change_points({}).empty());
  EXPECT_TRUE(find_change_points(std::vector<double>{1}).empty());
  EXPECT_TRUE(find_change_points(std::vector<double>{1, 2}).empty());
  EXPECT_TRUE(find_change_points(std::vector<double>(50, kMissing)).empty());
  EXPECT_TRUE(find_change_points(std::vector<double>(50, kInfinity)).empty());
  EXPECT_TRUE(find_change_points(std::vector<double>(50, 25.0)).empty());
  std::vector<double> exact(20, 25.0);
  std::fill(exact.begin() + 10, exact.end(), 24.0);
  EXPECT_EQ(indices(find_change_points(exact)), std::vector<std::size_t>{10});
  exact[3] = -kInfinity;
  EXPECT_EQ(indices(find_change_points(exact)), std::vector<std::size_t>{10});
  const std::vector<std::size_t> known{0, 5, 999};
  EXPECT_TRUE(find_change_points(std::vector<double>(50, 25.0), {}, known).empty());
  EXPECT_TRUE(find_change_points({}, {}, known).empty());
}

TEST(FindChangePoints, KeepsAKnownBoundaryThatStillHoldsAtTheMilderLevel) {
  int kept = 0, fresh = 0;
  const std::vector<std::size_t> known{30};
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto values = with_step(36, 30, -0.02, seed);
    const ChangePointRule rule{.smallest_change = 0.005};
    if (!find_change_points(values, rule).empty()) ++fresh;
    if (!find_change_points(values, rule, known).empty()) ++kept;
  }
  EXPECT_GT(kept, fresh + 40);
  EXPECT_TRUE(find_change_points(quiet(90, 8), {}, known).empty());
}

}  // namespace
}  // namespace busbar
