#include "core/diagnosis/confirmation.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>

#include "tests/support/simulated_fabric.h"

namespace busbar {
namespace {

struct Confirmed {
  ConfirmationResult result;
  std::vector<SearchTest> tests;
};

Confirmed confirm(const SearchMap& map, const FabricFaults& faults, std::size_t node,
                  const std::set<NodeId>& good) {
  SimulatedFabric fabric(map, faults, {.sigma = 0, .interference = 0}, 1);
  Confirmation confirmation(map, map.nodes[node], good, {});
  Confirmed confirmed;
  while (const auto test = confirmation.next()) {
    confirmed.tests.push_back(*test);
    const double reach = fabric.reach(test->launches[0]);
    confirmation.record(reach, reach < 0.95);
    if (confirmed.tests.size() > 40) break;
  }
  confirmed.result = confirmation.result();
  return confirmed;
}

TEST(Confirmation, ASlowNodeIsBlamedAgainstTwoPartnersOfTwoLeavesAndOneInside) {
  const SearchMap map = fabric_map(16, 4);
  FabricFaults faults;
  faults.nodes[map.nodes[5]] = 0.8;
  const std::set<NodeId> good{map.nodes[0], map.nodes[1], map.nodes[8], map.nodes[6]};
  const Confirmed confirmed = confirm(map, faults, 5, good);
  EXPECT_EQ(confirmed.result.blame, Blame::Node);
  EXPECT_NEAR(confirmed.result.loss, 0.2, 1e-9);
  ASSERT_EQ(confirmed.tests.size(), 3U);
  EXPECT_EQ(confirmed.tests[0].launches[0], (NodeGroup{map.nodes[5], map.nodes[0]}));
  EXPECT_EQ(confirmed.tests[1].launches[0], (NodeGroup{map.nodes[5], map.nodes[8]}));
  EXPECT_EQ(confirmed.tests[2].launches[0], (NodeGroup{map.nodes[5], map.nodes[6]}));
}

TEST(Confirmation, AHealthyNodeIsFineAfterOneTest) {
  const SearchMap map = fabric_map(16, 4);
  const Confirmed confirmed = confirm(map, {}, 5, {map.nodes[0], map.nodes[8]});
  EXPECT_EQ(confirmed.result.blame, Blame::Fine);
  EXPECT_EQ(confirmed.tests.size(), 1U);
}

// All known good nodes hang on one leaf, whose uplinks are slow: no verdict may rest on it alone.
TEST(Confirmation, NeverBlamesByOneLeafOfPartners) {
  const SearchMap map = fabric_map(16, 4);
  FabricFaults faults;
  faults.uplinks["leaf100"] = 0.7;
  const Confirmed confirmed = confirm(map, faults, 5, {map.nodes[0], map.nodes[1], map.nodes[2]});
  EXPECT_EQ(confirmed.tests[0].purpose, Purpose::Prove);
  EXPECT_EQ(confirmed.result.blame, Blame::Fine);
  EXPECT_EQ(confirmed.result.doubtful_partner, map.nodes[0]);
}

TEST(Confirmation, UplinksAreToldFromTheNode) {
  const SearchMap map = fabric_map(16, 4);
  FabricFaults faults;
  faults.uplinks["leaf101"] = 0.7;
  const Confirmed confirmed = confirm(map, faults, 5, {map.nodes[0], map.nodes[8]});
  EXPECT_EQ(confirmed.result.blame, Blame::LeafUplink);
  EXPECT_NEAR(confirmed.result.loss, 0.3, 1e-9);
  EXPECT_TRUE(confirmed.result.alternatives.empty());
}

TEST(Confirmation, OfTwoLeavesTheOtherIsNamedToo) {
  const SearchMap map = fabric_map(8, 4);
  FabricFaults faults;
  faults.uplinks["leaf101"] = 0.7;
  const Confirmed confirmed = confirm(map, faults, 5, {map.nodes[0], map.nodes[1]});
  EXPECT_EQ(confirmed.result.blame, Blame::LeafUplink);
  EXPECT_EQ(confirmed.result.alternatives, std::vector<std::string>{"leaf100"});
}

TEST(Confirmation, ASlowMateInTheLeafDoesNotTurnUplinksIntoANode) {
  const SearchMap map = fabric_map(16, 4);
  FabricFaults faults;
  faults.uplinks["leaf101"] = 0.7;
  faults.nodes[map.nodes[4]] = 0.6;  // the first that is tried inside
  const Confirmed confirmed = confirm(map, faults, 5, {map.nodes[0], map.nodes[8]});
  EXPECT_EQ(confirmed.result.blame, Blame::LeafUplink);
}

TEST(Confirmation, PartnersAreProvenFirstAndSlowOnesAreNotUsed) {
  const SearchMap map = fabric_map(16, 4);
  FabricFaults faults;
  faults.nodes[map.nodes[5]] = 0.8;
  faults.nodes[map.nodes[0]] = 0.5;
  const Confirmed confirmed = confirm(map, faults, 5, {});
  EXPECT_EQ(confirmed.result.blame, Blame::Node);
  for (const SearchTest& test : confirmed.tests) {
    if (test.purpose != Purpose::Confirm) continue;
    for (const NodeId& node : test.launches[0]) EXPECT_NE(node, map.nodes[0]);
  }
}

TEST(Confirmation, WithoutLeavesTwoPartnersDecide) {
  SearchMap map = fabric_map(8, 4);
  map.leaf_of.clear();
  FabricFaults faults;
  faults.nodes[map.nodes[5]] = 0.8;
  const Confirmed confirmed = confirm(map, faults, 5, {map.nodes[0], map.nodes[1]});
  EXPECT_EQ(confirmed.result.blame, Blame::Node);
  EXPECT_EQ(confirmed.tests.size(), 2U);
}

TEST(Confirmation, TwoNodesCannotBeToldApart) {
  const SearchMap map = fabric_map(2, 4);
  EXPECT_EQ(confirm(map, {}, 0, {}).result.blame, Blame::Unresolved);
}

}  // namespace
}  // namespace busbar
