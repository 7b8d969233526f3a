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

TEST(LaunchInput, NamesTheLineThatIsWrong) {
  std::string text = to_launch_input_text(samples::launch_input());
  text.replace(text.rfind("all_reduce"), 10, "all_reduze");
  const auto read = parse_launch_input(text);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().where, "launch input line 3 cell collective");
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
