#include "bench/engine/memory.h"

#include <gtest/gtest.h>

namespace busbar::bench {
namespace {

const std::string kInfo = "MemTotal:  8000 kB\nMemFree:  100 kB\nMemAvailable:   4000 kB\n";

TEST(Memory, WhatTheKernelCallsAvailableIsInKibibytes) {
  EXPECT_EQ(available_memory({kInfo, "", ""}), 4000u * 1024);
}

TEST(Memory, TheControlGroupsLimitLessItsUseCanBeLess) {
  EXPECT_EQ(available_memory({kInfo, "3000000\n", "1000000\n"}), 2000000u);
  EXPECT_EQ(available_memory({kInfo, "9223372036854771712\n", "1000000\n"}), 4000u * 1024);
  EXPECT_EQ(available_memory({kInfo, "max\n", "1000000\n"}), 4000u * 1024);
  EXPECT_EQ(available_memory({kInfo, "1000\n", "1001\n"}), 0u);
}

TEST(Memory, NothingReadableIsNoStatement) {
  EXPECT_EQ(available_memory({}), std::nullopt);
  EXPECT_EQ(available_memory({"MemAvailable: much", "", ""}), std::nullopt);
}

}  // namespace
}  // namespace busbar::bench
