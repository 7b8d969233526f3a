#include "core/series/partition.h"

#include <algorithm>
#include <limits>

namespace busbar {

SquaredErrors::SquaredErrors(std::span<const double> values)
    : origin_(values.empty() ? 0 : values.front()),
      sums_(values.size() + 1, 0.0),
      squares_(values.size() + 1, 0.0) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i] - origin_;
    sums_[i + 1] = sums_[i] + value;
    squares_[i + 1] = squares_[i] + value * value;
  }
}

double SquaredErrors::of(std::size_t first, std::size_t end) const {
  if (end < first + 2) return 0;
  const double sum = sums_[end] - sums_[first];
  const double squares = squares_[end] - squares_[first];
  return std::max(0.0, squares - sum * sum / static_cast<double>(end - first));
}

double SquaredErrors::mean(std::size_t first, std::size_t end) const {
  if (end <= first) return origin_;
  return origin_ + (sums_[end] - sums_[first]) / static_cast<double>(end - first);
}

std::vector<std::size_t> optimal_partition(const SquaredErrors& errors, const PartitionRule& rule) {
  const std::size_t n = errors.size();
  const std::size_t shortest = std::max<std::size_t>(1, rule.shortest);
  constexpr double kNever = std::numeric_limits<double>::infinity();
  std::vector<double> best(n + 1, kNever);     // cost of the first `end` values
  std::vector<std::size_t> last_start(n + 1);  // of the best partition's last segment
  best[0] = -rule.penalty;                     // so that one segment costs no penalty
  for (std::size_t end = shortest; end <= n; ++end) {
    for (std::size_t start = 0; start + shortest <= end; ++start) {
      if (best[start] == kNever) continue;
      const double cost = best[start] + errors.of(start, end) + rule.penalty;
      if (cost < best[end]) {
        best[end] = cost;
        last_start[end] = start;
      }
    }
  }
  std::vector<std::size_t> starts;
  for (std::size_t end = n; end > 0 && best[end] < kNever && last_start[end] > 0;) {
    end = last_start[end];
    starts.push_back(end);
  }
  std::reverse(starts.begin(), starts.end());
  return starts;
}

}  // namespace busbar
