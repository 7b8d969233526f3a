#pragma once
// Slow slides among the steps of a partition, each turned into the one step that it amounts to.
// A partition into constant levels shows a slide as a staircase, and its stairs fail every test
// that a step passes: what is left within a stair is correlated. So wherever one slide explains a
// run of stairs better, all counted with the penalty of their parameters (k stairs have 2k, a slide
// has 3), the ramp is taken out of the values and a step between the same two levels put in at its
// middle. The noise stays as it was; the step is then tested as every other.
// Units: values in standard deviations of the noise; places within them. Threads: pure.
// Source: docs/method/series.md, slides.
#include <cstddef>
#include <span>
#include <vector>

namespace busbar {

struct Slide {
  std::size_t step = 0;                  // first value of the later level, as flattened
  std::size_t start = 0, end = 0;        // first value off the old level, first of the new one
  std::size_t earliest = 0, latest = 0;  // the start is in here with 95 % confidence
};

struct StaircaseRule {
  double penalty = 0;              // of one step: two parameters
  std::size_t shortest = 5;        // values of a level
  double line_ratio = 0.9;         // a slide's error must be below this × the straight line's
  double level_to_ramp_min = 0.5;  // nights of either level over those of the ramp
  double start_set = 8;            // squared error that the 95 % set reaches to
};

struct Flattened {
  std::vector<double> values;       // with steps in place of slides
  std::vector<std::size_t> starts;  // first indices of all segments but the first
  std::vector<Slide> slides;        // ascending
};

// `starts` as core/series/partition.h gives them for the same values.
Flattened flatten_slides(std::span<const double> values, std::span<const std::size_t> starts,
                         const StaircaseRule& rule);

}  // namespace busbar
