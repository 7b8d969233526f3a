#include "core/series/boundary.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/series/slide.h"
#include "core/statistics/robust.h"
#include "core/statistics/significance.h"

namespace busbar {
namespace {

// With a level for every few values the first-order bias correction has no meaning any more.
constexpr double kBiasDivisorMin = 0.1;

double mean_of(std::span<const double> values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double squares_about(std::span<const double> values, double centre) {
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum;
}

double median_in(std::span<const double> values) {
  return median_of(std::vector<double>(values.begin(), values.end()));
}

}  // namespace

std::vector<Boundary> BoundaryTest::all(std::span<const std::size_t> starts) const {
  const double rho = correlation(starts);
  std::vector<Boundary> boundaries;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const std::size_t first = i == 0 ? 0 : starts[i - 1];
    const std::size_t end = i + 1 == starts.size() ? values_.size() : starts[i + 1];
    boundaries.push_back(judge({first, starts[i], end}, rho));
  }
  return boundaries;
}

double BoundaryTest::strength(const Boundary& boundary, bool is_known) const {
  const double p_max = is_known ? rule_.p_max_known : rule_.p_max;
  const double p = std::max(boundary.p_value, std::numeric_limits<double>::min());
  const double size = rule_.smallest_change > 0
                          ? boundary.smallest_difference / rule_.smallest_change
                          : std::numeric_limits<double>::infinity();
  return std::min(
      {std::log(p) / std::log(p_max), size, boundary.effect_sigmas / rule_.effect_sigmas_min});
}

// Of the residuals of all segments about their means.
double BoundaryTest::correlation(std::span<const std::size_t> starts) const {
  std::vector<double> residuals(values_.size());
  std::size_t first = 0;
  for (std::size_t i = 0; i <= starts.size(); ++i) {
    const std::size_t end = i == starts.size() ? values_.size() : starts[i];
    const double mean = mean_of(values_.subspan(first, end - first));
    for (std::size_t at = first; at < end; ++at) residuals[at] = values_[at] - mean;
    first = end;
  }
  // Every fitted level, and ramp, takes correlation out of the residuals:
  // E(r) = rho − (1 + 3 rho) levels / n.
  const double levels =
      static_cast<double>(starts.size() + 1 + ramps_) / static_cast<double>(values_.size());
  // What is left of exact levels is rounding: it has a correlation, but that of no noise.
  const double rounding = rule_.scale_min / 1000;
  const double squares = squares_about(residuals, 0);
  const double share_of_noise =
      squares / (squares + static_cast<double>(values_.size()) * rounding * rounding);
  const double rho = (share_of_noise * lag_one_correlation(residuals) + levels) /
                     std::max(1 - 3 * levels, kBiasDivisorMin);
  return std::clamp(rho, 0.0, rule_.correlation_max);
}

Boundary BoundaryTest::judge(const Sides& sides, double correlation) const {
  const std::size_t left_size = std::min(rule_.side_max, sides.start - sides.first);
  const std::size_t right_size = std::min(rule_.side_max, sides.end - sides.start);
  const auto left = values_.subspan(sides.start - left_size, left_size);
  const auto right = values_.subspan(sides.start, right_size);
  Boundary boundary{.start = sides.start, .before = median_in(left), .after = median_in(right)};
  const double left_mean = mean_of(left);
  const double right_mean = mean_of(right);
  const auto count = static_cast<double>(left_size + right_size);
  const double variance = (squares_about(left, left_mean) + squares_about(right, right_mean)) /
                          std::max(1.0, count - 2);
  // Constant values have no spread of their own; noise below the floor is not believed anyway.
  const double sigma = std::max(std::sqrt(variance), rule_.scale_min / 2);
  const double shrink = (1 - correlation) / (1 + correlation);
  const double width = sigma * std::sqrt(1 / (shrink * static_cast<double>(left_size)) +
                                         1 / (shrink * static_cast<double>(right_size)));
  // Correlation costs the variance fewer of its degrees than it costs the means.
  const double squared = correlation * correlation;
  const double degrees = (1 - squared) / (1 + squared) * count - 2;
  boundary.p_value = student_two_sided((right_mean - left_mean) / width, std::max(1.0, degrees));
  boundary.smallest_difference =
      std::min(std::abs(boundary.after - boundary.before), std::abs(right_mean - left_mean));
  boundary.effect_sigmas = std::abs(boundary.after - boundary.before) / sigma;
  boundary.is_drift = looks_like_a_line(sides);
  find_start_set(sides, boundary);
  return boundary;
}

bool BoundaryTest::looks_like_a_line(const Sides& sides) const {
  const std::size_t left_size = std::min(rule_.drift_side, sides.start - sides.first);
  const std::size_t right_size = std::min(rule_.drift_side, sides.end - sides.start);
  const auto left = values_.subspan(sides.start - left_size, left_size);
  const auto right = values_.subspan(sides.start, right_size);
  const double step = squares_about(left, mean_of(left)) + squares_about(right, mean_of(right));
  const double line =
      squared_error_of_line(values_.subspan(sides.start - left_size, left_size + right_size));
  return step > rule_.drift_ratio * line;
}

// All starts between the neighbours whose cost is near the best one's.
void BoundaryTest::find_start_set(const Sides& sides, Boundary& boundary) const {
  const auto cost = [&](std::size_t start) {
    return errors_.of(sides.first, start) + errors_.of(start, sides.end);
  };
  double best = cost(sides.start);
  for (std::size_t at = sides.first + 1; at < sides.end; ++at) best = std::min(best, cost(at));
  boundary.earliest = boundary.latest = sides.start;
  for (std::size_t at = sides.first + 1; at < sides.end; ++at) {
    if (cost(at) > best + rule_.start_set_sigmas2) continue;
    boundary.earliest = std::min(boundary.earliest, at);
    boundary.latest = std::max(boundary.latest, at);
  }
}

}  // namespace busbar
