#include "core/diagnosis/flaky_links.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

// 120 healthy pairs; `interfered` of their runs slow, at levels all over.
std::vector<RelativeRuns> healthy_pairs(std::size_t interfered) {
  std::vector<RelativeRuns> pairs(120, {{1.002, 0.998, 1.004, 0.996, 1, 1.001}});
  for (std::size_t i = 0; i < interfered; ++i)
    pairs[i].runs[i % 6] = 0.5 + 0.4 * static_cast<double>(i) / static_cast<double>(interfered);
  return pairs;
}

constexpr FlakyRule kRule{.noise = 0.005};

TEST(FlakyLinks, TwoSlowRunsAtOneLevelStandOutOfAQuietSweep) {
  auto pairs = healthy_pairs(2);
  pairs[90].runs[1] = 0.6;
  pairs[90].runs[5] = 0.603;
  const auto found = find_flaky_links(pairs, kRule);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].pair, 90U);
  EXPECT_NEAR(found[0].level, 0.6015, 1e-9);
  EXPECT_NEAR(found[0].share_of_runs, 1.0 / 3, 1e-12);
}

TEST(FlakyLinks, TheSameTwoAreChanceWhereInterferenceIsCommon) {
  auto pairs = healthy_pairs(60);
  pairs[90].runs[1] = 0.6;
  pairs[90].runs[5] = 0.603;
  EXPECT_TRUE(find_flaky_links(pairs, kRule).empty());
}

TEST(FlakyLinks, LevelsThatDifferNeedMoreSlowRuns) {
  auto pairs = healthy_pairs(6);
  pairs[90].runs[1] = 0.6;
  pairs[90].runs[5] = 0.8;
  EXPECT_TRUE(find_flaky_links(pairs, kRule).empty());
  pairs[90].runs[2] = 0.7;
  EXPECT_EQ(find_flaky_links(pairs, kRule).size(), 1U);
}

TEST(FlakyLinks, ALinkThatIsAlwaysSlowIsNotFlaky) {
  auto pairs = healthy_pairs(2);
  pairs[90].runs = {0.6, 0.602, 0.598, 0.601, 0.6, 0.6};
  EXPECT_TRUE(find_flaky_links(pairs, kRule).empty());
}

TEST(FlakyLinks, ALittleSlowerWithNoiseIsNotTwoLevels) {
  auto pairs = healthy_pairs(2);
  pairs[90].runs = {0.96, 0.965, 0.972, 0.986, 0.968, 0.97};
  EXPECT_TRUE(find_flaky_links(pairs, {.noise = 0.01}).empty());
}

}  // namespace
}  // namespace busbar
