#include "cli/commands/status.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

using testing::items;

class StatusCommand : public ::testing::Test {
 protected:
  StatusCommand() {
    world_.api.answer("GET /api/v1/nodes", items(R"({"id":"n1","state":"online"})"));
    world_.api.answer("GET /api/v1/runs?limit=100&state=cancelling", items(""));
    world_.api.answer("GET /api/v1/runs?limit=100&state=running",
                      items(testing::run_json("running", 1, 0)));
    world_.api.answer("GET /api/v1/runs?limit=100&state=queued", items(""));
    world_.api.answer("GET /api/v1/runs/r-1", testing::run_json("running", 1, 0));
  }
  ExitCode run(const Invocation& invocation) {
    Context context = world_.context();
    return status_command(invocation, context);
  }
  testing::CommandWorld world_;
};

TEST_F(StatusCommand, ShowsControllerNodesAndWhatRuns) {
  EXPECT_EQ(run({.command = "status"}), ExitCode::Success);
  const std::string text = world_.out.str();
  EXPECT_TRUE(text.starts_with("controller http://fake:7420\n"));
  EXPECT_NE(text.find("n1    online"), std::string::npos) << text;
  EXPECT_NE(text.find("r-1  small   running"), std::string::npos) << text;
}

TEST_F(StatusCommand, JsonHasTheSame) {
  EXPECT_EQ(run({.command = "status", .is_json = true}), ExitCode::Success);
  const auto json = wire::JsonView::parse(world_.out.str());
  ASSERT_TRUE(json);
  EXPECT_EQ(json->text_or("controller"), "http://fake:7420");
  EXPECT_EQ(json->field("nodes")->size(), 1U);
  EXPECT_EQ(json->field("runs")->size(), 1U);
}

TEST_F(StatusCommand, OfARunShowsItsCounts) {
  EXPECT_EQ(run({.command = "status", .argument = "r-1"}), ExitCode::Success);
  EXPECT_NE(world_.out.str().find("cells      2 planned, 1 measured, 0 failed"), std::string::npos);
}

TEST_F(StatusCommand, WithoutControllerExitsWithThree) {
  testing::CommandWorld world;
  world.api.lose("GET /api/v1/nodes");
  Context context = world.context();
  EXPECT_EQ(status_command({.command = "status"}, context), ExitCode::Error);
  EXPECT_EQ(world.out.str(), "");
}

}  // namespace
}  // namespace busbar::cli
