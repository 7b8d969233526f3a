#include "core/units/time_text.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

TEST(TimeText, WritesUtcToTheMicrosecond) {
  EXPECT_EQ(utc_text(WallTime(0)), "1970-01-01T00:00:00.000000Z");
  EXPECT_EQ(utc_text(WallTime(1'700'000'000'000'001)), "2023-11-14T22:13:20.000001Z");
}

TEST(TimeText, WritesTimesBeforeTheEpoch) {
  EXPECT_EQ(utc_text(WallTime(-1)), "1969-12-31T23:59:59.999999Z");
}

TEST(TimeText, HasACompactFormForNames) {
  EXPECT_EQ(compact_utc(WallTime(1'700'000'000'000'001)), "20231114-221320");
}

TEST(TimeText, ReadsWhatItWrote) {
  for (const std::int64_t micros : {0L, 1'700'000'000'000'001L, 951'782'400'000'000L})
    EXPECT_EQ(parse_utc(utc_text(WallTime(micros)))->value(), micros);
}

TEST(TimeText, ReadsADateAloneAsItsMidnight) {
  EXPECT_EQ(utc_text(*parse_utc("2024-02-29")), "2024-02-29T00:00:00.000000Z");
}

TEST(TimeText, RefusesWhatIsNoTime) {
  for (const char* text : {"", "today", "2023-02-29", "2024-13-01", "2024-01-01T24:00:00Z",
                           "2024-01-01T00:00:00", "2024-01-01T00:00:00.Z", "2024-01-01 00:00:00Z"})
    EXPECT_FALSE(parse_utc(text)) << text;
}

}  // namespace
}  // namespace busbar
