#include "core/series/slide.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace busbar {
namespace {

// Flat at 0, down to −10 over the places [start, end), flat again.
std::vector<double> slide(std::size_t n, std::size_t start, std::size_t end) {
  const SlideFit shape{.start = start, .end = end, .before = 0, .after = -10};
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = shape.at(i);
  return values;
}

TEST(SlideFit, LeavesTheOldLevelAtItsStartAndReachesTheNewAtItsEnd) {
  const SlideFit shape{.start = 2, .end = 5, .before = 0, .after = -8};
  EXPECT_EQ(shape.at(1), 0);
  EXPECT_EQ(shape.at(2), -2);
  EXPECT_EQ(shape.at(4), -6);
  EXPECT_EQ(shape.at(5), -8);
}

TEST(FitSlide, FindsWhereItBends) {
  for (const auto& [start, end] : {std::pair<std::size_t, std::size_t>{20, 40}, {5, 8}, {30, 50}}) {
    const auto fit = fit_slide(slide(60, start, end), {.shortest = 5, .line_ratio = 0.9});
    ASSERT_TRUE(fit);
    EXPECT_EQ(fit->start, start);
    EXPECT_EQ(fit->end, end);
    EXPECT_NEAR(fit->before, 0, 1e-9);
    EXPECT_NEAR(fit->after, -10, 1e-9);
    EXPECT_NEAR(fit->squared_error, 0, 1e-6);
  }
}

TEST(FitSlide, TakesAStepForASlideOfNoLength) {
  const auto fit = fit_slide(slide(30, 12, 12), {.shortest = 5, .line_ratio = 0.9});
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->start, 12u);
  EXPECT_EQ(fit->end, 12u);
}

TEST(FitSlide, FindsTheExactBendsOfALongStretch) {
  const auto fit = fit_slide(slide(650, 201, 403), {.shortest = 5, .line_ratio = 0.9});
  ASSERT_TRUE(fit);
  EXPECT_EQ(fit->start, 201u);
  EXPECT_EQ(fit->end, 403u);
}

TEST(FitSlide, ItsErrorIsThatOfItsShape) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  std::vector<double> values = slide(60, 20, 35);
  for (double& value : values) value += normal(random);
  const auto fit = fit_slide(values, {.shortest = 5, .line_ratio = 0.9});
  ASSERT_TRUE(fit);
  double sum = 0;
  for (std::size_t i = 0; i < values.size(); ++i) sum += std::pow(values[i] - fit->at(i), 2);
  EXPECT_NEAR(fit->squared_error, sum, 1e-6);
}

TEST(FitSlide, TheSetOfStartsHoldsTheTrueOneAlmostAlways) {
  std::mt19937_64 random(6);
  std::normal_distribution<double> normal;
  int held = 0;
  constexpr int kRounds = 200;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> values = slide(60, 20, 35);
    for (double& value : values) value += normal(random);
    const auto fit = fit_slide(values, {.shortest = 5, .line_ratio = 0.9, .start_set = 8});
    ASSERT_TRUE(fit);
    if (fit->earliest <= 20 && fit->latest >= 20) ++held;
  }
  EXPECT_GE(held, kRounds * 0.93);
}

TEST(FitSlide, CallsAStraightLineATrend) {
  std::mt19937_64 random(7);
  std::normal_distribution<double> normal;
  std::vector<double> line(80);
  for (std::size_t i = 0; i < line.size(); ++i)
    line[i] = -0.3 * static_cast<double>(i) + normal(random);
  EXPECT_FALSE(fit_slide(line, {.shortest = 5, .line_ratio = 0.9}));
}

TEST(FitSlide, HasNoAnswerForConstantOrTooFewValues) {
  for (std::size_t n = 0; n < 10; ++n)
    EXPECT_FALSE(fit_slide(std::vector<double>(n, 1.0), {.shortest = 5, .line_ratio = 0.9}));
  EXPECT_FALSE(fit_slide(std::vector<double>(40, 1.0), {.shortest = 5, .line_ratio = 0.9}));
}

TEST(SquaredErrorOfLine, IsZeroOnALineAndThatOfTheMeanWithoutASlope) {
  EXPECT_NEAR(squared_error_of_line(std::vector<double>{1, 3, 5, 7}), 0, 1e-12);
  EXPECT_NEAR(squared_error_of_line(std::vector<double>{1, -1, -1, 1}), 4, 1e-12);
  EXPECT_EQ(squared_error_of_line(std::vector<double>{1, 9}), 0);
  EXPECT_EQ(squared_error_of_line({}), 0);
}

}  // namespace
}  // namespace busbar
