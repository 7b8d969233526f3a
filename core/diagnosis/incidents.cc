#include "core/diagnosis/incidents.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/statistics/robust.h"

namespace busbar {
namespace {

constexpr std::size_t kSlack = 1;            // nights that start sets may miss each other by
constexpr std::size_t kContrastNights = 10;  // either side of the start
// Untouched series that moved this share of what the touched ones did acquit a recorded change.
constexpr double kMovedAlike = 0.5;

bool is_loss(const SeriesShift& shift) {
  return shift.point.change() < 0;
}

// What one night and one factor explain.
struct Candidate {
  std::size_t night = 0;
  std::size_t distance = 0;  // of the explained starts from the night, summed
  std::vector<SeriesShift> bag;
  std::vector<FactorScore> ranked;
  std::size_t chosen = 0;  // place in `ranked`

  const FactorScore& explanation() const { return ranked[chosen]; }
  bool explains(const SeriesShift& shift) const {
    const auto& series = explanation().explained;
    return std::binary_search(series.begin(), series.end(), shift.series);
  }
};

std::size_t apart(std::size_t a, std::size_t b) {
  return std::max(a, b) - std::min(a, b);
}

// Of each series the nearest shift whose start may be the night.
std::vector<SeriesShift> bag_of(std::size_t night, std::span<const SeriesShift> shifts) {
  std::map<std::size_t, SeriesShift> nearest;
  for (const SeriesShift& shift : shifts) {
    if (night + kSlack < shift.point.earliest || night > shift.point.latest + kSlack) continue;
    const auto [known, is_new] = nearest.try_emplace(shift.series, shift);
    if (!is_new && apart(shift.point.index, night) < apart(known->second.point.index, night))
      known->second = shift;
  }
  std::vector<SeriesShift> bag;
  for (const auto& [series, shift] : nearest) bag.push_back(shift);
  return bag;
}

std::vector<std::size_t> series_of(const std::vector<SeriesShift>& bag) {
  std::vector<std::size_t> series;
  for (const SeriesShift& shift : bag) series.push_back(shift.series);
  return series;
}

double local_shift(const MeasuredSeries& series, std::size_t start) {
  const auto level = [&](std::size_t first, std::size_t end) {
    std::vector<double> values;
    for (std::size_t i = first; i < std::min(end, series.logs.size()); ++i)
      if (std::isfinite(series.logs[i])) values.push_back(series.logs[i]);
    return values.empty() ? std::numeric_limits<double>::quiet_NaN() : median_of(values);
  };
  return level(start, start + kContrastNights) -
         level(start - std::min(start, kContrastNights), start);
}

Contrast contrast_of(const ClusterHistory& cluster, const Factor& factor, std::size_t start) {
  std::vector<double> inside, outside;
  for (std::size_t i = 0; i < cluster.series.size(); ++i) {
    const double shift = local_shift(cluster.series[i], start);
    if (!std::isfinite(shift)) continue;
    const bool is_member = std::binary_search(factor.members.begin(), factor.members.end(), i) ||
                           std::binary_search(factor.possible.begin(), factor.possible.end(), i);
    (is_member ? inside : outside).push_back(shift);
  }
  return {.inside = median_of(inside), .outside = median_of(outside)};
}

std::size_t median_start(const Candidate& candidate) {
  std::vector<std::size_t> starts;
  for (const SeriesShift& shift : candidate.bag)
    if (candidate.explains(shift)) starts.push_back(shift.point.index);
  std::sort(starts.begin(), starts.end());
  return starts[(starts.size() - 1) / 2];
}

double magnitude_of(const ClusterHistory& cluster, const Candidate& candidate) {
  SizeClass largest = SizeClass::LatencyBound;
  std::vector<double> changes;
  for (const SeriesShift& shift : candidate.bag) {
    if (!candidate.explains(shift)) continue;
    const SizeClass size = size_class(cluster.series[shift.series].bytes);
    if (size < largest) continue;
    if (size > largest) changes.clear();
    largest = size;
    changes.push_back(shift.point.change());
  }
  return std::abs(std::expm1(median_of(changes)));
}

class Search {
 public:
  Search(const ClusterHistory& cluster, const AttributionRule& rule)
      : cluster_(cluster), rule_(rule), attribution_(cluster, rule) {}

  // Takes the shifts that it explains out of `shifts`.
  std::vector<Incident> run(std::vector<SeriesShift>& shifts, Direction direction) const {
    std::vector<Incident> incidents;
    std::vector<SeriesShift> taken;
    while (const std::optional<Candidate> best = best_of(shifts, taken)) {
      incidents.push_back(incident_of(*best, direction));
      for (const SeriesShift& shift : best->bag) {
        if (!best->explains(shift)) continue;
        taken.push_back(shift);
        std::erase_if(shifts, [&](const SeriesShift& other) {
          return other.series == shift.series && other.point.index == shift.point.index;
        });
      }
    }
    return incidents;
  }

 private:
  std::optional<Candidate> best_of(const std::vector<SeriesShift>& shifts,
                                   const std::vector<SeriesShift>& taken) const {
    std::set<std::size_t> nights;
    for (const SeriesShift& shift : shifts) nights.insert(shift.point.index);
    std::optional<Candidate> best;
    for (const std::size_t night : nights) {
      std::optional<Candidate> candidate = at(night, shifts, taken);
      if (!candidate) continue;
      const auto order = [](const Candidate& c) {
        return std::tuple(-c.explanation().score, c.distance, c.night);
      };
      if (!best || order(*candidate) < order(*best)) best = std::move(candidate);
    }
    return best;
  }

  std::optional<Candidate> at(std::size_t night, const std::vector<SeriesShift>& shifts,
                              const std::vector<SeriesShift>& taken) const {
    Candidate candidate{.night = night, .distance = 0, .bag = bag_of(night, shifts), .ranked = {}};
    candidate.ranked = attribution_.explain({.hits = series_of(candidate.bag),
                                             .silent = series_of(bag_of(night, taken)),
                                             .night = night});
    for (; candidate.chosen < candidate.ranked.size(); ++candidate.chosen)
      if (attribution_.is_convincing(candidate.explanation()) && !is_acquitted(candidate)) break;
    if (candidate.chosen == candidate.ranked.size()) return std::nullopt;
    for (const SeriesShift& shift : candidate.bag)
      if (candidate.explains(shift)) candidate.distance += apart(shift.point.index, night);
    return candidate;
  }

  // By difference in differences.
  bool is_acquitted(const Candidate& candidate) const {
    const Factor& factor = attribution_.factors()[candidate.explanation().factor];
    if (factor.cause.kind != CauseKind::Provenance) return false;
    const Contrast contrast = contrast_of(cluster_, factor, median_start(candidate));
    return contrast.outside * contrast.inside > 0 &&
           std::abs(contrast.outside) > kMovedAlike * std::abs(contrast.inside);
  }

  Incident incident_of(const Candidate& candidate, Direction direction) const {
    const FactorScore& explanation = candidate.explanation();
    const Factor& factor = attribution_.factors()[explanation.factor];
    Incident incident;
    incident.cause = {factor.cause, explanation.score};
    incident.direction = direction;
    incident.start = median_start(candidate);
    incident.latest = std::numeric_limits<std::size_t>::max();
    incident.magnitude = magnitude_of(cluster_, candidate);
    incident.explained = explanation.explained;
    for (const SeriesShift& shift : candidate.bag) {
      if (!candidate.explains(shift)) continue;
      incident.earliest = std::max(incident.earliest, shift.point.earliest);
      incident.latest = std::min(incident.latest, shift.point.latest);
    }
    // Sets that share no night, or not the median: the start alone is claimed.
    if (incident.earliest > incident.start || incident.latest < incident.start)
      incident.earliest = incident.latest = incident.start;
    incident.contrast = contrast_of(cluster_, factor, incident.start);
    for (const FactorScore& other : candidate.ranked)
      if (other.factor != explanation.factor && attribution_.is_convincing(other) &&
          other.score > explanation.score - rule_.alternative_within)
        incident.alternatives.push_back({attribution_.factors()[other.factor].cause, other.score});
    for (const ProvenanceChange& change : cluster_.changes)
      if (change.night >= incident.earliest && change.night <= incident.latest)
        incident.coinciding.push_back(change);
    return incident;
  }

  const ClusterHistory& cluster_;
  AttributionRule rule_;
  Attribution attribution_;
};

}  // namespace

std::string_view to_text(IncidentState state) {
  return state == IncidentState::Provisional ? "provisional" : "confirmed";
}

std::string_view to_text(Direction direction) {
  return direction == Direction::Loss ? "loss" : "gain";
}

std::vector<SeriesShift> find_shifts(const ClusterHistory& cluster, const ChangePointRule& rule) {
  std::vector<SeriesShift> shifts;
  for (std::size_t i = 0; i < cluster.series.size(); ++i)
    for (const ChangePoint& point : find_change_points(cluster.series[i].logs, rule))
      if (point.kind != ShiftKind::Trend) shifts.push_back({i, point});
  return shifts;
}

IncidentReport find_incidents(const ClusterHistory& cluster, std::span<const SeriesShift> shifts,
                              const AttributionRule& rule) {
  const Search search(cluster, rule);
  std::vector<SeriesShift> losses, gains;
  for (const SeriesShift& shift : shifts) (is_loss(shift) ? losses : gains).push_back(shift);
  IncidentReport report{.incidents = search.run(losses, Direction::Loss), .unexplained = losses};
  const std::vector<Incident> upward = search.run(gains, Direction::Gain);
  report.incidents.insert(report.incidents.end(), upward.begin(), upward.end());
  report.unexplained.insert(report.unexplained.end(), gains.begin(), gains.end());
  std::stable_sort(
      report.incidents.begin(), report.incidents.end(), [](const Incident& a, const Incident& b) {
        return std::tuple(a.start, -a.cause.score) < std::tuple(b.start, -b.cause.score);
      });
  std::sort(report.unexplained.begin(), report.unexplained.end(),
            [](const SeriesShift& a, const SeriesShift& b) {
              return std::tie(a.series, a.point.index) < std::tie(b.series, b.point.index);
            });
  return report;
}

}  // namespace busbar
