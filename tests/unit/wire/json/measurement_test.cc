#include "wire/json/measurement.h"
#include "tests/support/golden_lines.h"
#include "tests/support/sample_messages.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

std::string replaced(std::string text, const std::string& what, const std::string& with) {
  const std::size_t at = text.find(what);
  EXPECT_NE(at, std::string::npos) << what;
  return text.replace(at, what.size(), with);
}

// The refusal of the sample with one part of its text replaced.
std::string refusal(const std::string& what, const std::string& with) {
  const std::string text = replaced(
      measurement_json(samples::measurement(), Origin::Measured, RawSamples::Kept), what, with);
  const auto parsed = parse_measurement(text, CellIndex(12));
  return parsed ? "accepted" : parsed.error().where;
}

TEST(MeasurementJson, ReadsBackWhatItWrote) {
  const Measurement written = samples::measurement();
  const auto read = parse_measurement(measurement_json(written, Origin::Imported, RawSamples::Kept),
                                      written.index);
  ASSERT_TRUE(read) << to_line(read.error());
  EXPECT_EQ(read->origin, Origin::Imported);
  EXPECT_EQ(read->measurement, written);
}

TEST(MeasurementJson, WritesTheSampleTextOfTheSchema) {
  Measurement failed = samples::measurement();
  failed.elements_wrong = 3;
  failed.is_oversubscribed = true;
  const std::vector<std::string> lines{
      measurement_json(samples::measurement(), Origin::Measured, RawSamples::Kept),
      measurement_json(failed, Origin::Simulated, RawSamples::LeftOut)};
  EXPECT_EQ(samples::golden_lines("measurement", lines), samples::joined(lines));
}

TEST(MeasurementJson, LeavesRawSamplesOutWhereTheyAreNotWanted) {
  const std::string text =
      measurement_json(samples::measurement(), Origin::Measured, RawSamples::LeftOut);
  EXPECT_EQ(text.find("raw_seconds"), std::string::npos);
  const auto read = parse_measurement(text, CellIndex(12));
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->measurement.raw_seconds.empty());
}

TEST(MeasurementJson, RefusesNumbersThatAreNoTimes) {
  EXPECT_EQ(refusal("\"median_seconds\":1.2e-05", "\"median_seconds\":-1"),
            "measurement.samples median_seconds");
  EXPECT_EQ(refusal("\"median_seconds\":1.2e-05", "\"median_seconds\":null"),
            "measurement.samples median_seconds");
  EXPECT_EQ(refusal("\"measuring_seconds\":0.91", "\"measuring_seconds\":-0.91"),
            "measurement measuring_seconds");
  EXPECT_EQ(refusal("\"medians_seconds\":[1.1e-05", "\"medians_seconds\":[-1.1e-05"),
            "measurement.ranks medians_seconds");
  EXPECT_EQ(refusal("\"raw_seconds\":[1.1e-05", "\"raw_seconds\":[1e300"),
            "measurement raw_seconds");
}

TEST(MeasurementJson, RefusesOrderStatisticsOutOfOrder) {
  EXPECT_EQ(refusal("\"p95_seconds\":1.29e-05", "\"p95_seconds\":1.2e-05"),
            "measurement.samples p95_seconds");
  EXPECT_EQ(refusal("\"interval_low_seconds\":1.1e-05", "\"interval_low_seconds\":1.25e-05"),
            "measurement.samples median_seconds");
}

TEST(MeasurementJson, RefusesCountsThatContradictEachOther) {
  EXPECT_EQ(refusal("\"count\":3", "\"count\":4"), "measurement raw_seconds");
  EXPECT_EQ(refusal("\"count\":3", "\"count\":0"), "measurement.samples count");
  EXPECT_EQ(refusal("\"elements_wrong\":0", "\"elements_wrong\":262145"),
            "measurement elements_wrong");
  EXPECT_EQ(refusal("\"slowest_rank\":1", "\"slowest_rank\":2"), "measurement.ranks slowest_rank");
  EXPECT_EQ(refusal("\"confidence\":0.75", "\"confidence\":1.5"), "measurement.samples confidence");
}

TEST(MeasurementJson, RefusesUnknownWordsAndAMissingOrigin) {
  EXPECT_EQ(refusal("\"origin\":\"measured\",", ""), "measurement origin");
  EXPECT_EQ(refusal("\"measured\"", "\"guessed\""), "measurement origin");
  EXPECT_EQ(refusal("\"witnessed\"", "\"sure\""), "measurement.algorithm verification");
  EXPECT_EQ(refusal("\"sample_limit\"", "\"tired\""), "measurement.samples stop");
}

}  // namespace
}  // namespace busbar::wire
