#include "core/statistics/significance.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <random>
#include <vector>

namespace busbar {
namespace {

// 1 and 2 degrees of freedom have closed forms.
TEST(StudentTwoSided, AgreesWithTheClosedForms) {
  for (const double t : {0.001, 0.1, 0.5, 1.0, 2.0, 10.0, 1000.0}) {
    const double cauchy = 2 * std::atan(1 / t) / std::numbers::pi;
    EXPECT_NEAR(student_two_sided(t, 1) / cauchy, 1, 1e-10) << t;
    // 1 − t / sqrt(2 + t²), written so that no digits cancel.
    const double root = std::sqrt(2 + t * t);
    EXPECT_NEAR(student_two_sided(t, 2) / (2 / (root * (root + t))), 1, 1e-10) << t;
  }
}

TEST(StudentTwoSided, AgreesWithPublishedTables) {
  EXPECT_NEAR(student_two_sided(2.228139, 10), 0.05, 1e-6);
  EXPECT_NEAR(student_two_sided(3.169273, 10), 0.01, 1e-6);
  EXPECT_NEAR(student_two_sided(-2.042272, 30), 0.05, 1e-6);
  EXPECT_NEAR(student_two_sided(3.3735, 120), 0.001, 1e-6);
  EXPECT_NEAR(student_two_sided(1.959964, 1e7), 0.05, 1e-6);  // the normal distribution
}

TEST(StudentTwoSided, AnswersAnyInput) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(student_two_sided(0, 5), 1);
  EXPECT_EQ(student_two_sided(kInfinity, 5), 0);
  EXPECT_EQ(student_two_sided(-kInfinity, 5), 0);
  EXPECT_EQ(student_two_sided(std::nan(""), 5), 1);
  EXPECT_EQ(student_two_sided(3, 0), 1);
  EXPECT_EQ(student_two_sided(3, -1), 1);
  EXPECT_EQ(student_two_sided(3, std::nan("")), 1);
  const double far = student_two_sided(60, 100);
  EXPECT_GT(far, 0);
  EXPECT_LT(far, 1e-70);
}

double binomial_by_sum(std::size_t successes, std::size_t trials, double share) {
  double sum = 0;
  for (std::size_t k = successes; k <= trials; ++k) {
    double term = 1;
    for (std::size_t i = 0; i < k; ++i)
      term *= share * static_cast<double>(trials - i) / static_cast<double>(k - i);
    sum += term * std::pow(1 - share, static_cast<double>(trials - k));
  }
  return sum;
}

TEST(BinomialAtLeast, AgreesWithTheSum) {
  for (const std::size_t trials : {1u, 6u, 33u})
    for (const double share : {0.01, 0.05, 0.5, 0.97})
      for (std::size_t successes = 1; successes <= trials; ++successes)
        EXPECT_NEAR(
            binomial_at_least(successes, trials, share) / binomial_by_sum(successes, trials, share),
            1, 1e-9)
            << successes << " of " << trials << " at " << share;
}

TEST(BinomialAtLeast, AnswersAnyInput) {
  EXPECT_EQ(binomial_at_least(0, 0, 0.5), 1);
  EXPECT_EQ(binomial_at_least(0, 6, 0.5), 1);
  EXPECT_EQ(binomial_at_least(7, 6, 0.5), 0);
  EXPECT_EQ(binomial_at_least(2, 6, 0), 0);
  EXPECT_EQ(binomial_at_least(2, 6, 1), 1);
  EXPECT_EQ(binomial_at_least(2, 6, std::nan("")), 1);
}

// The worked example of the paper of 1995: of 15 p values four are selected at 0.05.
TEST(BenjaminiHochberg, SelectsAsThePaperDoes) {
  const std::vector<double> p{0.0278, 0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.3240, 0.0298,
                              0.0344, 0.0459, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
  const std::vector<bool> selected = benjamini_hochberg(p, 0.05);
  for (std::size_t i = 0; i < p.size(); ++i) EXPECT_EQ(selected[i], i >= 1 && i <= 4) << i;
}

// A later rank that passes takes the earlier ones with it, even those above their own limit.
TEST(BenjaminiHochberg, StepsUpFromTheLargestThatPasses) {
  const std::vector<double> p{0.04, 0.045, 0.049};
  EXPECT_EQ(benjamini_hochberg(p, 0.05), (std::vector<bool>{true, true, true}));
}

TEST(BenjaminiHochberg, SelectsNothingFromNothingOrNan) {
  EXPECT_TRUE(benjamini_hochberg({}, 0.05).empty());
  const std::vector<double> p{std::nan(""), std::nan("")};
  EXPECT_EQ(benjamini_hochberg(p, 0.05), (std::vector<bool>{false, false}));
}

TEST(BenjaminiHochberg, KeepsTheShareOfNightsWithAFalseSelectionAtTheRate) {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> uniform(0, 1);
  constexpr int kNights = 2000;
  int nights_with_selection = 0;
  for (int night = 0; night < kNights; ++night) {
    std::vector<double> p(100);
    for (double& value : p) value = uniform(random);
    const std::vector<bool> selected = benjamini_hochberg(p, 0.05);
    for (const bool is_selected : selected)
      if (is_selected) {
        ++nights_with_selection;
        break;
      }
  }
  EXPECT_NEAR(nights_with_selection / static_cast<double>(kNights), 0.05, 0.015);
}

}  // namespace
}  // namespace busbar
