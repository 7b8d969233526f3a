#include "cli/commands/completion.h"

#include <gtest/gtest.h>

#include "cli/commands/command_table.h"
#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

class Completion : public ::testing::TestWithParam<std::string_view> {};

TEST_P(Completion, HasEveryCommandOptionAndChoice) {
  const std::string script = *completion_script(GetParam());
  const auto has = [&](std::string_view text) { return script.find(text) != std::string::npos; };
  for (const CommandSpec& command : command_table()) {
    EXPECT_TRUE(has(command.name)) << command.name;
    for (const OptionSpec& option : command.options) {
      EXPECT_TRUE(has(option.name.substr(2))) << option.name;
      for (const std::string_view choice : option.choices) EXPECT_TRUE(has(choice)) << choice;
    }
  }
  for (const OptionSpec& option : global_options()) EXPECT_TRUE(has(option.name.substr(2)));
}

INSTANTIATE_TEST_SUITE_P(EachShell, Completion, ::testing::Values("bash", "zsh", "fish"));

TEST(CompletionCommand, PrintsTheScript) {
  testing::CommandWorld world;
  Context context = world.context();
  EXPECT_EQ(completion_command({.command = "completion", .argument = "bash"}, context),
            ExitCode::Success);
  EXPECT_EQ(world.out.str(), *completion_script("bash"));
}

TEST(CompletionCommand, RefusesAnotherShellAndNamesTheKnown) {
  testing::CommandWorld world;
  Context context = world.context();
  EXPECT_EQ(completion_command({.command = "completion", .argument = "tcsh"}, context),
            ExitCode::Error);
  EXPECT_NE(world.err.str().find("bash zsh fish"), std::string::npos);
  EXPECT_EQ(world.out.str(), "");
}

}  // namespace
}  // namespace busbar::cli
