#include "cli/commands/plan.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

constexpr const char* kMatrix = BUSBAR_SOURCE_DIR "/deploy/examples/quickstart.yaml";

TEST(PlanText, GroupsCellsIntoCurvesAndPrunedByReason) {
  const PlanView plan = read_plan(*wire::JsonView::parse(testing::plan_json()));
  EXPECT_EQ(
      plan_text(plan),
      "collective  algorithm  protocol  type     buffer        placement     cells  from      to\n"
      "all_reduce  ring       default   float32  out_of_place  n1 × 2 ranks      2   8 B  64 KiB\n"
      "\n"
      "2 cells in 1 start, about 1 min 03 s\n"
      "1 pruned\n"
      "  1 × algorithm_not_for_collective: all_reduce has no bruck\n"
      "note: ranks_per_node: 2 chosen\n");
}

TEST(PlanCommand, AsksForAPlanAndRunsNothing) {
  testing::CommandWorld world;
  world.api.answer("POST /api/v1/plans", testing::plan_json());
  Context context = world.context();
  EXPECT_EQ(plan_command({.command = "plan", .argument = kMatrix, .is_json = true}, context),
            ExitCode::Success);
  EXPECT_EQ(world.api.sent.size(), 1U);
  EXPECT_EQ(wire::JsonView::parse(world.out.str())->field("cells")->size(), 2U);
}

TEST(PlanCommand, ShowsFaultsOnStandardErrorOnly) {
  testing::CommandWorld world;
  world.api.answer(
      "POST /api/v1/plans",
      R"({"errors":[{"what":"w","remedy":"r","line":3,"column":1,"field":"version"}]})", 422);
  Context context = world.context();
  EXPECT_EQ(plan_command({.command = "plan", .argument = kMatrix}, context), ExitCode::Error);
  EXPECT_NE(world.err.str().find("quickstart.yaml:3:1 version: w; r\nversion: 1\n^\n"),
            std::string::npos)
      << world.err.str();
  EXPECT_EQ(world.out.str(), "");
}

}  // namespace
}  // namespace busbar::cli
