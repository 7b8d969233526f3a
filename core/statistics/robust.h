#pragma once
// Location, scale and correlation that a few wild values cannot move.
// Units: those of the values; numbers are plain because these work on logarithms and scores.
// Invariants: values are finite (a NaN must be taken out before); of an empty set everything is 0.
// Source: Rousseeuw and Croux 1993 for the factor 1.4826; 1.645 is the 95 % point of the normal
// distribution, so both terms of `robust_scale` estimate the standard deviation of normal values.
// Threads: pure.
#include <span>
#include <vector>

namespace busbar {

// 1.4826 median(|x − m|) is the standard deviation of normal values.
inline constexpr double kMadToSigma = 1.4826;
// The 90 % quantile of |x − m| of normal values is 1.645 standard deviations.
inline constexpr double kNinetyToSigma = 1.645;

double median_of(std::vector<double> values);
// Linear between order statistics (type 7 of Hyndman and Fan); a share past 0 or 1 is clamped.
double quantile_of(std::vector<double> values, double share);

struct CentreAndScale {
  double centre = 0;  // median
  double scale = 0;   // max(1.4826 MAD, 90 % quantile of |x − m| / 1.645)
};
// The quantile term makes values with two modes wide: MAD alone sees only the larger mode.
CentreAndScale robust_scale(std::span<const double> values);

// Median of the `width` values around each place (fewer at the ends).
std::vector<double> running_median(std::span<const double> values, std::size_t width);

// Sum of r[i] r[i+1] over the sum of squares; residuals are taken to have mean 0. 0 without spread.
double lag_one_correlation(std::span<const double> residuals);

}  // namespace busbar
