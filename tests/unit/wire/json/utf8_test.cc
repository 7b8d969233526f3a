#include "wire/json/utf8.h"

#include <gtest/gtest.h>

#include <string>

namespace busbar::wire {
namespace {

TEST(Utf8, AcceptsCharactersOfOneToFourBytes) {
  EXPECT_EQ(utf8_sequence_length("a"), 1U);
  EXPECT_EQ(utf8_sequence_length("ü"), 2U);
  EXPECT_EQ(utf8_sequence_length("€"), 3U);
  EXPECT_EQ(utf8_sequence_length("😀"), 4U);
  EXPECT_EQ(utf8_fault("aü€😀"), std::nullopt);
  EXPECT_EQ(utf8_fault(""), std::nullopt);
}

TEST(Utf8, NamesTheOffsetOfTheFirstWrongByte) {
  EXPECT_EQ(utf8_fault("ab\xff"), 2U);
  EXPECT_EQ(utf8_fault("ü\xe9"), 2U);
}

TEST(Utf8, RefusesOverlongFormsSurrogatesAndWhatIsBeyondUnicode) {
  for (const std::string text :
       {"\xC0\xAF", "\xE0\x80\xAF", "\xF0\x80\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\x80"})
    EXPECT_EQ(utf8_fault(text), 0U) << text;
}

TEST(Utf8, RefusesACharacterThatTheTextEndsIn) {
  for (const std::string text : {"\xC3", "\xE2\x82", "\xF0\x9F\x98"})
    EXPECT_EQ(utf8_fault(text), 0U);
}

}  // namespace
}  // namespace busbar::wire
