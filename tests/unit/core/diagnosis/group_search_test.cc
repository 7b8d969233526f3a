#include "core/diagnosis/group_search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/simulated_fabric.h"

namespace busbar {
namespace {

struct Searched {
  std::vector<Suspect> suspects;
  std::vector<SearchTest> tests;
  std::vector<std::string> remarks;
};

Searched search(const SearchMap& map, const FabricFaults& faults, bool is_known_slow = true,
                std::size_t nodes_max = 1000) {
  SimulatedFabric fabric(map, faults, {.sigma = 0, .interference = 0}, 1);
  GroupSearch groups(map, nodes_max, is_known_slow);
  Searched searched;
  while (const auto test = groups.next()) {
    searched.tests.push_back(*test);
    const double reach = fabric.reach(test->launches[0]);
    groups.record(reach, reach < 0.95);
    if (searched.tests.size() > 400) break;
  }
  searched.suspects = groups.suspects();
  std::sort(searched.suspects.begin(), searched.suspects.end());
  searched.remarks = groups.remarks();
  return searched;
}

TEST(GroupSearch, HealthyNodesTakeOneTest) {
  const Searched searched = search(fabric_map(64, 8), {}, false);
  EXPECT_TRUE(searched.suspects.empty());
  EXPECT_EQ(searched.tests.size(), 1U);
}

TEST(GroupSearch, FindsAnyOneSlowNode) {
  const SearchMap map = fabric_map(40, 8);
  for (std::size_t slow = 0; slow < 40; ++slow) {
    FabricFaults faults;
    faults.nodes[map.nodes[slow]] = 0.85;
    const Searched searched = search(map, faults);
    ASSERT_EQ(searched.suspects.size(), 1U) << slow;
    EXPECT_EQ(searched.suspects[0].kind, FaultKind::Node);
    EXPECT_EQ(searched.suspects[0].names[0], map.nodes[slow].text());
    EXPECT_NEAR(searched.suspects[0].loss, 0.15, 1e-9);
    EXPECT_LE(searched.tests.size(), 14U);
  }
}

TEST(GroupSearch, FindsNeighboursInOneLeafBoth) {
  const SearchMap map = fabric_map(40, 8);
  FabricFaults faults;
  faults.nodes[map.nodes[9]] = 0.85;
  faults.nodes[map.nodes[10]] = 0.6;
  const Searched searched = search(map, faults);
  ASSERT_EQ(searched.suspects.size(), 2U);
  EXPECT_EQ(searched.suspects[0].names[0], map.nodes[9].text());
  EXPECT_EQ(searched.suspects[1].names[0], map.nodes[10].text());
}

TEST(GroupSearch, FindsTheUplinksOfAnyLeaf) {
  const SearchMap map = fabric_map(40, 8);
  for (std::size_t leaf = 100; leaf < 105; ++leaf) {
    FabricFaults faults;
    faults.uplinks["leaf" + std::to_string(leaf)] = 0.7;
    const Searched searched = search(map, faults);
    ASSERT_EQ(searched.suspects.size(), 1U) << leaf;
    EXPECT_EQ(searched.suspects[0].kind, FaultKind::LeafUplink);
    EXPECT_EQ(searched.suspects[0].names[0], "leaf" + std::to_string(leaf));
  }
}

TEST(GroupSearch, FindsASlowNodeBehindSlowUplinks) {
  const SearchMap map = fabric_map(40, 8);
  FabricFaults faults;
  faults.uplinks["leaf102"] = 0.7;
  faults.nodes[map.nodes[19]] = 0.5;
  const Searched searched = search(map, faults);
  ASSERT_EQ(searched.suspects.size(), 2U);
  EXPECT_EQ(searched.suspects[0].kind, FaultKind::LeafUplink);
  EXPECT_EQ(searched.suspects[1].names[0], map.nodes[19].text());
}

TEST(GroupSearch, FindsTheLinkBetweenAnyTwoNodes) {
  const SearchMap map = fabric_map(16, 4);
  for (std::size_t a = 0; a < 16; ++a)
    for (std::size_t b = a + 1; b < 16; ++b) {
      FabricFaults faults;
      faults.links[{map.nodes[a], map.nodes[b]}] = 0.7;
      const Searched searched = search(map, faults);
      ASSERT_EQ(searched.suspects.size(), 1U) << a << ' ' << b;
      EXPECT_EQ(searched.suspects[0].kind, FaultKind::Link) << a << ' ' << b;
      EXPECT_EQ(searched.suspects[0].names,
                (std::vector{map.nodes[a].text(), map.nodes[b].text()}));
      EXPECT_NEAR(searched.suspects[0].loss, 0.3, 1e-9);
    }
}

TEST(GroupSearch, KeepsTheGroupsSizeWithKnownGoodNodes) {
  const SearchMap map = fabric_map(64, 8);
  FabricFaults faults;
  faults.nodes[map.nodes[60]] = 0.8;
  for (const SearchTest& test : search(map, faults).tests)
    if (test.purpose == Purpose::Bisect) {
      EXPECT_EQ(test.launches[0].size(), 32U);
    }
}

TEST(GroupSearch, NeverUsesMoreNodesThanAllowed) {
  const SearchMap map = fabric_map(64, 8);
  FabricFaults faults;
  faults.nodes[map.nodes[50]] = 0.8;
  const Searched searched = search(map, faults, true, 16);
  ASSERT_EQ(searched.suspects.size(), 1U);
  for (const SearchTest& test : searched.tests) EXPECT_LE(test.launches[0].size(), 16U);
}

TEST(GroupSearch, AnAlarmThatDoesNotComeAgainBlamesNobody) {
  const Searched searched = search(fabric_map(64, 8), {}, true);
  EXPECT_TRUE(searched.suspects.empty());
  EXPECT_EQ(searched.remarks.size(), 1U);
}

TEST(GroupSearch, RenamingNodesRenamesTheSuspect) {
  SearchMap map = fabric_map(24, 8);
  SearchMap renamed;
  for (std::size_t i = 0; i < map.nodes.size(); ++i) {  // other names, other alphabetical order
    renamed.nodes.push_back(*NodeId::parse("x" + std::to_string((i * 7) % 24)));
    renamed.leaf_of[renamed.nodes.back()] = map.leaf(map.nodes[i]);
  }
  for (std::size_t slow = 0; slow < 24; ++slow) {
    FabricFaults faults, other;
    faults.nodes[map.nodes[slow]] = 0.8;
    other.nodes[renamed.nodes[slow]] = 0.8;
    const Searched one = search(map, faults);
    const Searched two = search(renamed, other);
    ASSERT_EQ(two.suspects.size(), 1U);
    EXPECT_EQ(two.suspects[0].names[0], renamed.nodes[slow].text());
    EXPECT_EQ(one.tests.size(), two.tests.size());
  }
}

}  // namespace
}  // namespace busbar
