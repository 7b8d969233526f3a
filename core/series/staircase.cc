#include "core/series/staircase.h"

#include <algorithm>
#include <optional>

#include "core/series/partition.h"
#include "core/series/slide.h"

namespace busbar {
namespace {

// Longer runs than this are a slope through the whole history; it bounds the search.
constexpr std::size_t kStairsMax = 8;

// Stairs [first, end) of the partition as one slide.
struct Candidate {
  std::size_t first = 0, end = 0;
  std::size_t stretch = 0;  // where the fitted values begin
  SlideFit fit;
  double gain = 0;
};

class Search {
 public:
  Search(std::span<const double> values, std::span<const std::size_t> starts,
         const StaircaseRule& rule)
      : values_(values), starts_(starts), rule_(rule), errors_(values) {}

  // The slides that gain most, not overlapping, best first.
  std::vector<Candidate> best() const {
    std::vector<Candidate> all = candidates();
    std::sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) {
      return a.gain != b.gain ? a.gain > b.gain : a.first < b.first;
    });
    std::vector<Candidate> taken;
    for (const Candidate& each : all) {
      // Two slides share no level: each was fitted with the whole of it.
      const bool is_free = std::all_of(taken.begin(), taken.end(), [&](const Candidate& other) {
        return each.end < other.first || other.end < each.first;
      });
      if (is_free) taken.push_back(each);
    }
    return taken;
  }

 private:
  std::vector<Candidate> candidates() const {
    std::vector<Candidate> all;
    for (std::size_t first = 0; first < starts_.size(); ++first) {
      for (std::size_t end = first + 2; end <= starts_.size() && end - first <= kStairsMax; ++end) {
        if (falls(end - 1) != falls(first)) break;
        if (const auto candidate = try_slide(first, end)) all.push_back(*candidate);
      }
    }
    return all;
  }

  std::optional<Candidate> try_slide(std::size_t first, std::size_t end) const {
    const std::size_t begin = begin_of(first);
    const std::size_t stop = begin_of(end + 1);
    const auto fit = fit_slide(
        values_.subspan(begin, stop - begin),
        {.shortest = rule_.shortest, .line_ratio = rule_.line_ratio, .start_set = rule_.start_set});
    if (!fit || (fit->after < fit->before) != falls(first)) return std::nullopt;
    const std::size_t level = std::min(fit->start, stop - begin - fit->end);
    if (static_cast<double>(level) <
        rule_.level_to_ramp_min * static_cast<double>(fit->end - fit->start))
      return std::nullopt;  // noise wanders so; a slide comes from somewhere and leads somewhere
    double stairs = 0;
    for (std::size_t i = first; i <= end; ++i) stairs += errors_.of(begin_of(i), begin_of(i + 1));
    const double parameters_saved = 2 * static_cast<double>(end - first) - 3;
    const double gain = stairs - fit->squared_error + rule_.penalty / 2 * parameters_saved;
    if (gain <= 0) return std::nullopt;
    return Candidate{.first = first, .end = end, .stretch = begin, .fit = *fit, .gain = gain};
  }

  // Of the i-th segment; the one after the last begins where the values end.
  std::size_t begin_of(std::size_t segment) const {
    if (segment == 0) return 0;
    return segment <= starts_.size() ? starts_[segment - 1] : values_.size();
  }
  bool falls(std::size_t stair) const {
    const double before = errors_.mean(begin_of(stair), begin_of(stair + 1));
    return errors_.mean(begin_of(stair + 1), begin_of(stair + 2)) < before;
  }

  std::span<const double> values_;
  std::span<const std::size_t> starts_;
  const StaircaseRule& rule_;
  SquaredErrors errors_;
};

// Takes the ramp out, puts the step in; what was noise about the one is noise about the other.
Slide flatten(const Candidate& candidate, std::vector<double>& values) {
  const SlideFit& fit = candidate.fit;
  const std::size_t middle = (fit.start + fit.end) / 2;
  for (std::size_t place = fit.start; place < fit.end; ++place) {
    const double level = place < middle ? fit.before : fit.after;
    values[candidate.stretch + place] += level - fit.at(place);
  }
  return {.step = candidate.stretch + middle,
          .start = candidate.stretch + fit.start,
          .end = candidate.stretch + fit.end,
          .earliest = candidate.stretch + fit.earliest,
          .latest = candidate.stretch + fit.latest};
}

}  // namespace

Flattened flatten_slides(std::span<const double> values, std::span<const std::size_t> starts,
                         const StaircaseRule& rule) {
  Flattened flattened{.values = {values.begin(), values.end()}, .starts = {}, .slides = {}};
  const std::vector<Candidate> taken = Search(values, starts, rule).best();
  for (std::size_t i = 0; i < starts.size(); ++i) {
    const bool is_in_slide = std::any_of(taken.begin(), taken.end(), [i](const Candidate& each) {
      return i >= each.first && i < each.end;
    });
    if (!is_in_slide) flattened.starts.push_back(starts[i]);
  }
  for (const Candidate& each : taken) {
    flattened.slides.push_back(flatten(each, flattened.values));
    flattened.starts.push_back(flattened.slides.back().step);
  }
  std::sort(flattened.starts.begin(), flattened.starts.end());
  std::sort(flattened.slides.begin(), flattened.slides.end(),
            [](const Slide& a, const Slide& b) { return a.step < b.step; });
  return flattened;
}

}  // namespace busbar
