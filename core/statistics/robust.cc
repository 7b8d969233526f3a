#include "core/statistics/robust.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace busbar {
namespace {

// Sorts a few values where they are and takes the middle: the heart of a running median.
double median_of_few(std::span<double> few) {
  std::sort(few.begin(), few.end());
  const std::size_t half = few.size() / 2;
  return few.size() % 2 == 1 ? few[half] : (few[half - 1] + few[half]) / 2;
}

}  // namespace

double median_of(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

double quantile_of(std::vector<double> values, double share) {
  if (values.empty()) return 0;
  const double part = share > 0 ? std::min(share, 1.0) : 0;  // a NaN too
  const double place = part * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(place);
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(below);
  std::nth_element(values.begin(), at, values.end());
  if (below + 1 == values.size()) return *at;
  const double next = *std::min_element(at + 1, values.end());
  return *at + (place - static_cast<double>(below)) * (next - *at);
}

CentreAndScale robust_scale(std::span<const double> values) {
  if (values.empty()) return {};
  std::vector<double> work(values.begin(), values.end());
  const double centre = median_of(work);
  for (double& value : work) value = std::abs(value - centre);
  const double mad = median_of(work);
  const double ninety = quantile_of(std::move(work), 0.9);
  return {centre, std::max(kMadToSigma * mad, ninety / kNinetyToSigma)};
}

std::vector<double> running_median(std::span<const double> values, std::size_t width) {
  constexpr std::size_t kWidthMax = 31;  // the window lives on the stack
  std::array<double, kWidthMax> window{};
  const std::size_t reach = std::min(width, kWidthMax) / 2;
  std::vector<double> medians(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::size_t first = i < reach ? 0 : i - reach;
    const std::size_t last = std::min(values.size(), i + reach + 1);
    std::copy(values.begin() + static_cast<std::ptrdiff_t>(first),
              values.begin() + static_cast<std::ptrdiff_t>(last), window.begin());
    medians[i] = median_of_few(std::span(window).first(last - first));
  }
  return medians;
}

double lag_one_correlation(std::span<const double> residuals) {
  double products = 0;
  double squares = 0;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    squares += residuals[i] * residuals[i];
    if (i > 0) products += residuals[i] * residuals[i - 1];
  }
  return squares > 0 ? products / squares : 0;
}

}  // namespace busbar
