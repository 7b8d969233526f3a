#pragma once
// Whether a boundary between two segments is real, large enough, and a step or a slide.
// A boundary holds if a pooled two-sample t test is significant with the series' own lag-1
// correlation rho accounted for, if both the medians and the means differ by the smallest change
// that matters, and the medians by the smallest number of pooled standard deviations.
// Units: values as in core/series/change_points.h; places are those of the finite values.
// Source: a mean of n values is worth that of n (1 − rho) / (1 + rho) independent ones, a variance
// that of n (1 − rho²) / (1 + rho²) (Bayley and Hammersley 1946, first order of AR(1)); the
// estimated rho is low by (1 + 3 rho) / n for each fitted mean (Kendall 1954; Marriott and Pope
// 1954). The rest docs/method/series.md. Threads: pure.
#include <cstddef>
#include <span>
#include <vector>

#include "core/series/change_points.h"
#include "core/series/partition.h"

namespace busbar {

struct Boundary {
  std::size_t start = 0;  // first value of the later segment
  std::size_t earliest = 0, latest = 0;
  bool is_drift = false;
  double before = 0, after = 0;
  double effect_sigmas = 0;
  double smallest_difference = 0;  // of the medians or of the means
  double p_value = 1;
};

class BoundaryTest {
 public:
  // `values` clipped and with `ramps` ramps taken out, `errors` of the same values in standard
  // deviations; both outlive the test.
  BoundaryTest(std::span<const double> values, const SquaredErrors& errors,
               const ChangePointRule& rule, std::size_t ramps)
      : values_(values), errors_(errors), rule_(rule), ramps_(ramps) {}

  // One for each of `starts`, the first indices of all segments but the first.
  std::vector<Boundary> all(std::span<const std::size_t> starts) const;

  // At least 1 if the boundary holds; the smaller, the sooner it should go.
  double strength(const Boundary& boundary, bool is_known) const;

 private:
  struct Sides {
    std::size_t first, start, end;  // [first, start) and [start, end)
  };
  double correlation(std::span<const std::size_t> starts) const;
  Boundary judge(const Sides& sides, double correlation) const;
  bool looks_like_a_line(const Sides& sides) const;
  void find_start_set(const Sides& sides, Boundary& boundary) const;

  std::span<const double> values_;
  const SquaredErrors& errors_;
  const ChangePointRule& rule_;
  std::size_t ramps_;
};

}  // namespace busbar
