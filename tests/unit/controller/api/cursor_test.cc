#include "controller/api/cursor.h"

#include <gtest/gtest.h>

namespace busbar::controller {
namespace {

TEST(Cursor, LeadsBackToItsPosition) {
  for (const std::int64_t position : {std::int64_t(0), std::int64_t(1), INT64_MAX})
    EXPECT_EQ(read_cursor("/runs", make_cursor("/runs", position)), position);
}

TEST(Cursor, OfAnotherListIsRefused) {
  EXPECT_FALSE(read_cursor("/series", make_cursor("/runs", 7)));
  EXPECT_FALSE(read_cursor("/runs\nstate=queued", make_cursor("/runs", 7)));
}

TEST(Cursor, ThatWasChangedInOnePlaceIsRefused) {
  const std::string cursor = make_cursor("/runs", 7);
  for (std::size_t i = 0; i < cursor.size(); ++i) {
    std::string changed = cursor;
    changed[i] = changed[i] == '0' ? '1' : '0';
    EXPECT_FALSE(read_cursor("/runs", changed)) << i;
  }
}

TEST(Cursor, ThatIsNoneIsRefusedWithWhatToDo) {
  for (const char* text : {"", "!!", "7", "0000000000000007000000000000000g"}) {
    const auto read = read_cursor("/runs", text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().where, "cursor");
    EXPECT_NE(read.error().remedy.find("next_cursor"), std::string::npos);
  }
}

TEST(Fnv1a, HasThePublishedValues) {
  EXPECT_EQ(fnv1a(""), 0xcbf29ce484222325ULL);
  EXPECT_EQ(fnv1a("a"), 0xaf63dc4c8601ec8cULL);
  EXPECT_EQ(hex16(0xabc), "0000000000000abc");
}

}  // namespace
}  // namespace busbar::controller
