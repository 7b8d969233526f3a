#include "core/diagnosis/nightly.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

#include "core/statistics/robust.h"

namespace busbar {
namespace {

// A cause is confirmed if it is found on 2 of so many nights, and withdrawn after them if not.
constexpr std::size_t kWindow = 3;

using Changes = std::map<std::size_t, double>;  // by series

bool is_measured(const MeasuredSeries& series, std::size_t night) {
  return night < series.logs.size() && std::isfinite(series.logs[night]);
}

Changes losses_of(std::span<const NightSuspect> suspects, const ClusterHistory& cluster,
                  std::size_t night) {
  Changes changes;
  for (const NightSuspect& suspect : suspects)
    if (suspect.change < 0 && is_measured(cluster.series[suspect.series], night))
      changes[suspect.series] = suspect.change;
  return changes;
}

double median_change(const Changes& changes, const std::vector<std::size_t>& series) {
  std::vector<double> values;
  for (const std::size_t place : series) values.push_back(changes.at(place));
  return median_of(values);
}

Incident provisional(const Attribution& attribution, std::span<const FactorScore> ranked,
                     const AttributionRule& rule) {
  Incident incident;
  const FactorScore& best = ranked.front();
  incident.cause = {attribution.factors()[best.factor].cause, best.score};
  incident.state = IncidentState::Provisional;
  for (const FactorScore& other : ranked.subspan(1))
    if (attribution.is_convincing(other) && other.score > best.score - rule.alternative_within)
      incident.alternatives.push_back({attribution.factors()[other.factor].cause, other.score});
  return incident;
}

std::vector<NamedCause> names_of(const Incident& incident) {
  std::vector<NamedCause> names{incident.cause};
  names.insert(names.end(), incident.alternatives.begin(), incident.alternatives.end());
  return names;
}

// Names of the later one that the earlier one had too.
std::vector<NamedCause> shared_names(const Incident& earlier, const Incident& later) {
  const std::vector<NamedCause> before = names_of(earlier);
  std::vector<NamedCause> names = names_of(later);
  std::erase_if(names, [&](const NamedCause& name) {
    return std::none_of(before.begin(), before.end(),
                        [&](const NamedCause& other) { return other.cause == name.cause; });
  });
  return names;
}

bool join(OpenIncident& open, const Incident& found, std::size_t night) {
  std::vector<NamedCause> names = shared_names(open.incident, found);
  if (names.empty() || open.incident.direction != found.direction) return false;
  open.nights_seen.push_back(night);
  open.incident.cause = names.front();
  open.incident.alternatives.assign(names.begin() + 1, names.end());
  open.incident.magnitude = found.magnitude;
  open.incident.contrast = found.contrast;
  std::vector<std::size_t> explained;
  std::set_union(open.incident.explained.begin(), open.incident.explained.end(),
                 found.explained.begin(), found.explained.end(), std::back_inserter(explained));
  open.incident.explained = std::move(explained);
  open.incident.state = IncidentState::Confirmed;
  return true;
}

}  // namespace

std::vector<Incident> incidents_of_night(const ClusterHistory& cluster,
                                         std::span<const NightSuspect> suspects, std::size_t night,
                                         const AttributionRule& rule) {
  const Attribution attribution(cluster, rule);
  const Changes changes = losses_of(suspects, cluster, night);
  NightEvidence evidence{.hits = {}, .silent = {}, .night = night};
  for (const auto& [series, change] : changes) evidence.hits.push_back(series);
  for (std::size_t i = 0; i < cluster.series.size(); ++i)
    if (!is_measured(cluster.series[i], night)) evidence.silent.push_back(i);
  std::vector<Incident> incidents;
  while (true) {
    const std::vector<FactorScore> ranked = attribution.explain(evidence);
    const auto best = std::find_if(ranked.begin(), ranked.end(), [&](const FactorScore& each) {
      return attribution.is_convincing(each);
    });
    if (best == ranked.end()) return incidents;
    Incident incident = provisional(attribution, std::span(best, ranked.end()), rule);
    incident.start = incident.earliest = incident.latest = night;
    incident.contrast.inside = median_change(changes, best->explained);
    incident.magnitude = -std::expm1(incident.contrast.inside);
    incident.explained = best->explained;
    for (const ProvenanceChange& change : cluster.changes)
      if (change.night == night) incident.coinciding.push_back(change);
    std::erase_if(evidence.hits, [&](std::size_t series) {
      return std::binary_search(best->explained.begin(), best->explained.end(), series);
    });
    evidence.silent.insert(evidence.silent.end(), best->explained.begin(), best->explained.end());
    incidents.push_back(std::move(incident));
  }
}

std::vector<OpenIncident> follow(std::vector<OpenIncident> open, std::span<const Incident> tonight,
                                 std::size_t night) {
  for (const Incident& found : tonight) {
    const bool is_known = std::any_of(
        open.begin(), open.end(), [&](OpenIncident& known) { return join(known, found, night); });
    if (!is_known) open.push_back({found, {night}});
  }
  std::erase_if(open, [&](const OpenIncident& known) {
    return known.incident.state == IncidentState::Provisional &&
           night >= known.nights_seen.front() + kWindow - 1;
  });
  return open;
}

}  // namespace busbar
