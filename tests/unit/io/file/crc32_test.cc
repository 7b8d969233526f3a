#include "io/file/crc32.h"

#include <gtest/gtest.h>

namespace busbar::io {
namespace {

TEST(Crc32, GivesThePublishedCheckValueWholeOrInParts) {
  EXPECT_EQ(crc32_of("123456789"), 0xCBF43926u);
  EXPECT_EQ(crc32_of("6789", crc32_of("12345")), 0xCBF43926u);
}

}  // namespace
}  // namespace busbar::io
