#pragma once
// Seeded all-pairs sweeps with planted faults, of the kind that
// tests/corpora/changepoints/README.md describes as `pairs`, in other sizes: 2 to 8 leaves of 2 to
// 8 nodes, other losses and noise, and combinations of faults. Threads: pure; the same seed gives
// the same sweep.
#include <cstdint>
#include <string>
#include <vector>

#include "core/diagnosis/pairs.h"

namespace busbar::detection {

struct PlantedFault {
  std::string type;  // node, link, leaf_uplink, flaky_link
  std::vector<std::string> names;
};

struct GeneratedSweep {
  std::string scenario;
  PairSweep sweep;  // each pair with six runs
  std::vector<PlantedFault> faults;
};

GeneratedSweep generate_sweep(std::uint64_t seed);

}  // namespace busbar::detection
