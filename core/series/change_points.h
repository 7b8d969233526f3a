#pragma once
// Where the level of a series changed, looking back over its whole history.
// Clip single wild nights; exact optimal partition; turn slow slides into the steps that they
// amount to; then take the weakest boundary out, again and again, until every boundary is
// significant with the series' own autocorrelation accounted for, and large enough to matter. What
// a straight line over its whole stretch explains as well is a `Trend`.
// Positions are those of the values handed in; what is not finite is a missing night and is
// skipped. `known` are starts reported earlier: such a boundary stays until it fails the milder
// `p_max_known`, so a growing series does not lose and regain it.
// Units: values are natural logarithms (core/series/nights.h), so differences are relative changes;
// any other scale works with `smallest_change` and `scale_min` set for it.
// Invariants: deterministic; change points ascend, every index is of a finite value; fewer than
// 2 × `shortest` finite values have none.
// Source of method and figures: docs/method/series.md, retrospective change points. Threads: pure.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace busbar {

enum class ShiftKind {
  Step,
  Drift,  // a slide from one level to another over many nights
  Trend   // a straight line over the whole stretch: it has a slope, but nothing began in it
};
std::string_view to_text(ShiftKind);  // "step", "drift", "trend"

struct ChangePoint {
  std::size_t index = 0;  // first value of the new level; of a drift or trend, where it begins
  std::size_t end = 0;    // of a drift or trend, where it ends; of a step, the index
  std::size_t earliest = 0, latest = 0;  // the start is in here with 95 % confidence
  ShiftKind kind = ShiftKind::Step;
  double before = 0, after = 0;  // median levels
  double effect_sigmas = 0;      // |after − before| in pooled standard deviations
  double p_value = 1;

  double change() const { return after - before; }
};

struct ChangePointRule {
  double clip_sigmas = 5;       // single values farther than this from their neighbours' median
  std::size_t clip_window = 7;  // nights of that median
  double scale_min = 0.002;     // noise below 0.2 % is not believed; above 0
  double penalty_per_log = 4;   // penalty of a segment = this × ln n
  std::size_t shortest = 5;     // nights of a segment
  double p_max = 1e-4;
  double p_max_known = 1e-3;  // a boundary reported before stays until it is worse than this
  double smallest_change = 0.0198026;  // ln 1.02: the smallest change that matters in practice
  double effect_sigmas_min = 1;
  std::size_t side_max = 60;     // nights of either side that the test looks at
  double correlation_max = 0.8;  // lag-1 correlation is clipped to 0 … this
  std::size_t drift_side = 30;   // nights of either side in step against line
  double drift_ratio = 0.9;      // step error above this × the line's error: a drift
  double start_set_sigmas2 = 8;  // cost above the best, in sigma², that the 95 % set reaches to
};

std::vector<ChangePoint> find_change_points(std::span<const double> values,
                                            const ChangePointRule& rule = {},
                                            std::span<const std::size_t> known = {});

}  // namespace busbar
