#include "core/diagnosis/round_robin.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "tests/support/simulated_fabric.h"

namespace busbar {
namespace {

// Each pair once, no node twice in a round, and no round of both sorts; the number of rounds.
std::size_t check(const SearchMap& map) {
  const auto rounds = round_robin(map.nodes, map.leaf_of);
  std::set<std::pair<NodeId, NodeId>> seen;
  for (const PairRound& round : rounds) {
    std::set<NodeId> busy;
    for (const auto& [a, b] : round.pairs) {
      const auto [first, second] = std::minmax(a, b);
      EXPECT_TRUE(seen.emplace(first, second).second) << a.text() << ' ' << b.text();
      EXPECT_TRUE(busy.insert(a).second && busy.insert(b).second);
      EXPECT_EQ(map.leaf(a) != map.leaf(b), round.crosses);
    }
  }
  const std::size_t n = map.nodes.size();
  EXPECT_EQ(seen.size(), n * (n - 1) / 2);
  return rounds.size();
}

TEST(RoundRobin, EvenLeavesTakeTheFewestRoundsThereAre) {
  EXPECT_EQ(check(fabric_map(32, 4)), 31U);
  EXPECT_EQ(check(fabric_map(16, 8)), 15U);
}

TEST(RoundRobin, AnySizesCoverAllPairs) {
  for (const std::size_t nodes : {2U, 3U, 7U, 13U, 20U})
    for (const std::size_t per_leaf : {1U, 3U, 4U, 30U}) check(fabric_map(nodes, per_leaf));
}

TEST(RoundRobin, WithoutLeavesNoRoundCrosses) {
  SearchMap map = fabric_map(9, 3);
  map.leaf_of.clear();
  EXPECT_EQ(check(map), 9U);
}

TEST(RoundRobin, TheFirstRoundsThatCrossMeetDifferentLeaves) {
  const SearchMap map = fabric_map(32, 4);
  const auto rounds = round_robin(map.nodes, map.leaf_of);
  std::set<std::string> met;
  std::size_t crossing = 0;
  for (const PairRound& round : rounds) {
    if (!round.crosses || ++crossing > 5) continue;
    for (const auto& [a, b] : round.pairs)
      if (map.leaf(a) == "leaf100" || map.leaf(b) == "leaf100")
        met.insert(map.leaf(a) == "leaf100" ? map.leaf(b) : map.leaf(a));
  }
  EXPECT_EQ(met.size(), 5U);
}

TEST(RoundRobin, NothingToPairNoRounds) {
  EXPECT_TRUE(round_robin({}, {}).empty());
  EXPECT_TRUE(round_robin(fabric_map(1, 4).nodes, {}).empty());
}

TEST(RoundRobin, MoreNodesNeedMoreOfTheFewRounds) {
  EXPECT_EQ(few_rounds(16), 5U);
  EXPECT_EQ(few_rounds(32), 6U);
  EXPECT_EQ(few_rounds(64), 8U);
}

}  // namespace
}  // namespace busbar
