#include "cli/commands/lists.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

using testing::items;

TEST(RunsCommand, ListsWithFiltersAndLimit) {
  testing::CommandWorld world;
  world.api.answer("GET /api/v1/runs?limit=3&matrix=small&state=completed",
                   items(testing::run_json("completed", 2, 0)));
  Context context = world.context();
  const Invocation invocation{
      .command = "runs", .options = {{"limit", "3"}, {"matrix", "small"}, {"state", "completed"}}};
  EXPECT_EQ(runs_command(invocation, context), ExitCode::Success);
  EXPECT_EQ(world.out.str(),
            "run  matrix  state      done  cells  failed  pruned  submitted\n"
            "r-1  small   completed     2      2       0       1  2026-12-01T02:00:00Z\n");
}

TEST(RunsCommand, RefusesALimitThatIsNoCount) {
  for (const char* limit : {"0", "-1", "ten", "3x", ""}) {
    testing::CommandWorld world;
    Context context = world.context();
    EXPECT_EQ(runs_command({.command = "runs", .options = {{"limit", limit}}}, context),
              ExitCode::Error)
        << limit;
    EXPECT_TRUE(world.api.sent.empty());
  }
}

TEST(RunsTable, SaysWhenThereAreNone) {
  EXPECT_EQ(runs_table({}), "no runs\n");
}

TEST(NodesTable, SaysHowToGetOne) {
  EXPECT_NE(nodes_table({}).find("busbar serve"), std::string::npos);
}

TEST(NodesCommand, ListsAsTableOrJson) {
  testing::CommandWorld world;
  world.api.answer("GET /api/v1/nodes",
                   items(R"({"id":"n1","state":"online","version":"0.1.0","last_seen_at":"t",)"
                         R"("launch":null,"facts":{"host_name":"h","cores":2,)"
                         R"("memory_bytes":1073741824,"engines":["mpi"]}})"));
  Context context = world.context();
  EXPECT_EQ(nodes_command({.command = "nodes"}, context), ExitCode::Success);
  EXPECT_EQ(world.out.str(),
            "node  state   host  cores   memory  engines  version  last seen\n"
            "n1    online  h         2  1.0 GiB  mpi      0.1.0    t\n");
  world.out.str("");
  nodes_command({.command = "nodes", .is_json = true}, context);
  EXPECT_EQ(wire::JsonView::parse(world.out.str())->field("items")->size(), 1U);
}

}  // namespace
}  // namespace busbar::cli
