#include <gtest/gtest.h>

#include "tests/support/api_world.h"

namespace busbar {
namespace {

const std::string kPrunedMatrix =
    "version: 1\nname: small\nengine: mpi\nsweeps:\n  - collectives: [send_recv, all_reduce]\n"
    "    sizes: [8]\n    algorithms: [default, ring]\n";

class ApiPlans : public testing::Test {
 protected:
  ApiPlans() { world_.connect(); }
  ApiWorld world_;
};

TEST_F(ApiPlans, TellCellsAndWhyOthersArePruned) {
  const auto answer = world_.post("/api/v1/plans", kPrunedMatrix);
  ASSERT_EQ(answer.status, 200) << answer.body;
  const auto plan = *wire::JsonView::parse(answer.body);
  EXPECT_EQ(plan.field("cells")->size(), 3U);
  const auto pruned = plan.field("pruned")->items();
  ASSERT_EQ(pruned.size(), 1U);
  EXPECT_EQ(pruned[0].field("cell")->text_or("collective"), "send_recv");
  EXPECT_FALSE(pruned[0].text_or("reason").empty());
  EXPECT_GT(plan.number_or("estimate_seconds"), 0);
}

TEST_F(ApiPlans, RunNothing) {
  world_.post("/api/v1/plans", kPrunedMatrix);
  world_.controller.loop.run_ready();
  EXPECT_EQ(world_.json("/api/v1/runs").field("items")->size(), 0U);
  EXPECT_TRUE(world_.agent.starts.empty());
}

TEST_F(ApiPlans, OfARunIsThePlanThatWasMade) {
  const auto planned = *wire::JsonView::parse(world_.post("/api/v1/plans", kPrunedMatrix).body);
  const auto kept = world_.json("/api/v1/runs/" + world_.submit(kPrunedMatrix) + "/plan");
  EXPECT_EQ(kept.json_text(), planned.json_text());
}

TEST_F(ApiPlans, OfARunNeverChanges) {
  const std::string path = "/api/v1/runs/" + world_.submit() + "/plan";
  const std::string tag(io::header(world_.get(path).headers, "ETag"));
  ASSERT_FALSE(tag.empty());
  EXPECT_EQ(world_.get(path, {}, {{"If-None-Match", tag}}).status, 304);
}

}  // namespace
}  // namespace busbar
