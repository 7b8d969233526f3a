#include "core/series/staircase.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

#include "core/series/partition.h"

namespace busbar {
namespace {

constexpr double kPenalty = 18;  // 4 ln 90

std::vector<double> noise(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  std::vector<double> values(n);
  for (double& value : values) value = normal(random);
  return values;
}

Flattened flatten(const std::vector<double>& values) {
  const auto starts =
      optimal_partition(SquaredErrors(values), {.penalty = kPenalty, .shortest = 5});
  return flatten_slides(values, starts, {.penalty = kPenalty});
}

TEST(FlattenSlides, PutsOneStepInPlaceOfASlideAndKeepsTheNoise) {
  const std::vector<double> quiet = noise(90, 1);
  std::vector<double> values = quiet;
  for (std::size_t i = 40; i < values.size(); ++i)
    values[i] -= i < 60 ? static_cast<double>(i - 39) : 20.0;
  const Flattened flat = flatten(values);
  ASSERT_EQ(flat.slides.size(), 1u);
  const Slide& slide = flat.slides[0];
  EXPECT_NEAR(static_cast<double>(slide.start), 40, 3);
  EXPECT_NEAR(static_cast<double>(slide.end), 60, 3);
  EXPECT_LE(slide.earliest, slide.start);
  EXPECT_GE(slide.latest, slide.start);
  EXPECT_EQ(flat.starts, std::vector<std::size_t>{slide.step});
  for (std::size_t i = 0; i < values.size(); ++i)
    EXPECT_NEAR(flat.values[i] + (i < slide.step ? 0 : 20), quiet[i], 1.5) << i;
}

TEST(FlattenSlides, LeavesTwoStepsTheSameWayAlone) {
  std::vector<double> values = noise(90, 2);
  for (std::size_t i = 30; i < values.size(); ++i) values[i] -= i < 60 ? 10 : 20;
  const Flattened flat = flatten(values);
  EXPECT_TRUE(flat.slides.empty());
  EXPECT_EQ(flat.starts, (std::vector<std::size_t>{30, 60}));
  EXPECT_EQ(flat.values, values);
}

TEST(FlattenSlides, FindsAnUpwardSlideAfterAStep) {
  std::vector<double> values = noise(150, 3);
  for (std::size_t i = 30; i < values.size(); ++i) values[i] -= 15;
  for (std::size_t i = 90; i < values.size(); ++i)
    values[i] += i < 110 ? static_cast<double>(i - 89) : 20.0;
  const Flattened flat = flatten(values);
  ASSERT_EQ(flat.slides.size(), 1u);
  ASSERT_EQ(flat.starts.size(), 2u);
  EXPECT_EQ(flat.starts[0], 30u);
  EXPECT_EQ(flat.starts[1], flat.slides[0].step);
  EXPECT_NEAR(static_cast<double>(flat.slides[0].start), 90, 3);
}

TEST(FlattenSlides, ChangesNothingWithoutStairs) {
  const std::vector<double> values = noise(40, 4);
  const Flattened flat = flatten_slides(values, {}, {.penalty = kPenalty});
  EXPECT_EQ(flat.values, values);
  EXPECT_TRUE(flat.starts.empty());
  EXPECT_TRUE(flatten_slides({}, {}, {}).values.empty());
}

}  // namespace
}  // namespace busbar
