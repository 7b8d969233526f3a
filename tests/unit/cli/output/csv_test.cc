#include "cli/output/csv.h"

#include <gtest/gtest.h>

namespace busbar::cli {

TEST(Csv, LeavesPlainFieldsAlone) {
  EXPECT_EQ(csv_field("all_reduce 64 KiB"), "all_reduce 64 KiB");
}

TEST(Csv, QuotesSeparatorsQuotesAndLineEnds) {
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("say \"no\""), "\"say \"\"no\"\"\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
  EXPECT_EQ(csv_field("two\r"), "\"two\r\"");
}

TEST(Csv, SeparatesFieldsAlsoEmptyOnes) {
  EXPECT_EQ(csv_line({"a", "", "b,c"}), "a,,\"b,c\"\n");
  EXPECT_EQ(csv_line({"same", "same"}), "same,same\n");
}

}  // namespace busbar::cli
