#include "io/http/message.h"

#include <gtest/gtest.h>

namespace busbar::io {
namespace {

TEST(Header, IsFoundWithoutCaseAndTheFirstCounts) {
  const Headers headers{{"Accept", "a"}, {"ACCEPT", "b"}};
  EXPECT_EQ(header(headers, "accept"), "a");
  EXPECT_EQ(header(headers, "accep"), "");
}

}  // namespace
}  // namespace busbar::io
