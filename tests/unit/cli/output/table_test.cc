#include "cli/output/table.h"

#include <gtest/gtest.h>

namespace busbar::cli {

TEST(Table, AlignsColumnsToTheirWidestEntry) {
  EXPECT_EQ(render_table({{"size", Align::Right}, {"name"}}, {{"8 B", "a"}, {"64 KiB", "bb"}}),
            "  size  name\n"
            "   8 B  a\n"
            "64 KiB  bb\n");
}

TEST(Table, CountsCharactersNotBytes) {
  EXPECT_EQ(text_width("µs ± %"), 6U);
  EXPECT_EQ(render_table({{"µs", Align::Right}, {"x"}}, {{"1.0", "y"}}), " µs  x\n1.0  y\n");
}

TEST(Table, LeavesNoBlanksAtTheEndOfALine) {
  EXPECT_EQ(render_table({{"a"}, {"longer"}}, {{"x", ""}, {"y"}}), "a  longer\nx\ny\n");
}

TEST(Table, WithoutRowsHasItsTitles) {
  EXPECT_EQ(render_table({{"a"}, {"b"}}, {}), "a  b\n");
}

TEST(Shortened, KeepsWhatFits) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "ab…");
  EXPECT_EQ(shortened("µµµµ", 3), "µµ…");
  EXPECT_EQ(shortened("abcd", 1), "…");
  EXPECT_EQ(shortened("abcd", 0), "");
}

}  // namespace busbar::cli
