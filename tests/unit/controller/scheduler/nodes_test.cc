#include "controller/scheduler/nodes.h"

#include <gtest/gtest.h>

namespace busbar::controller {
namespace {

const NodeId kFirst = *NodeId::parse("n1");
const NodeId kSecond = *NodeId::parse("n2");
const LaunchId kLaunch = *LaunchId::parse("r-1.l1");

void add(Nodes& nodes, const NodeId& id, const char* machine) {
  nodes.at(id).facts.machine = *MachineId::parse(machine);
  nodes.at(id).is_ready = true;
}

TEST(Nodes, UnknownAndUnreadyNodesAreNotFree) {
  Nodes nodes;
  EXPECT_FALSE(nodes.is_free(kFirst));
  EXPECT_EQ(nodes.find(kFirst), nullptr);
  add(nodes, kFirst, "m1");
  EXPECT_TRUE(nodes.is_free(kFirst));
  nodes.at(kFirst).is_ready = false;
  EXPECT_FALSE(nodes.is_free(kFirst));
  EXPECT_TRUE(nodes.ready_nodes().empty());
}

TEST(Nodes, LaunchTakesItsNodeUntilItIsReleased) {
  Nodes nodes;
  add(nodes, kFirst, "m1");
  nodes.occupy(kFirst, kLaunch);
  EXPECT_FALSE(nodes.is_free(kFirst));
  EXPECT_EQ(nodes.busy(), 1u);
  nodes.release(kLaunch);
  EXPECT_TRUE(nodes.is_free(kFirst));
  EXPECT_EQ(nodes.busy(), 0u);
}

TEST(Nodes, LaunchTakesTheWholeMachine) {
  Nodes nodes;
  add(nodes, kFirst, "m1");
  add(nodes, kSecond, "m1");
  nodes.occupy(kFirst, kLaunch);
  EXPECT_FALSE(nodes.is_free(kSecond));
  add(nodes, kSecond, "m2");
  EXPECT_TRUE(nodes.is_free(kSecond));
}

TEST(Nodes, ReadyNodesAreOrderedByName) {
  Nodes nodes;
  add(nodes, kSecond, "m2");
  add(nodes, kFirst, "m1");
  const auto ready = nodes.ready_nodes();
  ASSERT_EQ(ready.size(), 2u);
  EXPECT_EQ(ready[0].id, kFirst);
}

}  // namespace
}  // namespace busbar::controller
