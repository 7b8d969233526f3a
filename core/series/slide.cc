#include "core/series/slide.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace busbar {
namespace {

// Longer stretches are fitted on every k-th pair of places, then on all pairs near
// the best of those: 400 nights have 80,000 pairs.
constexpr std::size_t kPlacesMax = 200;

// Sums over a stretch's start: of the values, of value × place, and of squares.
class Sums {
 public:
  explicit Sums(std::span<const double> values)
      : origin_(values.front()), plain_(values.size() + 1), placed_(plain_), squares_(plain_) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double value = values[i] - origin_;
      plain_[i + 1] = plain_[i] + value;
      placed_[i + 1] = placed_[i] + value * static_cast<double>(i);
      squares_[i + 1] = squares_[i] + value * value;
    }
  }

  SlideFit fit(std::size_t start, std::size_t end) const {
    const std::size_t n = plain_.size() - 1;
    const double before = plain_[start] / static_cast<double>(start);
    const double after = (plain_[n] - plain_[end]) / static_cast<double>(n - end);
    const double error = flat(0, start, before) + flat(end, n, after) +
                         ramp({.start = start, .end = end, .before = before, .after = after});
    return {.start = start,
            .end = end,
            .before = before + origin_,
            .after = after + origin_,
            .squared_error = std::max(0.0, error)};
  }

 private:
  double flat(std::size_t first, std::size_t end, double level) const {
    const auto n = static_cast<double>(end - first);
    return squares_[end] - squares_[first] - level * (2 * (plain_[end] - plain_[first])) +
           n * level * level;
  }
  // Values of the ramp leave `before` one place before its start and reach `after` at its end.
  double ramp(const SlideFit& slide) const {
    const auto length = static_cast<double>(slide.end - slide.start);
    const auto first = static_cast<double>(slide.start);
    const double slope = (slide.after - slide.before) / (length + 1);
    const double level = slide.before + slope * (1 - first);  // at place 0
    const double sum = plain_[slide.end] - plain_[slide.start];
    const double placed = placed_[slide.end] - placed_[slide.start];
    const double squares = squares_[slide.end] - squares_[slide.start];
    const double last = first + length - 1;
    const double places = length * (first + last) / 2;
    const auto squares_to = [](double m) { return m * (m + 1) * (2 * m + 1) / 6; };
    const double place_squares = squares_to(last) - squares_to(first - 1);
    return squares - 2 * (level * sum + slope * placed) + length * level * level +
           2 * level * slope * places + slope * slope * place_squares;
  }

  double origin_;
  std::vector<double> plain_, placed_, squares_;
};

struct Reach {
  std::size_t first, last;  // both included
};
Reach around(std::size_t place, std::size_t reach, const Reach& within) {
  return {std::max(within.first, place - std::min(place, reach)),
          std::min(within.last, place + reach)};
}

struct Grid {
  Reach starts, ends;
  std::size_t stride = 1;
};

// Adds the best of each start to `of_starts`.
SlideFit best_over(const Sums& sums, const Grid& grid, std::vector<SlideFit>& of_starts) {
  SlideFit best{.squared_error = std::numeric_limits<double>::infinity()};
  for (std::size_t start = grid.starts.first; start <= grid.starts.last; start += grid.stride) {
    SlideFit of_start{.squared_error = std::numeric_limits<double>::infinity()};
    for (std::size_t end = std::max(start, grid.ends.first); end <= grid.ends.last;
         end += grid.stride) {
      const SlideFit fit = sums.fit(start, end);
      if (fit.squared_error < of_start.squared_error) of_start = fit;
    }
    if (of_start.squared_error < best.squared_error) best = of_start;
    of_starts.push_back(of_start);
  }
  return best;
}

}  // namespace

double squared_error_of_line(std::span<const double> values) {
  if (values.size() < 3) return 0;
  const auto n = static_cast<double>(values.size());
  double mean = 0;
  for (const double value : values) mean += value / n;
  double products = 0, squares = 0, widths = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double offset = static_cast<double>(i) - (n - 1) / 2;
    const double residual = values[i] - mean;
    products += offset * residual;
    squares += residual * residual;
    widths += offset * offset;
  }
  return std::max(0.0, squares - products * products / widths);
}

double SlideFit::at(std::size_t place) const {
  if (place < start) return before;
  if (place >= end) return after;
  const double share =
      static_cast<double>(place - start + 1) / static_cast<double>(end - start + 1);
  return before + share * (after - before);
}

std::optional<SlideFit> fit_slide(std::span<const double> values, const SlideRule& rule) {
  const std::size_t shortest = std::max<std::size_t>(1, rule.shortest);
  if (values.size() < 2 * shortest) return std::nullopt;
  const Sums sums(values);
  const Reach all{.first = shortest, .last = values.size() - shortest};
  const std::size_t stride = 1 + values.size() / kPlacesMax;
  std::vector<SlideFit> of_starts;
  SlideFit best = best_over(sums, {.starts = all, .ends = all, .stride = stride}, of_starts);
  if (stride > 1)
    best = best_over(
        sums, {.starts = around(best.start, stride, all), .ends = around(best.end, stride, all)},
        of_starts);
  best.earliest = best.latest = best.start;
  for (const SlideFit& each : of_starts) {
    if (each.squared_error > best.squared_error + rule.start_set) continue;
    best.earliest = std::min(best.earliest, each.start);
    best.latest = std::max(best.latest, each.start);
  }
  if (best.before == best.after ||
      best.squared_error >= rule.line_ratio * squared_error_of_line(values))
    return std::nullopt;
  return best;
}

}  // namespace busbar
