#pragma once
// Seeded histories of a cluster with one planted cause, or none, of the kind that
// tests/corpora/changepoints/README.md describes as `incidents`, in other sizes: 3 to 6 leaves of 2
// to 8 nodes, other losses, noise with heavy tails, shared by all series of a night in part,
// correlated from night to night, single outliers, missing nights, and recorded changes that are
// not the cause. Threads: pure; the same seed gives the same history.
#include <cstdint>
#include <string>
#include <vector>

#include "core/diagnosis/cluster.h"

namespace busbar::detection {

struct PlantedCause {
  std::string type;  // as in the README; "none": nothing
  std::vector<std::string> names;
  std::size_t start = 0;
  double magnitude = 0;
};

struct GeneratedHistory {
  ClusterHistory cluster;
  PlantedCause planted;
};

GeneratedHistory generate_history(std::uint64_t seed);

}  // namespace busbar::detection
