#pragma once
// Which part of a fabric is slow, from the bandwidth of pairs of nodes.
// A pair sees the least of its two nodes, of its leaves' uplinks if it crosses, and of its link.
// Interference only slows, so a pair's value is the upper quartile of its runs. In this order:
// leaf uplinks (the pairs that leave are slow, those inside are not), nodes (slow with partners
// that are not slow themselves), links (slower than both ends explain), flaky links (healthy in
// some runs, slow in more of them than interference makes likely). Promises: deterministic;
// renaming nodes or reordering pairs and runs changes names and order alone. With two leaves the
// uplinks of both explain the same pairs: one fault with two names. If the uplinks of all leaves
// look slow, that is how the fabric is built, and pairs that cross are compared with each other. A
// flaky link found in one sweep is for a second night to confirm. Units: `loss` is relative to what
// the part should reach. Threads: pure. Source: min-capacity decoding; docs/method/incidents.md,
// all pairs.
#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/units/name.h"
#include "core/units/quantity.h"

namespace busbar {

struct PairRuns {
  NodeId a, b;
  std::vector<BusBandwidth> runs;  // at least one; positive
};

struct PairSweep {
  std::map<NodeId, std::string> leaf_of;  // nodes that are not in it have no known leaf
  std::vector<PairRuns> pairs;            // each pair at most once
};

enum class FaultKind { LeafUplink, Node, Link, FlakyLink };
std::string_view to_text(FaultKind);  // "leaf_uplink", "node", "link", "flaky_link"

struct PairFault {
  FaultKind kind = FaultKind::Node;
  std::vector<std::string> names;         // node; both nodes of a link, ascending; leaf
  std::vector<std::string> alternatives;  // other leaves that explain the same pairs
  double loss = 0;                        // of a flaky link: in its slow runs
  double share_of_runs = 1;

  auto operator<=>(const PairFault&) const = default;
};

struct PairRule {
  double slow_below = 0.95;      // of the reference: slow
  double leaving_slow = 0.8;     // a slow uplink: more of the pairs that leave, and
  double inside_slow = 0.3;      // fewer of those inside the leaf
  double link_sigmas = 4.5;      // a link's shortfall is at least so many standard deviations
  double flaky_sigmas = 6;       // the same for slow runs of a flaky link
  double flaky_expected = 0.02;  // false flaky links in a healthy sweep
};

struct PairDecoding {
  BusBandwidth reference;         // of pairs in a leaf, or of all
  Ratio crossing_share;           // reference of pairs that cross leaves ÷ the other one
  std::vector<PairFault> faults;  // ascending
  std::map<NodeId, BusBandwidth> capacity;
};

PairDecoding decode_pairs(const PairSweep& sweep, const PairRule& rule = {});

// Places in `sweep.pairs` that are slow and should run again before the sweep is decoded.
std::vector<std::size_t> suspect_pairs(const PairSweep& sweep, const PairRule& rule = {});

}  // namespace busbar
