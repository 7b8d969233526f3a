#include "cli/commands/results.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

using testing::items;

class ResultsCommand : public ::testing::Test {
 protected:
  ResultsCommand() {
    world_.api.answer("GET /api/v1/runs?limit=1", items(testing::run_json("completed", 2, 0)));
    world_.api.answer("GET /api/v1/runs/r-1", testing::run_json("completed", 2, 0));
    world_.api.answer("GET /api/v1/runs/r-1/plan", testing::plan_json());
    world_.api.answer("GET /api/v1/runs/r-1/measurements?limit=500",
                      items(testing::measured_json(0), "next"));
    world_.api.answer("GET /api/v1/runs/r-1/measurements?cursor=next&limit=500",
                      items(testing::measured_json(1)));
  }
  ExitCode run(const Invocation& invocation) {
    Context context = world_.context();
    return results_command(invocation, context);
  }
  testing::CommandWorld world_;
};

TEST_F(ResultsCommand, TakesTheLatestRunWhenNoneIsNamed) {
  EXPECT_EQ(run({.command = "results"}), ExitCode::Success);
  EXPECT_NE(world_.out.str().find("busbw GB/s"), std::string::npos);
  EXPECT_NE(world_.out.str().find("r-1 completed: 2 measured"), std::string::npos);
  EXPECT_NE(world_.out.str().find("1 × algorithm_not_for_collective"), std::string::npos);
  EXPECT_EQ(world_.err.str(), "");
}

TEST_F(ResultsCommand, JsonHasTheItemsOfAllPages) {
  EXPECT_EQ(run({.command = "results", .argument = "r-1", .is_json = true}), ExitCode::Success);
  EXPECT_EQ(wire::JsonView::parse(world_.out.str())->field("items")->size(), 2U);
}

TEST_F(ResultsCommand, FormatChoosesCsv) {
  EXPECT_EQ(run({.command = "results", .argument = "latest", .options = {{"format", "csv"}}}),
            ExitCode::Success);
  EXPECT_TRUE(world_.out.str().starts_with("run,cell,state,"));
}

TEST_F(ResultsCommand, AnUnknownRunIsAnError) {
  EXPECT_EQ(run({.command = "results", .argument = "r-9"}), ExitCode::Error);
  EXPECT_EQ(world_.out.str(), "");
}

TEST(ResolveRun, WithoutAnyRunSaysHowToStartOne) {
  testing::FakeApi api;
  api.answer("GET /api/v1/runs?limit=1", items(""));
  const auto run = resolve_run(api, "latest");
  ASSERT_FALSE(run);
  EXPECT_EQ(run.error()[0].kind, ErrorKind::NotFound);
}

}  // namespace
}  // namespace busbar::cli
