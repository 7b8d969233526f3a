#include "wire/formats/tables/words.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

TEST(Words, FigureKnowsWhatItsDigitsLeaveOpen) {
  EXPECT_DOUBLE_EQ(figure("12.90")->value, 12.9);
  EXPECT_DOUBLE_EQ(figure("12.90")->half_digit, 0.005);
  EXPECT_DOUBLE_EQ(figure("16860")->half_digit, 0.5);
  EXPECT_DOUBLE_EQ(figure("2e-07")->half_digit, 5e-8);
  EXPECT_DOUBLE_EQ(figure("1.7e+04")->half_digit, 500);
  EXPECT_DOUBLE_EQ(figure("-1.5")->value, -1.5);
}

TEST(Words, FigureRefusesWhatIsNoNumber) {
  for (const std::string_view word :
       {"", "-", "nan", "inf", "N/A", "12.9x", "0x10", "1e999", "e5", "+3", "1,5"})
    EXPECT_FALSE(figure(word)) << word;
  EXPECT_FALSE(whole_number("-1"));
  EXPECT_FALSE(whole_number("99999999999999999999"));
  EXPECT_EQ(signed_number("-1"), -1);
}

TEST(Words, ColumnsAreCutAtTwoBlanksOrATab) {
  const auto columns = columns_of("# Size      Avg Latency(us)   Min Latency(us)\tIterations ");
  ASSERT_EQ(columns.size(), 4U);
  EXPECT_EQ(columns[1], "Avg Latency(us)");
  EXPECT_EQ(columns[3], "Iterations");
}

TEST(Words, NumberBehindSkipsColonAndEquals) {
  EXPECT_EQ(number_behind("iters: 20 x", "iters"), 20U);
  EXPECT_EQ(number_behind("nccl-library=22803", "nccl-library"), 22803U);
  EXPECT_FALSE(number_behind("iters: many", "iters"));
  EXPECT_FALSE(number_behind("iters:", "iters"));
}

}  // namespace
}  // namespace busbar::wire
