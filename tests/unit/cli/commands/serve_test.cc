#include "cli/commands/serve.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {

TEST(ServeCommand, NamesBothProgramsAndTheirOptionsAndStartsNothing) {
  testing::CommandWorld world;
  Context context = world.context();
  EXPECT_EQ(serve_command({.command = "serve"}, context), ExitCode::Success);
  for (const char* word : {"busbar-controller --listen", "busbar-agent --controller", "--data"})
    EXPECT_NE(world.out.str().find(word), std::string::npos) << word;
  EXPECT_TRUE(world.api.sent.empty());
}

}  // namespace busbar::cli
