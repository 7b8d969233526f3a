#include "cli/commands/dispatch.h"

#include <gtest/gtest.h>

#include "cli/commands/command_table.h"
#include "tests/support/command_world.h"

namespace busbar::cli {

TEST(Dispatch, KnowsEveryCommandOfTheTable) {
  for (const CommandSpec& command : command_table()) {
    testing::CommandWorld world;
    Context context = world.context();
    dispatch({.command = std::string(command.name)}, context);
    EXPECT_EQ(world.err.str().find("is no command"), std::string::npos) << command.name;
  }
}

TEST(Dispatch, RefusesAnUnknownOne) {
  testing::CommandWorld world;
  Context context = world.context();
  EXPECT_EQ(dispatch({.command = "frob"}, context), ExitCode::Error);
  EXPECT_NE(world.err.str().find("'frob' is no command"), std::string::npos);
}

}  // namespace busbar::cli
