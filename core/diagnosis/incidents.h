#pragma once
// Incidents: change points of many series that one cause explains, with its name and start.
// Change points whose 95 % start sets (± 1 night) hold the same night are one bag; of all bags and
// factors the best-scoring is an incident, its series are taken out, and again, until no factor is
// convincing (core/diagnosis/attribution.h). Losses and gains are searched apart. What no incident
// explains is returned too: a shift of a single series is the business of the series' own verdict.
// A recorded change is judged by difference in differences: shift of the series that it touched
// less that of those it did not; if the others moved as much, it is not the cause. A shift of
// everything at once is attributed to nothing: cause `cluster`, with all that changed that night.
// Units: `magnitude` is relative (0.25: a quarter less), shifts are natural logarithms, nights are
// places. Invariants: deterministic; renaming nodes or reordering series changes names and order
// alone. Source: docs/method/incidents.md. Threads: pure.
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/attribution.h"
#include "core/diagnosis/cluster.h"
#include "core/series/change_points.h"

namespace busbar {

// A change point of one series.
struct SeriesShift {
  std::size_t series = 0;
  ChangePoint point;
};
// Of all series, by the retrospective search (trends left out).
std::vector<SeriesShift> find_shifts(const ClusterHistory& cluster,
                                     const ChangePointRule& rule = {});

enum class IncidentState { Provisional, Confirmed };
std::string_view to_text(IncidentState);  // "provisional", "confirmed"
enum class Direction { Loss, Gain };
std::string_view to_text(Direction);  // "loss", "gain"

// Median shift of a cause's series, of all others, and between the two.
struct Contrast {
  double inside = 0, outside = 0;
  double difference() const { return inside - outside; }
};

struct NamedCause {
  Cause cause;
  double score = 0;
};

struct Incident {
  NamedCause cause;
  std::vector<NamedCause> alternatives;  // cannot be told from it, best first
  Direction direction = Direction::Loss;
  IncidentState state = IncidentState::Confirmed;
  std::size_t start = 0;                 // median over the series
  std::size_t earliest = 0, latest = 0;  // 95 % set: what the series' sets share
  double magnitude = 0;                  // median over the largest size class that shifted
  Contrast contrast;
  std::vector<std::size_t> explained;        // series
  std::vector<ProvenanceChange> coinciding;  // everything recorded in earliest … latest
};

struct IncidentReport {
  std::vector<Incident> incidents;  // by start, then score
  std::vector<SeriesShift> unexplained;
};

IncidentReport find_incidents(const ClusterHistory& cluster, std::span<const SeriesShift> shifts,
                              const AttributionRule& rule = {});

}  // namespace busbar
