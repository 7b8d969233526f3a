#include "core/statistics/significance.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace busbar {
namespace {

// Continued fraction of the incomplete beta function; converges in O(sqrt(max(a, b))) steps.
double beta_fraction(double a, double b, double x) {
  constexpr int kStepsMax = 500;
  constexpr double kTiny = 1e-300;
  constexpr double kEnough = 1e-15;
  const auto away_from_zero = [](double value) { return std::abs(value) < kTiny ? kTiny : value; };
  double c = 1;
  double d = 1 / away_from_zero(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m <= kStepsMax; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / away_from_zero(1 + even * d);
    c = away_from_zero(1 + even / c);
    fraction *= d * c;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / away_from_zero(1 + odd * d);
    c = away_from_zero(1 + odd / c);
    fraction *= d * c;
    if (std::abs(d * c - 1) < kEnough) break;
  }
  return fraction;
}

// Regularised incomplete beta function I_x(a, b).
double incomplete_beta(double a, double b, double x) {
  if (x <= 0) return 0;
  if (x >= 1) return 1;
  const double front = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) +
                                a * std::log(x) + b * std::log1p(-x));
  if (x < (a + 1) / (a + b + 2)) return front * beta_fraction(a, b, x) / a;
  return 1 - front * beta_fraction(b, a, 1 - x) / b;
}

}  // namespace

double student_two_sided(double t, double degrees) {
  if (std::isnan(t) || !(degrees > 0)) return 1;
  if (std::isinf(t)) return 0;
  return incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t));
}

double binomial_at_least(std::size_t successes, std::size_t trials, double share) {
  if (successes == 0 || std::isnan(share)) return 1;
  if (successes > trials) return 0;
  return incomplete_beta(static_cast<double>(successes),
                         static_cast<double>(trials - successes) + 1, share);
}

std::vector<bool> benjamini_hochberg(std::span<const double> p_values, double rate) {
  const auto p_of = [&](std::size_t i) { return std::isnan(p_values[i]) ? 1.0 : p_values[i]; };
  std::vector<std::size_t> order(p_values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return p_of(a) < p_of(b); });
  std::size_t selected = 0;
  for (std::size_t rank = 1; rank <= order.size(); ++rank) {
    const double limit = rate * static_cast<double>(rank) / static_cast<double>(order.size());
    if (p_of(order[rank - 1]) <= limit) selected = rank;
  }
  std::vector<bool> is_selected(p_values.size());
  for (std::size_t i = 0; i < selected; ++i) is_selected[order[i]] = true;
  return is_selected;
}

}  // namespace busbar
