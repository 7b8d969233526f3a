#include "cli/commands/version.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {

TEST(VersionCommand, PrintsItWithoutAskingAnybody) {
  testing::CommandWorld world;
  Context context = world.context();
  EXPECT_EQ(version_command({.command = "version"}, context), ExitCode::Success);
  EXPECT_EQ(world.out.str(), "busbar " BUSBAR_VERSION "\n");
  world.out.str("");
  version_command({.command = "version", .is_json = true}, context);
  EXPECT_EQ(wire::JsonView::parse(world.out.str())->text_or("version"), BUSBAR_VERSION);
  EXPECT_TRUE(world.api.sent.empty());
}

}  // namespace busbar::cli
