#include "wire/yaml/suggestion.h"

#include <gtest/gtest.h>

#include <vector>

namespace busbar::wire {
namespace {

TEST(EditDistance, CountsInsertionsRemovalsReplacementsAndSwaps) {
  EXPECT_EQ(edit_distance("ring", "ring"), 0U);
  EXPECT_EQ(edit_distance("ring", "rings"), 1U);
  EXPECT_EQ(edit_distance("ring", "rng"), 1U);
  EXPECT_EQ(edit_distance("ring", "rong"), 1U);
  EXPECT_EQ(edit_distance("rign", "ring"), 1U);
  EXPECT_EQ(edit_distance("", "abc"), 3U);
}

TEST(NearestWord, IsTheOneThatWasProbablyMeant) {
  const std::vector<std::string> known{"sizes", "buffers", "protocols"};
  EXPECT_EQ(nearest_word("size", known), "sizes");
  EXPECT_EQ(nearest_word("bufers", known), "buffers");
  EXPECT_EQ(nearest_word("colours", known), "");
  EXPECT_EQ(nearest_word(std::string(100'000, 'x'), known), "");
}

TEST(Suggestion, ListsWhatIsKnown) {
  const std::vector<std::string> known{"sizes", "buffers"};
  EXPECT_EQ(suggestion("size", known), "did you mean 'sizes'? known: sizes, buffers");
  EXPECT_EQ(suggestion("zebra", known), "known: sizes, buffers");
}

}  // namespace
}  // namespace busbar::wire
