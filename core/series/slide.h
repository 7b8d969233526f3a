#pragma once
// One slow slide between two levels, or a trend without a beginning.
// A slide is flat, then a straight ramp, then flat again; the two places where it bends are chosen
// by least squares over all pairs, O(n²). A stretch whose squared error a single straight line
// nearly reaches is a trend: nothing began in it.
// Units: values as in core/series/change_points.h; places within the stretch. Threads: pure.
// Source: docs/method/series.md, slides.
#include <cstddef>
#include <optional>
#include <span>

namespace busbar {

struct SlideFit {
  std::size_t start = 0;  // first value that has left the old level
  std::size_t end = 0;    // first value of the new level
  double before = 0, after = 0;
  double squared_error = 0;
  std::size_t earliest = 0, latest = 0;  // starts whose best fit is within `start_set` of this one

  double at(std::size_t place) const;  // what the fit says of a place in its stretch
};

struct SlideRule {
  std::size_t shortest = 5;  // values of either level
  double line_ratio = 0.9;   // the slide's error must be below this × the straight line's
  double start_set = 0;      // squared error above the best that the set of starts reaches to
};

// Nothing: a trend, constant, or too short for two levels.
std::optional<SlideFit> fit_slide(std::span<const double> values, const SlideRule& rule);

// Squared error about the least-squares line through the values.
double squared_error_of_line(std::span<const double> values);

}  // namespace busbar
