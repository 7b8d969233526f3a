#include "cli/commands/cancel.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {

TEST(CancelCommand, AsksTheServiceAndSaysTheState) {
  testing::CommandWorld world;
  world.api.answer("POST /api/v1/runs/r-1/cancel", testing::run_json("cancelling", 1, 0), 202);
  Context context = world.context();
  EXPECT_EQ(cancel_command({.command = "cancel", .argument = "r-1"}, context), ExitCode::Success);
  EXPECT_EQ(world.out.str(), "r-1 cancelling\n");
}

TEST(CancelCommand, ARunThatHasEndedIsAnError) {
  testing::CommandWorld world;
  world.api.answer("POST /api/v1/runs/r-1/cancel",
                   R"({"title":"Conflict","detail":"r-1 has ended"})", 409);
  Context context = world.context();
  EXPECT_EQ(cancel_command({.command = "cancel", .argument = "r-1"}, context), ExitCode::Error);
  EXPECT_NE(world.err.str().find("r-1 has ended"), std::string::npos);
}

}  // namespace busbar::cli
