#include <gtest/gtest.h>

#include "tests/support/api_world.h"

namespace busbar {
namespace {

TEST(ApiNodes, AreOnlineWhileTheirAgentIs) {
  ApiWorld world;
  EXPECT_EQ(world.json("/api/v1/nodes").field("items")->size(), 0U);
  world.connect();
  auto nodes = world.json("/api/v1/nodes").field("items")->items();
  ASSERT_EQ(nodes.size(), 1U);
  EXPECT_EQ(nodes[0].text_or("id"), "n1");
  EXPECT_EQ(nodes[0].text_or("state"), "online");
  EXPECT_EQ(nodes[0].field("facts")->text_or("machine"), "m1");
  EXPECT_TRUE(nodes[0].field("launch")->is_null());
  world.agent.cut();
  world.controller.loop.run_ready();
  nodes = world.json("/api/v1/nodes").field("items")->items();
  EXPECT_EQ(nodes[0].text_or("state"), "offline");
}

TEST(ApiNodes, NameTheLaunchThatTheyRun) {
  ApiWorld world;
  world.connect();
  const std::string run = world.submit();
  world.controller.loop.run_ready();
  const auto nodes = world.json("/api/v1/nodes").field("items")->items();
  EXPECT_EQ(nodes[0].text_or("launch"), run + ".l1");
}

TEST(ApiMatrices, AreThoseThatRanWithTheirLastRun) {
  ApiWorld world;
  world.connect();
  world.submit();
  const std::string last = world.submit();
  const auto matrices = world.json("/api/v1/matrices").field("items")->items();
  ASSERT_EQ(matrices.size(), 1U);
  EXPECT_EQ(matrices[0].text_or("name"), "small");
  EXPECT_EQ(matrices[0].unsigned_or("runs"), 2U);
  EXPECT_EQ(matrices[0].text_or("last_run"), last);
}

}  // namespace
}  // namespace busbar
