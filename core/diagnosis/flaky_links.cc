#include "core/diagnosis/flaky_links.h"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/statistics/robust.h"
#include "core/statistics/significance.h"

namespace busbar {
namespace {

constexpr double kDeepest = 0.5;      // interference below half is rare: levels lie above it
constexpr double kAgreeSigmas = 4;    // range within which slow runs have the same level
constexpr double kHealthySigmas = 3;  // a run above this below 1 is healthy
constexpr std::size_t kSlowRunsMin = 2;

double slow_limit(const FlakyRule& rule) {
  return std::min(rule.slow_below, 1 - rule.sigmas * rule.noise);
}

std::vector<double> slow_runs(const RelativeRuns& pair, const FlakyRule& rule) {
  std::vector<double> slow;
  std::copy_if(pair.runs.begin(), pair.runs.end(), std::back_inserter(slow),
               [&](double run) { return run < slow_limit(rule); });
  return slow;
}

// Chance that `count` levels anywhere between the deepest and the limit lie within `range`.
double agreement(std::size_t count, double range, const FlakyRule& rule) {
  const double share = std::min(1.0, range / (slow_limit(rule) - kDeepest));
  const auto n = static_cast<double>(count);
  return n * std::pow(share, n - 1) - (n - 1) * std::pow(share, n);
}

double p_value(const std::vector<double>& slow, std::size_t runs, double background,
               const FlakyRule& rule) {
  const double by_count = binomial_at_least(slow.size(), runs, background);
  const auto [low, high] = std::minmax_element(slow.begin(), slow.end());
  const double range = kAgreeSigmas * std::max(rule.noise, 1e-4);
  const double levels = *high - *low <= range ? agreement(slow.size(), range, rule) : 1;
  return std::min(1.0, 2 * by_count * levels);
}

// Two levels, not the noise of one: some runs are healthy, and the slow ones lie as far below those
// as they must below 1.
bool has_two_levels(const RelativeRuns& pair, const std::vector<double>& slow,
                    const FlakyRule& rule) {
  const double healthy = 1 - kHealthySigmas * rule.noise;
  return slow.size() >= kSlowRunsMin &&
         *std::max_element(pair.runs.begin(), pair.runs.end()) >= healthy &&
         median_of(slow) < healthy - rule.sigmas * rule.noise;
}

}  // namespace

std::vector<FlakyLink> find_flaky_links(std::span<const RelativeRuns> pairs,
                                        const FlakyRule& rule) {
  double all_slow = 0;
  double all_runs = 0;
  for (const RelativeRuns& pair : pairs) {
    all_slow += static_cast<double>(slow_runs(pair, rule).size());
    all_runs += static_cast<double>(pair.runs.size());
  }
  std::vector<FlakyLink> found;
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const std::vector<double> slow = slow_runs(pairs[i], rule);
    const std::size_t runs = pairs[i].runs.size();
    if (!has_two_levels(pairs[i], slow, rule)) continue;
    // Of the other pairs; half a slow run more, since none in few is not never.
    const double background = (all_slow - static_cast<double>(slow.size()) + 0.5) /
                              (all_runs - static_cast<double>(runs) + 1);
    if (p_value(slow, runs, background, rule) * static_cast<double>(pairs.size()) > rule.expected)
      continue;
    found.push_back(
        {i, median_of(slow), static_cast<double>(slow.size()) / static_cast<double>(runs)});
  }
  return found;
}

}  // namespace busbar
