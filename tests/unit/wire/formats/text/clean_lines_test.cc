#include "wire/formats/text/clean_lines.h"

#include <gtest/gtest.h>

#include <vector>

namespace busbar::wire {
namespace {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> all;
  CleanLines lines(text);
  while (const auto line = lines.next()) {
    all.emplace_back(line->text);
    EXPECT_EQ(line->number, all.size());
  }
  return all;
}

using Lines = std::vector<std::string>;

TEST(CleanLines, CountsEveryLineEmptyOnesToo) {
  EXPECT_EQ(lines_of("a\n\nb\n"), (Lines{"a", "", "b"}));
  EXPECT_EQ(lines_of(""), Lines{});
  EXPECT_EQ(lines_of("\n"), Lines{""});
}

TEST(CleanLines, SaysWhereTheTextEndsInsideALine) {
  CleanLines lines("whole\ntorn");
  EXPECT_TRUE(lines.next()->is_terminated);
  EXPECT_FALSE(lines.next()->is_terminated);
  EXPECT_FALSE(lines.next());
}

TEST(CleanLines, GivesViewsIntoTheTextWhereNothingNeedsCleaning) {
  const std::string text = "plain\twith a tab\n";
  CleanLines lines(text);
  EXPECT_EQ(lines.next()->text.data(), text.data());
}

TEST(CleanLines, TakesOffCarriageReturnsAndWhatAProgressBarDrewOver) {
  EXPECT_EQ(lines_of("a\r\nb\r\n"), (Lines{"a", "b"}));
  EXPECT_EQ(lines_of(" 10%\r 50%\r100%\r\n"), Lines{"100%"});
}

TEST(CleanLines, TakesOffColourTitlesAndControlBytes) {
  EXPECT_EQ(lines_of("\x1b[1;31mred\x1b[0m text\n"), Lines{"red text"});
  EXPECT_EQ(lines_of("\x1b]0;title\aafter\n"), Lines{"after"});
  EXPECT_EQ(lines_of("\x1b]0;title\x1b\\after\n"), Lines{"after"});
  EXPECT_EQ(lines_of(std::string("a\0b\x7f"
                                 "c\b\n",
                                 7)),
            Lines{"abc"});
}

TEST(CleanLines, AnEscapeThatTheTextCutsOffEndsWithIt) {
  for (std::string_view torn : {"a\x1b", "a\x1b[", "a\x1b[31", "a\x1b]0;t", "a\x1b]0;t\x1b"})
    EXPECT_EQ(lines_of(torn), Lines{"a"}) << testing::PrintToString(torn);
}

TEST(CleanLines, ReadsUtf16OfBothOrdersWithAndWithoutMark) {
  const std::string_view text = "node1:4242:4242 [0] NCCL INFO NET/IB : price \n";
  for (const bool has_mark : {true, false})
    for (const bool is_little : {true, false}) {
      std::string wide;
      const auto put = [&](unsigned char high, unsigned char low) {
        wide += static_cast<char>(is_little ? low : high);
        wide += static_cast<char>(is_little ? high : low);
      };
      if (has_mark) put(0xFE, 0xFF);
      for (char c : text) put(0, static_cast<unsigned char>(c));
      put(0x20, 0xAC);                   // the euro sign
      put(0xD8, 0x3D), put(0xDE, 0x00);  // a face, as a pair
      put(0xDC, 0x00);                   // half of a pair
      EXPECT_EQ(lines_of(wide),
                (Lines{"node1:4242:4242 [0] NCCL INFO NET/IB : price ", "\u20AC\U0001F600\uFFFD"}))
          << has_mark << is_little;
    }
}

TEST(CleanLines, AnOddByteAtTheEndOfUtf16IsLeftOut) {
  EXPECT_EQ(lines_of(std::string_view("\xFF\xFE"
                                      "a\0b\0c",
                                      7)),
            Lines{"ab"});
}

TEST(CleanLines, ShortBinaryTextIsNotTakenForUtf16) {
  EXPECT_EQ(lines_of(std::string_view("a\0b\0\n", 5)), Lines{"ab"});
}

TEST(CleanLines, PassesOverAByteOrderMark) {
  EXPECT_EQ(lines_of("\xEF\xBB\xBF"
                     "first\n"),
            Lines{"first"});
}

TEST(CleanLines, TakesOffMarkdownQuotesAndFences) {
  EXPECT_EQ(lines_of("```text\n> a\n> > b\n>\n~~~\n"), (Lines{"", "a", "b", "", ""}));
  EXPECT_EQ(lines_of(">no quote\n"), Lines{">no quote"});
}

}  // namespace
}  // namespace busbar::wire
