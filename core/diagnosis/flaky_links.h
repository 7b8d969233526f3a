#pragma once
// Links that are slow in some runs only, told from interference by count and by level.
// Interference hits any run with the sweep's own share of slow runs, and slows it by any amount; a
// flaky link drops to the same level each time (a lane lost, a rate stepped down). The p value of a
// pair is the binomial tail of its slow runs, times the chance that so many arbitrary levels agree
// within the noise, doubled for the choice between the two; a link is flaky while the false ones
// expected over all pairs of the sweep stay below the rule's number.
// Units: runs relative to what the pair should reach, 1 is healthy. Threads: pure.
// Source: docs/method/incidents.md, flaky links.
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace busbar {

struct RelativeRuns {
  std::vector<double> runs;
};

struct FlakyRule {
  double noise = 0;  // standard deviation of a healthy run
  double sigmas = 6;
  double slow_below = 0.95;
  double expected = 0.02;  // false flaky links in a healthy sweep
};

struct FlakyLink {
  std::size_t pair = 0;  // place in what was handed in
  double level = 1;      // median of the slow runs
  double share_of_runs = 0;
};

std::vector<FlakyLink> find_flaky_links(std::span<const RelativeRuns> pairs, const FlakyRule& rule);

}  // namespace busbar
