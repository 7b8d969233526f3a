#include "core/series/change_points.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "core/series/boundary.h"
#include "core/series/partition.h"
#include "core/series/slide.h"
#include "core/series/staircase.h"
#include "core/statistics/robust.h"

namespace busbar {
namespace {

constexpr std::array kKindTexts{std::pair{ShiftKind::Step, "step"},
                                std::pair{ShiftKind::Drift, "drift"},
                                std::pair{ShiftKind::Trend, "trend"}};

// A known start and a found one are the same boundary within this many nights: the 95 % set is
// 5 nights wide for a change of 2 standard deviations.
constexpr std::size_t kSameBoundary = 2;

struct Cleaned {
  std::vector<std::size_t> places;  // of the finite values in what was handed in
  std::vector<double> values;       // clipped; later with steps in place of slides
  double scale = 0;
  std::vector<Slide> slides;  // that such steps stand for
};

// Drops what is missing; pulls single wild values to the median of their neighbours, so that they
// neither make a segment nor widen the noise.
Cleaned clean(std::span<const double> values, const ChangePointRule& rule) {
  Cleaned cleaned;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values[i])) continue;
    cleaned.places.push_back(i);
    cleaned.values.push_back(values[i]);
  }
  const std::vector<double> medians = running_median(cleaned.values, rule.clip_window);
  std::vector<double> residuals(medians.size());
  for (std::size_t i = 0; i < medians.size(); ++i) residuals[i] = cleaned.values[i] - medians[i];
  cleaned.scale = std::max(robust_scale(residuals).scale, rule.scale_min);
  for (std::size_t i = 0; i < medians.size(); ++i)
    if (std::abs(residuals[i]) > rule.clip_sigmas * cleaned.scale) cleaned.values[i] = medians[i];
  return cleaned;
}

bool is_near(std::span<const std::size_t> sorted, std::size_t index, std::size_t reach) {
  const auto next = std::lower_bound(sorted.begin(), sorted.end(), index);
  return (next != sorted.end() && *next - index <= reach) ||
         (next != sorted.begin() && index - *(next - 1) <= reach);
}

// Boundaries reported before, as places among the finite values, that are far enough from every
// found one and from the ends to be segments of their own: they are tested again.
void add_known(std::vector<std::size_t>& starts, std::span<const std::size_t> known,
               std::size_t shortest, std::size_t n) {
  for (const std::size_t index : known) {
    if (index < shortest || index + shortest > n || is_near(starts, index, shortest - 1)) continue;
    starts.insert(std::upper_bound(starts.begin(), starts.end(), index), index);
  }
}

// Among the finite values; a start within a slide is that of the slide's step.
std::vector<std::size_t> known_places(std::span<const std::size_t> known, const Cleaned& cleaned) {
  std::vector<std::size_t> places;
  for (const std::size_t index : known) {
    const auto at = std::lower_bound(cleaned.places.begin(), cleaned.places.end(), index);
    const auto place = static_cast<std::size_t>(at - cleaned.places.begin());
    const auto slide =
        std::find_if(cleaned.slides.begin(), cleaned.slides.end(), [place](const Slide& each) {
          return place + kSameBoundary >= each.earliest && place <= each.end;
        });
    places.push_back(slide == cleaned.slides.end() ? place : slide->step);
  }
  std::sort(places.begin(), places.end());
  return places;
}

// Takes the weakest boundary out until all of them hold.
std::vector<Boundary> prune(std::vector<std::size_t> starts, const BoundaryTest& test,
                            std::span<const std::size_t> known) {
  while (true) {
    std::vector<Boundary> boundaries = test.all(starts);
    const auto strength = [&](const Boundary& boundary) {
      return test.strength(boundary, is_near(known, boundary.start, kSameBoundary));
    };
    const auto weakest =
        std::min_element(boundaries.begin(), boundaries.end(),
                         [&](const auto& a, const auto& b) { return strength(a) < strength(b); });
    if (weakest == boundaries.end() || strength(*weakest) >= 1) return boundaries;
    starts.erase(starts.begin() + (weakest - boundaries.begin()));
  }
}

ChangePoint as_change_point(const Boundary& boundary, const Cleaned& cleaned) {
  const auto slide = std::find_if(cleaned.slides.begin(), cleaned.slides.end(),
                                  [&](const Slide& each) { return each.step == boundary.start; });
  const bool is_slide = slide != cleaned.slides.end();
  return {.index = cleaned.places[is_slide ? slide->start : boundary.start],
          .end = cleaned.places[is_slide ? slide->end : boundary.start],
          .earliest = cleaned.places[is_slide ? slide->earliest : boundary.earliest],
          .latest = cleaned.places[is_slide ? slide->latest : boundary.latest],
          .kind = is_slide && slide->end > slide->start ? ShiftKind::Drift : ShiftKind::Step,
          .before = boundary.before,
          .after = boundary.after,
          .effect_sigmas = boundary.effect_sigmas,
          .p_value = boundary.p_value};
}

// One slide shows as a staircase of boundaries the same way, some of which look like a line.
std::size_t end_of_staircase(std::span<const Boundary> boundaries, std::size_t first) {
  const auto is_down = [&](std::size_t i) { return boundaries[i].after < boundaries[i].before; };
  std::size_t end = first + 1;
  while (end < boundaries.size() && is_down(end) == is_down(first) &&
         (boundaries[end].is_drift || boundaries[end - 1].is_drift))
    ++end;
  return end;
}

// The stairs [first, end) of `boundaries`, and the values they lie in.
struct Staircase {
  std::span<const Boundary> stairs;
  std::size_t first = 0, end = 0;  // from the segment before the first stair to the one after

  bool has_drift() const {
    return std::any_of(stairs.begin(), stairs.end(), [](const auto& b) { return b.is_drift; });
  }
};

double error_of_stairs(const Staircase& staircase, std::span<const double> scaled) {
  const SquaredErrors errors(scaled);
  double sum = 0;
  std::size_t first = staircase.first;
  for (const Boundary& stair : staircase.stairs) {
    sum += errors.of(first, stair.start);
    first = stair.start;
  }
  return sum + errors.of(first, staircase.end);
}

// One change for the whole staircase: a trend, or a slide if that fits no worse than the stairs.
std::optional<ChangePoint> as_one(const Staircase& staircase, const Cleaned& cleaned,
                                  const ChangePointRule& rule) {
  const auto stretch =
      std::span(cleaned.values).subspan(staircase.first, staircase.end - staircase.first);
  const auto slide =
      fit_slide(stretch, {.shortest = rule.shortest,
                          .line_ratio = rule.drift_ratio,
                          .start_set = rule.start_set_sigmas2 * cleaned.scale * cleaned.scale});
  if (slide && slide->squared_error > error_of_stairs(staircase, cleaned.values)) return {};
  ChangePoint one = as_change_point(staircase.stairs.front(), cleaned);
  one.kind = !slide                       ? ShiftKind::Trend
             : slide->start == slide->end ? ShiftKind::Step
                                          : ShiftKind::Drift;
  one.after = staircase.stairs.back().after;
  for (const Boundary& stair : staircase.stairs) {
    one.effect_sigmas = std::max(one.effect_sigmas, stair.effect_sigmas);
    one.p_value = std::min(one.p_value, stair.p_value);
  }
  const std::size_t start = slide ? staircase.first + slide->start : staircase.first;
  const std::size_t end = slide ? staircase.first + slide->end : staircase.end - 1;
  one.index = cleaned.places[start];
  one.end = cleaned.places[end];
  one.earliest = slide ? cleaned.places[staircase.first + slide->earliest] : one.index;
  one.latest = slide ? cleaned.places[staircase.first + slide->latest] : one.end;
  return one;
}

void add_staircase(const Staircase& staircase, const Cleaned& cleaned, const ChangePointRule& rule,
                   std::vector<ChangePoint>& found) {
  if (staircase.has_drift()) {
    if (const auto one = as_one(staircase, cleaned, rule)) {
      found.push_back(*one);
      return;
    }
  }
  for (const Boundary& stair : staircase.stairs) found.push_back(as_change_point(stair, cleaned));
}

std::vector<ChangePoint> with_slides(std::span<const Boundary> boundaries, const Cleaned& cleaned,
                                     const ChangePointRule& rule) {
  std::vector<ChangePoint> found;
  for (std::size_t first = 0; first < boundaries.size();) {
    const std::size_t end = end_of_staircase(boundaries, first);
    add_staircase({.stairs = boundaries.subspan(first, end - first),
                   .first = first == 0 ? 0 : boundaries[first - 1].start,
                   .end = end == boundaries.size() ? cleaned.values.size() : boundaries[end].start},
                  cleaned, rule, found);
    first = end;
  }
  return found;
}

}  // namespace

std::string_view to_text(ShiftKind kind) {
  for (const auto& [value, text] : kKindTexts)
    if (value == kind) return text;
  return {};
}

std::vector<ChangePoint> find_change_points(std::span<const double> values,
                                            const ChangePointRule& rule,
                                            std::span<const std::size_t> known) {
  Cleaned cleaned = clean(values, rule);
  const std::size_t n = cleaned.values.size();
  if (n < 2 * std::max<std::size_t>(1, rule.shortest)) return {};
  const double origin = cleaned.values[0];
  std::vector<double> scaled(n);
  for (std::size_t i = 0; i < n; ++i) scaled[i] = (cleaned.values[i] - origin) / cleaned.scale;
  const double penalty = rule.penalty_per_log * std::log(static_cast<double>(n));
  const auto stairs =
      optimal_partition(SquaredErrors(scaled), {.penalty = penalty, .shortest = rule.shortest});
  Flattened flat = flatten_slides(scaled, stairs,
                                  {.penalty = penalty,
                                   .shortest = rule.shortest,
                                   .line_ratio = rule.drift_ratio,
                                   .start_set = rule.start_set_sigmas2});
  for (std::size_t i = 0; i < n; ++i) cleaned.values[i] = origin + cleaned.scale * flat.values[i];
  cleaned.slides = std::move(flat.slides);
  const std::vector<std::size_t> before = known_places(known, cleaned);
  add_known(flat.starts, before, rule.shortest, n);
  const SquaredErrors errors(flat.values);
  const BoundaryTest test(cleaned.values, errors, rule, cleaned.slides.size());
  return with_slides(prune(std::move(flat.starts), test, before), cleaned, rule);
}

}  // namespace busbar
