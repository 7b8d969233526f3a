#include "cli/output/progress.h"

#include <gtest/gtest.h>

#include <sstream>

#include "cli/output/table.h"

namespace busbar::cli {
namespace {

const Progress kHalf{.cells_total = 4,
                     .cells_done = 2,
                     .cells_failed = 0,
                     .current = "all_reduce 64 KiB ring",
                     .time_left = Seconds(48)};

TEST(ProgressLine, HasBarCountsCellAndTimeLeft) {
  EXPECT_EQ(progress_line(kHalf, 100),
            "[############------------] 2/4  all_reduce 64 KiB ring  48 s left");
}

TEST(ProgressLine, NamesFailedCells) {
  Progress progress = kHalf;
  progress.cells_failed = 1;
  EXPECT_NE(progress_line(progress, 100).find("2/4  1 failed  all_reduce"), std::string::npos);
}

TEST(ProgressLine, IsNeverWiderThanTheTerminal) {
  for (std::size_t width = 0; width < 120; ++width)
    EXPECT_LE(text_width(progress_line(kHalf, width)), width) << width;
}

TEST(ProgressLine, ShortensTheCellBeforeTheTimeLeft) {
  const std::string line = progress_line(kHalf, 45);
  EXPECT_EQ(text_width(line), 45U);
  EXPECT_TRUE(line.ends_with("…  48 s left")) << line;
}

TEST(ProgressLine, BarIsFullOnlyAtTheEndAndSurvivesOddCounts) {
  EXPECT_NE(progress_line({.cells_total = 1000, .cells_done = 999}, 80).find("-]"),
            std::string::npos);
  EXPECT_NE(progress_line({.cells_total = 2, .cells_done = 2}, 80).find("#]"), std::string::npos);
  EXPECT_NE(progress_line({}, 80).find("] 0/0"), std::string::npos);
  EXPECT_NE(progress_line({.cells_total = 2, .cells_done = 5}, 80).find("#]"), std::string::npos);
}

class View : public ::testing::Test {
 protected:
  std::ostringstream out_, err_;
};

TEST_F(View, DrawsNothingWhereNoTerminalIs) {
  Output output{out_, err_, {}};
  ProgressView view(output);
  view.show(kHalf);
  EXPECT_EQ(err_.str(), "");
  view.print_plain("a line");
  EXPECT_EQ(err_.str(), "a line\n");
}

TEST_F(View, RedrawsInPlaceAndOnlyWhatChanged) {
  Output output{out_, err_, {true, 101}};
  ProgressView view(output);
  view.show(kHalf);
  const std::string once = "\r\033[K" + progress_line(kHalf, 100);
  EXPECT_EQ(err_.str(), once);
  view.show(kHalf);
  EXPECT_EQ(err_.str(), once);
  view.print_plain("hidden, the bar says it");
  EXPECT_EQ(err_.str(), once);
}

TEST_F(View, ALinePrintedStaysAboveTheBar) {
  Output output{out_, err_, {true, 101}};
  ProgressView view(output);
  view.show(kHalf);
  err_.str("");
  view.print("lost");
  EXPECT_EQ(err_.str(), "\r\033[Klost\n" + progress_line(kHalf, 100));
}

TEST_F(View, LeavesAnEmptyLineBehind) {
  Output output{out_, err_, {true, 101}};
  {
    ProgressView(output).show(kHalf);
  }
  EXPECT_TRUE(err_.str().ends_with("\r\033[K"));
  EXPECT_EQ(out_.str(), "");
}

}  // namespace
}  // namespace busbar::cli
