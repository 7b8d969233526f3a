#include "cli/commands/run.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

using testing::items;

constexpr const char* kMatrix = BUSBAR_SOURCE_DIR "/deploy/examples/quickstart.yaml";

class RunCommand : public ::testing::Test {
 protected:
  RunCommand() {
    world_.api.answer("POST /api/v1/runs", testing::kRunQueued, 202);
    world_.api.answer("GET /api/v1/runs/r-1/plan", testing::plan_json());
  }
  void ends_as(const std::string& state, int measured, int failed) {
    world_.api.answer("GET /api/v1/runs/r-1", testing::run_json(state, measured, failed));
    world_.api.answer(
        "GET /api/v1/runs/r-1/measurements?limit=500",
        items(testing::measured_json(0) + "," +
              testing::unmeasured_json(1, failed > 0 ? "failed" : "pending", "hung")));
    world_.api.stream_next({{"event: run_finished\ndata: {}\n\n"}});
  }
  ExitCode run(Invocation invocation) {
    invocation.command = "run";
    invocation.argument = kMatrix;
    Context context = world_.context();
    return run_command(invocation, context);
  }
  testing::CommandWorld world_;
};

TEST_F(RunCommand, EndsWithTheTableAndSuccess) {
  ends_as("completed", 2, 0);
  EXPECT_EQ(run({}), ExitCode::Success);
  EXPECT_TRUE(world_.out.str().starts_with("all_reduce · float32 sum")) << world_.out.str();
  EXPECT_TRUE(world_.err.str().starts_with("run r-1: 2 cells, about 3 s, 1 pruned\nnote: ranks"));
}

TEST_F(RunCommand, FailedCellsExitWithOneAndAreSaid) {
  ends_as("completed", 1, 1);
  EXPECT_EQ(run({}), ExitCode::RunIncomplete);
  EXPECT_NE(world_.out.str().find("1 × failed: hung"), std::string::npos);
}

TEST_F(RunCommand, ACancelledRunExitsWithOneAndKeepsItsResults) {
  ends_as("cancelled", 1, 0);
  EXPECT_EQ(run({}), ExitCode::RunIncomplete);
  EXPECT_NE(world_.out.str().find("64 KiB  ring"), std::string::npos);
}

TEST_F(RunCommand, JsonIsTheItemsAlone) {
  ends_as("completed", 2, 0);
  EXPECT_EQ(run({.is_json = true}), ExitCode::Success);
  EXPECT_EQ(wire::JsonView::parse(world_.out.str())->field("items")->size(), 2U);
}

TEST_F(RunCommand, DetachedPrintsTheIdAndFollowsNothing) {
  EXPECT_EQ(run({.options = {{"detach", "yes"}}}), ExitCode::Success);
  EXPECT_EQ(world_.out.str(), "r-1\n");
  EXPECT_EQ(world_.api.sent.size(), 1U);
}

TEST_F(RunCommand, ARefusedMatrixExitsWithThree) {
  testing::CommandWorld world;
  world.api.answer("POST /api/v1/runs", R"({"title":"Too large","detail":"1048577 bytes"})", 413);
  Context context = world.context();
  EXPECT_EQ(run_command({.command = "run", .argument = kMatrix}, context), ExitCode::Error);
  EXPECT_NE(world.err.str().find("1048577 bytes"), std::string::npos);
}

}  // namespace
}  // namespace busbar::cli
