#pragma once
// A fabric in memory that answers the tests of a search: a launch reaches the least of its nodes,
// of the uplinks of its leaves if it spans several, and of the links between its nodes, with noise,
// and now and then with interference, which only slows. Threads: one; the same seed, the same
// answers.
#include <algorithm>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnosis/search.h"

namespace busbar {

struct FabricFaults {
  std::map<NodeId, double> nodes;                     // what they reach, 1 is healthy
  std::map<std::string, double> uplinks;              // by leaf
  std::map<std::pair<NodeId, NodeId>, double> links;  // ascending
};

struct FabricNoise {
  double sigma = 0.008;
  double interference = 0.02;  // share of launches that other traffic slows
};

inline SearchMap fabric_map(std::size_t nodes, std::size_t per_leaf) {
  SearchMap map;
  for (std::size_t i = 0; i < nodes; ++i) {
    map.nodes.push_back(*NodeId::parse("n" + std::to_string(1000 + i)));
    map.leaf_of[map.nodes.back()] = "leaf" + std::to_string(100 + i / per_leaf);
  }
  return map;
}

class SimulatedFabric {
 public:
  SimulatedFabric(const SearchMap& map, FabricFaults faults, FabricNoise noise, std::uint64_t seed)
      : map_(map), faults_(std::move(faults)), noise_(noise), random_(seed) {}

  double reach(const NodeGroup& launch) {
    double reach =
        capacity(launch) * (1 + std::normal_distribution<double>(0, noise_.sigma)(random_));
    if (std::bernoulli_distribution(noise_.interference)(random_))
      reach *= std::uniform_real_distribution<double>(0.5, 0.95)(random_);
    return reach;
  }

 private:
  double capacity(const NodeGroup& launch) const {
    const std::set<NodeId> nodes(launch.begin(), launch.end());
    std::set<std::string> leaves;
    double least = 1;
    for (const NodeId& node : nodes) {
      leaves.insert(map_.leaf(node));
      if (const auto slow = faults_.nodes.find(node); slow != faults_.nodes.end())
        least = std::min(least, slow->second);
    }
    if (leaves.size() > 1)
      for (const auto& [leaf, share] : faults_.uplinks)
        if (leaves.contains(leaf)) least = std::min(least, share);
    for (const auto& [ends, share] : faults_.links)
      if (nodes.contains(ends.first) && nodes.contains(ends.second)) least = std::min(least, share);
    return least;
  }

  const SearchMap& map_;
  FabricFaults faults_;
  FabricNoise noise_;
  std::mt19937_64 random_;
};

}  // namespace busbar
