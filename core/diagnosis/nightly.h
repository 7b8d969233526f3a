#pragma once
// Incidents on the first night, before any series could tell a change from a bad night.
// Tonight's suspects (series far below their reference) over all series measured tonight are
// explained by the same factors as change points are. One bad night proves nothing, so the incident
// is PROVISIONAL until the same cause is found on a second of three nights; if it is not, it is
// withdrawn. Of causes that could not be told apart, those found again remain.
// Units: changes are natural logarithms, nights are places. Invariants: deterministic; a series
// without a value tonight speaks neither for nor against a cause. Threads: pure.
// Source: docs/method/incidents.md, first night.
#include <cstddef>
#include <span>
#include <vector>

#include "core/diagnosis/incidents.h"

namespace busbar {

struct NightSuspect {
  std::size_t series = 0;
  double change = 0;  // against the series' reference; negative: slower
};

// Losses alone: faster is no incident. Best first.
std::vector<Incident> incidents_of_night(const ClusterHistory& cluster,
                                         std::span<const NightSuspect> suspects, std::size_t night,
                                         const AttributionRule& rule = suspects_rule());

struct OpenIncident {
  Incident incident;
  std::vector<std::size_t> nights_seen;  // ascending
};

// The open incidents after the incidents found on `night`, which is later than all before.
std::vector<OpenIncident> follow(std::vector<OpenIncident> open, std::span<const Incident> tonight,
                                 std::size_t night);

}  // namespace busbar
