#include "cli/commands/command_table.h"

#include <gtest/gtest.h>

#include <set>

namespace busbar::cli {

TEST(CommandTable, NamesAreUniqueAndEachSaysWhatItDoes) {
  std::set<std::string_view> names;
  for (const CommandSpec& command : command_table()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name;
    EXPECT_FALSE(command.summary.empty()) << command.name;
    for (const OptionSpec& option : command.options) {
      EXPECT_TRUE(option.name.starts_with("--")) << option.name;
      EXPECT_FALSE(option.summary.empty()) << option.name;
    }
  }
}

TEST(CommandTable, EveryArgumentHasAName) {
  for (const CommandSpec& command : command_table())
    EXPECT_EQ(argument_name(command.argument).empty(), command.argument == ArgumentKind::None);
}

}  // namespace busbar::cli
