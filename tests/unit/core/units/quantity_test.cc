#include "core/units/quantity.h"

#include <gtest/gtest.h>

#include <type_traits>

namespace busbar {
namespace {

TEST(Quantity, AddsAndSubtractsItsOwnKind) {
  EXPECT_EQ((Seconds(1.5) + Seconds(0.5)).value(), 2.0);
  EXPECT_EQ((MessageSize(8) - MessageSize(3)).value(), 5u);
  Seconds total;
  total += Seconds(2);
  EXPECT_EQ(total, Seconds(2));
}

TEST(Quantity, ComparesItsOwnKind) {
  EXPECT_LT(Seconds(1), Seconds(2));
  EXPECT_EQ(RankCount(2), RankCount(2));
}

TEST(Quantity, GoesInAndOutOnlyExplicitly) {
  static_assert(!std::is_convertible_v<double, Seconds>);
  static_assert(!std::is_convertible_v<Seconds, double>);
  static_assert(std::is_constructible_v<Seconds, double>);
}

TEST(Quantity, KindsDoNotMix) {
  static_assert(!std::is_convertible_v<AlgorithmBandwidth, BusBandwidth>);
  static_assert(!std::is_constructible_v<BusBandwidth, AlgorithmBandwidth>);
  static_assert(!std::is_constructible_v<Seconds, Ratio>);
}

}  // namespace
}  // namespace busbar
