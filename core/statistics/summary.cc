#include "core/statistics/summary.h"

#include <algorithm>
#include <cmath>

namespace busbar {
namespace {

// Terms below this share of the largest add nothing that a double can show.
constexpr double kNegligible = 1e-30;

// The lower half of Binomial(n, 1/2), as multiples of its largest term. Never 2^-n, which is 0 in a
// double from n = 1075 on; so it is exact to rounding for any n.
struct LowerHalf {
  std::size_t first;  // successes that weights[0] stands for; below it nothing worth a term
  std::vector<double> weights;  // up to floor((n − 1) / 2), upwards
  double total;                 // of all terms, both halves and the middle one
};

LowerHalf lower_half(std::size_t n) {
  const std::size_t middle = n / 2;
  const bool has_own_middle = n % 2 == 0;  // else two equal terms in the middle, one in each half
  std::vector<double> downwards;
  double weight = 1;
  std::size_t k = middle;
  if (!has_own_middle) downwards.push_back(weight);
  while (k > 0) {
    weight *= static_cast<double>(k) / static_cast<double>(n - k + 1);
    if (weight < kNegligible) break;
    downwards.push_back(weight);
    --k;
  }
  std::reverse(downwards.begin(), downwards.end());
  double half = 0;
  for (const double each : downwards) half += each;
  return {k, std::move(downwards), 2 * half + (has_own_middle ? 1 : 0)};
}

}  // namespace

Ratio MedianInterval::half_width() const {
  if (median.value() <= 0) return Ratio(0);
  return Ratio((high.value() - low.value()) / 2 / median.value());
}

IntervalRanks median_interval_ranks(std::size_t n, Ratio confidence) {
  if (n == 0) return {0, 0, Ratio(0)};
  const LowerHalf binomial = lower_half(n);
  // Coverage of [x(l), x(n+1−l)] is 1 − 2 P(successes < l): narrow it while enough is covered.
  std::size_t low = std::max<std::size_t>(1, binomial.first);
  double coverage = binomial.first == 0 ? 1 - 2 * binomial.weights.front() / binomial.total : 1;
  double below = 0;
  for (std::size_t i = 0; i < binomial.weights.size(); ++i) {
    below += binomial.weights[i] / binomial.total;
    if (2 * below > 1 - confidence.value()) break;
    low = binomial.first + i + 1;
    coverage = 1 - 2 * below;
  }
  return {low, n + 1 - low, Ratio(std::max(0.0, coverage))};
}

MedianInterval median_interval(std::span<const Seconds> sorted, Ratio confidence) {
  if (sorted.empty()) return {};
  const IntervalRanks ranks = median_interval_ranks(sorted.size(), confidence);
  return {percentile(sorted, Ratio(0.5)), sorted[ranks.low - 1], sorted[ranks.high - 1],
          ranks.coverage};
}

Seconds percentile(std::span<const Seconds> sorted, Ratio share) {
  if (sorted.empty()) return Seconds(0);
  const double last = static_cast<double>(sorted.size() - 1);
  const double position = std::clamp(share.value(), 0.0, 1.0) * last;
  const auto below = static_cast<std::size_t>(position);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  const double part = position - static_cast<double>(below);
  const double step = sorted[above].value() - sorted[below].value();
  return Seconds(sorted[below].value() + part * step);
}

Seconds median(std::vector<Seconds> samples) {
  std::sort(samples.begin(), samples.end());
  return percentile(samples, Ratio(0.5));
}

}  // namespace busbar
