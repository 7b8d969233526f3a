#include "core/statistics/robust.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace busbar {
namespace {

TEST(MedianOf, TakesTheMiddleOrTheMeanOfTheMiddleTwo) {
  EXPECT_EQ(median_of({}), 0);
  EXPECT_EQ(median_of({7}), 7);
  EXPECT_EQ(median_of({4, 1}), 2.5);
  EXPECT_EQ(median_of({9, 1, 5}), 5);
  EXPECT_EQ(median_of({9, -1, 5, 6}), 5.5);
}

TEST(QuantileOf, IsLinearBetweenOrderStatistics) {
  const std::vector<double> values{50, 10, 40, 20, 30};
  EXPECT_EQ(quantile_of(values, 0), 10);
  EXPECT_EQ(quantile_of(values, 1), 50);
  EXPECT_EQ(quantile_of(values, 0.5), 30);
  EXPECT_DOUBLE_EQ(quantile_of(values, 0.9), 46);
  EXPECT_EQ(quantile_of({3}, 0.9), 3);
  EXPECT_EQ(quantile_of({}, 0.9), 0);
}

TEST(QuantileOf, ClampsASharePastTheEnds) {
  EXPECT_EQ(quantile_of({1, 2, 3}, -1), 1);
  EXPECT_EQ(quantile_of({1, 2, 3}, 2), 3);
  EXPECT_EQ(quantile_of({1, 2, 3}, std::nan("")), 1);
}

TEST(RobustScale, OfNormalValuesIsTheStandardDeviation) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal(100, 3);
  std::vector<double> values(20000);
  for (double& value : values) value = normal(random);
  const CentreAndScale spread = robust_scale(values);
  EXPECT_NEAR(spread.centre, 100, 0.1);
  EXPECT_NEAR(spread.scale, 3, 0.1);
}

TEST(RobustScale, IsUnmovedByAFewWildValues) {
  const std::vector<double> plain{10, 11, 9, 10, 11, 9, 10, 11, 9, 10, 11, 9, 10, 11, 9, 10, 11, 9};
  std::vector<double> wild = plain;
  wild.push_back(1e9);
  EXPECT_NEAR(robust_scale(wild).scale, robust_scale(plain).scale, 0.01);
}

TEST(RobustScale, SeesASecondModeThatTheMedianDeviationMisses) {
  std::vector<double> values(80, 100.0);
  values.insert(values.end(), 20, 90.0);  // the median deviation is 0
  EXPECT_NEAR(robust_scale(values).scale, 10 / kNinetyToSigma, 1e-9);
}

TEST(RobustScale, OfConstantOrNoValuesIsZero) {
  EXPECT_EQ(robust_scale({}).scale, 0);
  EXPECT_EQ(robust_scale(std::vector<double>{5}).centre, 5);
  EXPECT_EQ(robust_scale(std::vector<double>{5}).scale, 0);
  EXPECT_EQ(robust_scale(std::vector<double>(9, 5.0)).scale, 0);
}

TEST(RunningMedian, UsesFewerNeighboursAtTheEnds) {
  const std::vector<double> values{1, 9, 2, 8, 3};
  EXPECT_EQ(running_median(values, 3), (std::vector<double>{5, 2, 8, 3, 5.5}));
  EXPECT_EQ(running_median(values, 1), values);
  EXPECT_EQ(running_median(values, 0), values);
  EXPECT_TRUE(running_median({}, 7).empty());
}

TEST(RunningMedian, DropsASingleWildValueAndKeepsAStep) {
  const std::vector<double> values{5, 5, 5, 50, 5, 5, 5, 8, 8, 8, 8, 8};
  const std::vector<double> medians = running_median(values, 5);
  EXPECT_EQ(medians[3], 5);
  EXPECT_EQ(medians[6], 5);
  EXPECT_EQ(medians[7], 8);
}

TEST(LagOneCorrelation, KnowsAlternatingAndSlowValues) {
  EXPECT_EQ(lag_one_correlation({}), 0);
  EXPECT_EQ(lag_one_correlation(std::vector<double>{1}), 0);
  EXPECT_EQ(lag_one_correlation(std::vector<double>{0, 0, 0}), 0);
  EXPECT_NEAR(lag_one_correlation(std::vector<double>{1, -1, 1, -1}), -0.75, 1e-12);
  EXPECT_NEAR(lag_one_correlation(std::vector<double>{1, 1, -1, -1}), 0.25, 1e-12);
}

TEST(LagOneCorrelation, EstimatesTheCoefficientOfAnAutoregression) {
  std::mt19937_64 random(2);
  std::normal_distribution<double> normal;
  std::vector<double> values(20000);
  for (std::size_t i = 1; i < values.size(); ++i) values[i] = 0.6 * values[i - 1] + normal(random);
  EXPECT_NEAR(lag_one_correlation(values), 0.6, 0.02);
}

}  // namespace
}  // namespace busbar
