#include "bench/engine/cores.h"

#include <gtest/gtest.h>

namespace busbar::bench {
namespace {

TEST(Cores, WithoutAQuotaTheAffinityCounts) {
  EXPECT_EQ(usable_cores(8, {}), 8u);
  EXPECT_EQ(usable_cores(8, {"max 100000\n", "", ""}), 8u);
  EXPECT_EQ(usable_cores(8, {"", "-1\n", "100000\n"}), 8u);
}

TEST(Cores, AQuotaOfEitherVersionIsRoundedUp) {
  EXPECT_EQ(usable_cores(8, {"150000 100000\n", "", ""}), 2u);
  EXPECT_EQ(usable_cores(8, {"", "250000\n", "100000\n"}), 3u);
  EXPECT_EQ(usable_cores(8, {"50000 100000\n", "", ""}), 1u);
}

TEST(Cores, AQuotaAboveTheAffinityAddsNone) {
  EXPECT_EQ(usable_cores(2, {"800000 100000\n", "", ""}), 2u);
}

TEST(Cores, AnUnreadableQuotaIsNone) {
  EXPECT_EQ(usable_cores(4, {"many", "", ""}), 4u);
  EXPECT_EQ(usable_cores(0, {"", "100000", ""}), 1u);
}

}  // namespace
}  // namespace busbar::bench
