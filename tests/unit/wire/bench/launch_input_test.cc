#include "tests/support/golden_lines.h"
#include "tests/support/sample_messages.h"
#include "wire/bench/messages.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

TEST(LaunchInput, ReadsBackWhatItWroteInTheSameOrder) {
  const LaunchInput written = samples::launch_input();
  const auto read = parse_launch_input(to_launch_input_text(written));
  ASSERT_TRUE(read) << to_line(read.error());
  EXPECT_EQ(read->launch, written.launch);
  EXPECT_EQ(read->cells, written.cells);
  EXPECT_EQ(read->sampling.samples_max, written.sampling.samples_max);
}

TEST(LaunchInput, WritesTheSampleTextsOfTheSchema) {
  std::string text = to_launch_input_text(samples::launch_input());
  text.pop_back();
  EXPECT_EQ(samples::golden_lines("launch-input", {text}), text + "\n");
}

TEST(LaunchInput, ACellThatCannotBeReadIsRefusedAloneWithItsLineNamed) {
  std::string text = to_launch_input_text(samples::launch_input());
  text.replace(text.rfind("all_reduce"), 10, "all_reduze");
  const auto read = parse_launch_input(text);
  ASSERT_TRUE(read) << to_line(read.error());
  EXPECT_EQ(read->cells.size(), 1U);
  ASSERT_EQ(read->refused.size(), 1U);
  EXPECT_EQ(read->refused[0].index, samples::launch_input().cells[1].index);
  EXPECT_EQ(read->refused[0].error.where, "launch input line 3 cell collective");
}

TEST(LaunchInput, ALineThatNamesNoCellIsAFaultOfTheWhole) {
  const std::string text = to_launch_input_text(samples::launch_input());
  for (const char* line : {"{\"cell\":", "{\"size_bytes\":8}\n", "7"}) {
    const auto read = parse_launch_input(text + line);
    ASSERT_FALSE(read) << line;
    EXPECT_TRUE(read.error().where.starts_with("launch input line 4")) << read.error().where;
  }
}

TEST(LaunchInput, RefusesAnEmptyFileAndOneWithoutHeader) {
  EXPECT_FALSE(parse_launch_input(""));
  EXPECT_FALSE(parse_launch_input("\n"));
  const std::string text = to_launch_input_text(samples::launch_input());
  EXPECT_FALSE(parse_launch_input(text.substr(text.find('\n') + 1)));
}

TEST(LaunchInput, TakesALastLineWithoutLineFeed) {
  std::string text = to_launch_input_text(samples::launch_input());
  text.pop_back();
  EXPECT_EQ(parse_launch_input(text)->cells.size(), 2U);
}

}  // namespace
}  // namespace busbar::wire
