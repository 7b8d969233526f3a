#include "wire/formats/listings/listing.h"

#include <gtest/gtest.h>

namespace busbar::wire::listing {
namespace {

TEST(Listing, LinesAreCleanAndNumbered) {
  const auto lines = lines_of("a\r\n\x1b[4mb\x1b[0m\n\nc");
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[1].text, "b");
  EXPECT_EQ(lines[3].number, 4u);
  EXPECT_FALSE(lines[3].is_terminated);
}

TEST(Listing, CellsKeepEmptyFields) {
  EXPECT_EQ(cells("a\t\t b ", '\t'), (std::vector<std::string_view>{"a", "", "b"}));
  EXPECT_EQ(words("  a \t b"), (std::vector<std::string_view>{"a", "b"}));
}

TEST(Listing, NumbersAreNeverGuessed) {
  EXPECT_EQ(integer("12"), 12);
  EXPECT_EQ(integer("12x"), std::nullopt);
  EXPECT_EQ(leading_integer("16x"), 16);
  EXPECT_EQ(unsigned_of("0x96"), 150u);
  EXPECT_EQ(unsigned_of(""), std::nullopt);
  EXPECT_EQ(leading_number("26.562 GB/s"), 26.562);
  EXPECT_EQ(leading_number("inf"), std::nullopt);
}

TEST(Listing, PairsDivideAtTheFirstColon) {
  const auto pair = pair_of("\tstate:  4: ACTIVE");
  ASSERT_TRUE(pair);
  EXPECT_EQ(pair->first, "state");
  EXPECT_EQ(pair->second, "4: ACTIVE");
}

TEST(Listing, IndentationCountsTabsToEight) {
  EXPECT_EQ(indentation("\t\tx"), 16u);
  EXPECT_EQ(indentation("   \tx"), 8u);
  EXPECT_TRUE(same_word("ACTIVE", "Active"));
  EXPECT_EQ(between("a 'b' c", "'", "'"), "b");
}

}  // namespace
}  // namespace busbar::wire::listing
