#include "wire/formats/nccl_log/scan.h"

#include <gtest/gtest.h>

namespace busbar::wire::nccl_log {
namespace {

TEST(Scan, TakesNumbersAndWordsOffTheFront) {
  Scan scan("  12/3.5 rest of it");
  EXPECT_EQ(scan.blanks().integer(), 12);
  EXPECT_TRUE(scan.skip("/"));
  EXPECT_EQ(scan.number(), 3.5);
  EXPECT_EQ(scan.blanks().word(), "rest");
  EXPECT_TRUE(scan.skip_to("of "));
  EXPECT_EQ(scan.until("x"), "it");
  EXPECT_TRUE(scan.is_done());
}

TEST(Scan, WhatIsNoNumberStaysWhereItIs) {
  for (std::string_view text : {"", "x", "99999999999999999999", "nan", "inf"}) {
    Scan scan(text);
    EXPECT_EQ(scan.integer(), std::nullopt);
    EXPECT_EQ(scan.rest(), text);
  }
  for (std::string_view text : {"", "x", "nan", "inf", "-"})
    EXPECT_EQ(Scan(text).number(), std::nullopt) << text;
}

TEST(Scan, FindsBehindAMark) {
  EXPECT_EQ(integer_behind("rank 3 nranks 8", "nranks "), 8);
  EXPECT_EQ(integer_behind("rank 3", "nranks "), std::nullopt);
  EXPECT_EQ(behind("a: b", ": "), "b");
  EXPECT_EQ(trimmed(" \ta b \t"), "a b");
}

}  // namespace
}  // namespace busbar::wire::nccl_log
