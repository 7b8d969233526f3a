// What must hold for any series, tried on many seeded ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "core/series/change_points.h"

namespace busbar {
namespace {

constexpr std::uint64_t kSeeds = 150;

// Noise with or without correlation and wild nights; up to two steps of up to 15 %.
std::vector<double> any_series(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> uniform(0, 1);
  const auto n = static_cast<std::size_t>(40 + 100 * uniform(random));
  const double sigma = 0.003 + 0.03 * uniform(random);
  const double rho = uniform(random) < 0.5 ? 0 : 0.5 * uniform(random);
  std::vector<double> values(n);
  double last = 0;
  for (double& value : values) {
    last = rho * last + normal(random);
    value = 25 + sigma * last - (uniform(random) < 0.01 ? 0.5 : 0);
  }
  for (int steps = static_cast<int>(3 * uniform(random)); steps > 0; --steps) {
    const auto at = static_cast<std::size_t>(uniform(random) * static_cast<double>(n));
    const double size = 0.3 * (uniform(random) - 0.5);
    for (std::size_t i = at; i < n; ++i) values[i] += size;
  }
  return values;
}

std::vector<std::size_t> starts(const std::vector<double>& values) {
  std::vector<std::size_t> found;
  for (const ChangePoint& point : find_change_points(values)) found.push_back(point.index);
  return found;
}

TEST(ChangePointProperty, AnotherUnitChangesNothing) {
  std::size_t with_changes = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<double> values = any_series(seed);
    const auto before = starts(values);
    with_changes += before.empty() ? 0 : 1;
    for (double& value : values) value += std::log(1e-9);  // GB/s
    EXPECT_EQ(starts(values), before) << seed;
  }
  EXPECT_GT(with_changes, kSeeds / 4);
  EXPECT_LT(with_changes, kSeeds);
}

TEST(ChangePointProperty, GainsAreFoundAsLossesAre) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<double> values = any_series(seed);
    const auto found = find_change_points(values);
    for (double& value : values) value = 50 - value;
    const auto mirrored = find_change_points(values);
    ASSERT_EQ(mirrored.size(), found.size()) << seed;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_EQ(mirrored[i].index, found[i].index) << seed;
      EXPECT_NEAR(mirrored[i].change(), -found[i].change(), 1e-9) << seed;
    }
  }
}

TEST(ChangePointProperty, MissingNightsMovePositionsAndNothingElse) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const std::vector<double> values = any_series(seed);
    std::vector<double> holed;
    std::vector<std::size_t> place_of;
    for (std::size_t i = 0; i < values.size(); ++i) {
      for (std::size_t hole = 0; hole < (i + seed) % 3; ++hole)
        holed.push_back(std::numeric_limits<double>::quiet_NaN());
      place_of.push_back(holed.size());
      holed.push_back(values[i]);
    }
    std::vector<std::size_t> expected = starts(values);
    for (std::size_t& index : expected) index = place_of[index];
    EXPECT_EQ(starts(holed), expected) << seed;
  }
}

// Steps alone: a running median is symmetric in time, and so are partition and tests.
TEST(ChangePointProperty, TimeReversedStepsAreTheSameSteps) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::vector<double> values = any_series(seed);
    const auto found = find_change_points(values);
    if (std::any_of(found.begin(), found.end(),
                    [](const auto& point) { return point.kind != ShiftKind::Step; }))
      continue;
    std::reverse(values.begin(), values.end());
    std::vector<std::size_t> expected;
    for (const ChangePoint& point : found) expected.push_back(values.size() - point.index);
    std::reverse(expected.begin(), expected.end());
    EXPECT_EQ(starts(values), expected) << seed;
  }
}

TEST(ChangePointProperty, NightsAtTheLastLevelNeverCreateAnAlarmInAQuietSeries) {
  std::size_t quiet = 0;
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    std::mt19937_64 random(seed);
    std::normal_distribution<double> normal(25, 0.01);
    std::vector<double> values(60);
    for (double& value : values) value = normal(random);
    if (!find_change_points(values).empty()) continue;
    ++quiet;
    values.insert(values.end(), 40, 25.0);
    EXPECT_TRUE(find_change_points(values).empty()) << seed;
  }
  EXPECT_GT(quiet, kSeeds * 9 / 10);
}

TEST(ChangePointProperty, LevelsSetsAndOrderAreConsistent) {
  for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
    const std::vector<double> values = any_series(seed);
    const auto found = find_change_points(values);
    for (std::size_t i = 0; i < found.size(); ++i) {
      const ChangePoint& point = found[i];
      EXPECT_LE(point.earliest, point.index) << seed;
      EXPECT_GE(point.latest, point.index) << seed;
      EXPECT_GE(point.end, point.index) << seed;
      EXPECT_LT(point.end, values.size()) << seed;
      EXPECT_GE(std::abs(point.change()), ChangePointRule{}.smallest_change - 1e-12) << seed;
      if (i > 0) {
        EXPECT_GT(point.index, found[i - 1].index) << seed;
      }
    }
  }
}

}  // namespace
}  // namespace busbar
