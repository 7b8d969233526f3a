#pragma once
// All pairs of nodes in rounds of disjoint pairs, pairs inside leaves apart from those that cross.
// Pairs of one round run at the same time. With leaves of m nodes, an even number of leaves and m
// even, all pairs take n − 1 rounds, the fewest there are. Rounds that cross come in an order in
// which each leaf soon meets every other: a few rounds name slow nodes and uplinks already.
// Invariants: each pair once; no node twice in a round; a round never mixes both sorts.
// Source: circle method; docs/method/incidents.md, rounds. Threads: pure.
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/units/name.h"

namespace busbar {

struct PairRound {
  bool crosses = false;  // leaves; nodes whose leaf is not known are one leaf
  std::vector<std::pair<NodeId, NodeId>> pairs;
};

std::vector<PairRound> round_robin(std::span<const NodeId> nodes,
                                   const std::map<NodeId, std::string>& leaf_of);

// Rounds after which one or two slow nodes of so many are named in 98 % of cases.
std::size_t few_rounds(std::size_t nodes);

}  // namespace busbar
