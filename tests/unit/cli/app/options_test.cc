#include "cli/app/options.h"

#include <gtest/gtest.h>

#include <sstream>

#include "cli/commands/command_table.h"

namespace busbar::cli {
namespace {

class OptionsTest : public ::testing::Test {
 protected:
  std::expected<Invocation, ExitCode> read(const std::vector<std::string>& arguments) {
    return read_options(arguments, {out_, err_, {}});
  }
  std::ostringstream out_, err_;
};

TEST_F(OptionsTest, GlobalOnesMayStandBeforeAndAfterTheCommand) {
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"--json", "--controller", "http://h:1", "runs"},
        std::vector<std::string>{"runs", "--controller", "http://h:1", "--json"}}) {
    const auto invocation = read(arguments);
    ASSERT_TRUE(invocation) << err_.str();
    EXPECT_EQ(invocation->command, "runs");
    EXPECT_EQ(invocation->controller, "http://h:1");
    EXPECT_TRUE(invocation->is_json);
  }
}

TEST_F(OptionsTest, CommandHasItsArgumentAndOptions) {
  const auto invocation = read({"run", "m.yaml", "--detach"});
  ASSERT_TRUE(invocation) << err_.str();
  EXPECT_EQ(invocation->argument, "m.yaml");
  EXPECT_TRUE(invocation->has("detach"));
  EXPECT_FALSE(invocation->is_json);
  EXPECT_EQ(read({"results", "--format", "csv"})->option_or("format", ""), "csv");
  EXPECT_EQ(read({"run", "-"})->argument, "-");
}

TEST_F(OptionsTest, WrongUsageExitsWithThreeAndSaysWhatIsWrong) {
  const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
      {{"frob"}, "'frob' is no command"}, {{"run"}, "MATRIX"},
      {{"runs", "--frob"}, "--frob"},     {{"results", "--format", "xml"}, "xml"},
      {{"runs", "--limit"}, "--limit"},   {{}, "subcommand"}};
  for (const auto& [arguments, words] : cases) {
    err_.str("");
    const auto invocation = read(arguments);
    ASSERT_FALSE(invocation);
    EXPECT_EQ(invocation.error(), ExitCode::Error);
    EXPECT_NE(err_.str().find(words), std::string::npos) << err_.str();
    EXPECT_EQ(out_.str(), "");
  }
}

TEST_F(OptionsTest, HelpNamesEveryCommandAndTheExitCodes) {
  const auto invocation = read({"--help"});
  ASSERT_FALSE(invocation);
  EXPECT_EQ(invocation.error(), ExitCode::Success);
  for (const CommandSpec& command : command_table())
    EXPECT_NE(out_.str().find(command.name), std::string::npos) << command.name;
  EXPECT_NE(out_.str().find(exit_codes_text()), std::string::npos);
  EXPECT_EQ(err_.str(), "");
}

}  // namespace
}  // namespace busbar::cli
