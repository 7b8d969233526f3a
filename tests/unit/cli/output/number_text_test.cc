#include "cli/output/number_text.h"

#include <gtest/gtest.h>

namespace busbar::cli {

TEST(NumberText, GigabytesPerSecondAreDecimal) {
  EXPECT_EQ(gigabytes_per_second_text(BusBandwidth(1e9)), "1.000");
  EXPECT_EQ(gigabytes_per_second_text(AlgorithmBandwidth(1073741824.0)), "1.074");
}

TEST(NumberText, ShowsFourSignificantDigits) {
  EXPECT_EQ(microseconds_text(Seconds(0.123456e-6)), "0.123");
  EXPECT_EQ(microseconds_text(Seconds(1.23456e-6)), "1.235");
  EXPECT_EQ(microseconds_text(Seconds(12.3456e-6)), "12.35");
  EXPECT_EQ(microseconds_text(Seconds(123.456e-6)), "123.5");
  EXPECT_EQ(microseconds_text(Seconds(123456e-6)), "123456");
}

TEST(NumberText, RoundingUpDoesNotAddADigit) {
  EXPECT_EQ(microseconds_text(Seconds(9.99996e-6)), "10.00");
  EXPECT_EQ(microseconds_text(Seconds(99.9996e-6)), "100.0");
  EXPECT_EQ(microseconds_text(Seconds(999.96e-6)), "1000");
}

TEST(NumberText, PercentHasOneDecimal) {
  EXPECT_EQ(percent_text(Ratio(0.01234)), "1.2");
}

TEST(NumberText, DurationsHaveTwoUnitsAtMost) {
  EXPECT_EQ(duration_text(Seconds(-1)), "0 s");
  EXPECT_EQ(duration_text(Seconds(59.4)), "59 s");
  EXPECT_EQ(duration_text(Seconds(59.6)), "1 min 00 s");
  EXPECT_EQ(duration_text(Seconds(125)), "2 min 05 s");
  EXPECT_EQ(duration_text(Seconds(3720)), "1 h 02 min");
}

TEST(NumberText, MemoryIsInPowersOfTwo) {
  EXPECT_EQ(bytes_text(512), "512 B");
  EXPECT_EQ(bytes_text(16ULL << 30), "16.0 GiB");
}

TEST(NumberText, CountsAgreeWithTheirNoun) {
  EXPECT_EQ(count_text(1, "cell"), "1 cell");
  EXPECT_EQ(count_text(0, "cell"), "0 cells");
}

}  // namespace busbar::cli
