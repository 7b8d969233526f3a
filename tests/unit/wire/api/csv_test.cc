#include "wire/api/csv.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

TEST(Csv, PlainFieldsStandAsTheyAre) {
  EXPECT_EQ(csv_line({"a", "", "1e-5"}), "a,,1e-5\r\n");
}

TEST(Csv, QuotesWhatWouldBreakTheLine) {
  EXPECT_EQ(csv_line({"a,b", "c\"d", "e\nf"}), "\"a,b\",\"c\"\"d\",\"e\nf\"\r\n");
}

TEST(Csv, FormulaIsText) {
  EXPECT_EQ(csv_line({"=1+1", "@x", "a=b"}), "'=1+1,'@x,a=b\r\n");
}

}  // namespace
}  // namespace busbar::wire
