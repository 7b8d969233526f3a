#include "io/process/environment.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace busbar::io {
namespace {

TEST(Environment, TellsAnEmptyValueFromNone) {
  ::setenv("BUSBAR_TEST_EMPTY", "", 1);
  EXPECT_EQ(environment_value("BUSBAR_TEST_EMPTY"), "");
  EXPECT_EQ(environment_value("BUSBAR_TEST_NONE"), std::nullopt);
  EXPECT_EQ(whole_environment().at("BUSBAR_TEST_EMPTY"), "");
}

TEST(RandomHex, HasTwoDigitsAByteAndDoesNotRepeat) {
  const std::string text = random_hex(16);
  EXPECT_EQ(text.size(), 32u);
  EXPECT_EQ(text.find_first_not_of("0123456789abcdef"), std::string::npos);
  EXPECT_NE(text, random_hex(16));
}

}  // namespace
}  // namespace busbar::io
