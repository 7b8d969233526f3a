#include "core/series/nights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace busbar {
namespace {

NightPoint point(std::int64_t night, double value) {
  return {Night(night), BusBandwidth(value)};
}

TEST(NightlyHistory, SortsNightsAndTakesTheMedianOfRepeats) {
  const std::vector<NightPoint> points{point(12, 8e9), point(10, 4e9), point(12, 2e9),
                                       point(11, 5e9), point(12, 6e9)};
  const NightlyHistory history = nightly_history(points);
  EXPECT_EQ(history.nights, (std::vector{Night(10), Night(11), Night(12)}));
  ASSERT_EQ(history.logs.size(), 3u);
  EXPECT_DOUBLE_EQ(history.logs[0], std::log(4e9));
  EXPECT_DOUBLE_EQ(history.logs[2], std::log(6e9));
  EXPECT_TRUE(history.unusable.empty());
}

TEST(NightlyHistory, KeepsWhatIsNoBandwidthApartWithTheReason) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const std::vector<NightPoint> points{point(1, std::nan("")), point(2, kInfinity),
                                       point(3, -kInfinity),   point(4, 0),
                                       point(5, -1),           point(6, 1e9)};
  const NightlyHistory history = nightly_history(points);
  EXPECT_EQ(history.nights, std::vector{Night(6)});
  ASSERT_EQ(history.unusable.size(), 5u);
  EXPECT_EQ(history.unusable[0].reason, UnusableValue::NotFinite);
  EXPECT_EQ(history.unusable[2].reason, UnusableValue::NotFinite);
  EXPECT_EQ(history.unusable[3].reason, UnusableValue::NotPositive);
  EXPECT_EQ(history.unusable[4].point.night, Night(5));
  EXPECT_EQ(to_text(UnusableValue::NotFinite), "not_finite");
  EXPECT_EQ(to_text(UnusableValue::NotPositive), "not_positive");
}

TEST(NightlyHistory, OfNothingIsEmpty) {
  EXPECT_TRUE(nightly_history({}).nights.empty());
  EXPECT_TRUE(on_nightly_grid({}, 400).empty());
}

TEST(OnNightlyGrid, LeavesMissingNightsMissing) {
  const std::vector<NightPoint> points{point(-1, std::exp(1.0)), point(2, std::exp(3.0))};
  const std::vector<double> grid = on_nightly_grid(nightly_history(points), 400);
  ASSERT_EQ(grid.size(), 4u);
  EXPECT_NEAR(grid[0], 1, 1e-12);
  EXPECT_TRUE(std::isnan(grid[1]));
  EXPECT_TRUE(std::isnan(grid[2]));
  EXPECT_NEAR(grid[3], 3, 1e-12);
}

TEST(OnNightlyGrid, IsBoundedWhateverTheNights) {
  constexpr auto kFirst = std::numeric_limits<std::int64_t>::min();
  constexpr auto kLast = std::numeric_limits<std::int64_t>::max();
  const std::vector<NightPoint> points{point(kFirst, 1), point(kLast - 3, std::exp(1.0)),
                                       point(kLast, std::exp(2.0))};
  const std::vector<double> grid = on_nightly_grid(nightly_history(points), 5);
  ASSERT_EQ(grid.size(), 5u);
  EXPECT_TRUE(std::isnan(grid[0]));
  EXPECT_NEAR(grid[1], 1, 1e-12);
  EXPECT_NEAR(grid[4], 2, 1e-12);
  EXPECT_TRUE(on_nightly_grid(nightly_history(points), 0).empty());
}

}  // namespace
}  // namespace busbar
