#include "core/diagnosis/pair_rounds.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/support/simulated_fabric.h"

namespace busbar {
namespace {

struct Ran {
  std::vector<Suspect> suspects;
  std::size_t rounds = 0, repeats = 0, most_nodes = 0;
};

Ran run(const SearchMap& map, const FabricFaults& faults, std::size_t nodes_max = 1000) {
  SimulatedFabric fabric(map, faults, {.sigma = 0.005, .interference = 0.01}, 4);
  PairRounds pairs(map, nodes_max, {});
  Ran result;
  while (const auto test = pairs.next()) {
    std::vector<double> reach;
    std::set<NodeId> busy;
    for (const NodeGroup& launch : test->launches) {
      reach.push_back(fabric.reach(launch));
      for (const NodeId& node : launch) EXPECT_TRUE(busy.insert(node).second);
    }
    result.most_nodes = std::max(result.most_nodes, busy.size());
    ++(test->purpose == Purpose::Round ? result.rounds : result.repeats);
    pairs.record(reach);
  }
  result.suspects = pairs.suspects();
  return result;
}

TEST(PairRounds, AFewRoundsNameASlowNode) {
  const SearchMap map = fabric_map(32, 4);
  FabricFaults faults;
  faults.nodes[map.nodes[11]] = 0.8;
  const Ran result = run(map, faults);
  ASSERT_EQ(result.suspects.size(), 1U);
  EXPECT_EQ(result.suspects[0].names[0], map.nodes[11].text());
  EXPECT_EQ(result.rounds, 6U);
  EXPECT_GE(result.repeats, 5U);
}

TEST(PairRounds, AFewRoundsNameUplinks) {
  const SearchMap map = fabric_map(32, 4);
  FabricFaults faults;
  faults.uplinks["leaf103"] = 0.7;
  const Ran result = run(map, faults);
  ASSERT_EQ(result.suspects.size(), 1U);
  EXPECT_EQ(result.suspects[0].kind, FaultKind::LeafUplink);
  EXPECT_EQ(result.rounds, 6U);
}

TEST(PairRounds, ALinkNeedsThemAll) {
  const SearchMap map = fabric_map(16, 4);
  FabricFaults faults;
  faults.links[{map.nodes[2], map.nodes[13]}] = 0.7;
  const Ran result = run(map, faults);
  ASSERT_EQ(result.suspects.size(), 1U);
  EXPECT_EQ(result.suspects[0].kind, FaultKind::Link);
  EXPECT_EQ(result.rounds, 15U);
}

TEST(PairRounds, HealthyNodesAreAllPairedOnceAndNobodyIsBlamed) {
  const Ran result = run(fabric_map(16, 4), {});
  EXPECT_TRUE(result.suspects.empty());
  EXPECT_EQ(result.rounds, 15U);
}

TEST(PairRounds, RoundsAreSplitToTheNodesAllowed) {
  const Ran result = run(fabric_map(16, 4), {}, 6);
  EXPECT_EQ(result.most_nodes, 6U);
  EXPECT_EQ(result.rounds, 45U);  // 8 pairs in parts of 3
}

TEST(PairRounds, OneNodeHasNothingToRun) {
  const SearchMap map = fabric_map(1, 4);
  EXPECT_FALSE(PairRounds(map, 10, {}).next());
}

}  // namespace
}  // namespace busbar
