#include "io/process/line_splitter.h"

#include <gtest/gtest.h>

#include <vector>

namespace busbar::io {
namespace {

using Lines = std::vector<std::string>;

TEST(LineSplitter, JoinsPiecesAndDeliversTheLastLineWithoutAnEnd) {
  Lines lines;
  LineSplitter splitter(100, [&](std::string line) { lines.push_back(std::move(line)); });
  splitter.feed("on");
  splitter.feed("e\r\n\ntw");
  splitter.feed("o");
  splitter.finish();
  EXPECT_EQ(lines, (Lines{"one", "", "two"}));
}

TEST(LineSplitter, CutsALongLineOnceAndMarksIt) {
  Lines lines;
  LineSplitter splitter(4, [&](std::string line) { lines.push_back(std::move(line)); });
  splitter.feed("abcd\nabcdefg");
  splitter.feed("hij\nok\n");
  EXPECT_EQ(lines, (Lines{"abcd", "abcd [line cut]", "ok"}));
}

}  // namespace
}  // namespace busbar::io
