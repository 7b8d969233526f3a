#include <gtest/gtest.h>

#include <set>

#include "wire/formats/reading.h"

namespace busbar::wire {

TEST(AllFormats, HaveNamesOfTheirOwn) {
  std::set<std::string_view> kinds;
  for (const FormatReader& reader : all_format_readers())
    EXPECT_TRUE(kinds.insert(reader.kind).second) << reader.kind;
}

TEST(AllFormats, NobodyLikesNothingOrProse) {
  EXPECT_EQ(find_format(""), nullptr);
  EXPECT_EQ(find_format("Dear all,\nthe meeting is moved to Tuesday.\n"), nullptr);
}

}  // namespace busbar::wire
