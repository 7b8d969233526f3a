#include "wire/api/result.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/sample_messages.h"
#include "wire/json/measurement.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

class ResultOfACell : public testing::Test {
 protected:
  ResultOfACell() {
    row_.index = CellIndex(12);
    row_.cell = samples::cell();
    row_.state = "measured";
    row_.is_measured = true;
    row_.launch = "r-1.l1";
    row_.series = 3;
    row_.at = WallTime(1'700'000'000'000'000);
    row_.measurement = measurement_;
    row_.provenance = R"({"kernel":"6.1"})";
  }
  std::string measurement_ =
      measurement_json(samples::measurement(), Origin::Measured, RawSamples::Kept);
  ResultRow row_;
};

TEST_F(ResultOfACell, MeasuredCellHasItsNumbersAndNoRawSamples) {
  const auto json = *JsonView::parse(*result_json(row_));
  EXPECT_EQ(json.unsigned_or("cell"), 12U);
  EXPECT_EQ(json.text_or("origin"), "measured");
  EXPECT_EQ(json.unsigned_or("series"), 3U);
  EXPECT_EQ(json.field("provenance")->text_or("kernel"), "6.1");
  EXPECT_TRUE(json.field("samples"));
  EXPECT_FALSE(json.field("raw_seconds"));
  EXPECT_EQ(json.field("repeat_command")->item(0)->as_text(), "mpirun");
}

TEST_F(ResultOfACell, WhatFailedIsEvidenceAndNoResult) {
  row_.state = "wrong_data";
  row_.is_measured = false;
  const auto json = *JsonView::parse(*result_json(row_));
  EXPECT_FALSE(json.field("samples"));
  EXPECT_FALSE(json.field("bus_bandwidth_interval"));
  EXPECT_TRUE(json.field("evidence")->field("samples"));
}

TEST_F(ResultOfACell, PendingCellHasNullsAndNoNumbers) {
  row_ = {};
  row_.cell = samples::cell();
  row_.state = "pending";
  const auto json = *JsonView::parse(*result_json(row_));
  EXPECT_TRUE(json.field("launch")->is_null());
  EXPECT_TRUE(json.field("measured_at")->is_null());
  EXPECT_EQ(json.field("provenance")->json_text(), "{}");
}

TEST_F(ResultOfACell, CsvLineHasTheColumnsOfItsHead) {
  const auto fields = [](const std::string& line) { return std::ranges::count(line, ','); };
  EXPECT_EQ(fields(*result_csv(row_)), fields(result_csv_head()));
  row_.is_measured = false;
  EXPECT_EQ(fields(*result_csv(row_)), fields(result_csv_head()));
}

TEST_F(ResultOfACell, BrokenMeasurementIsAnError) {
  row_.measurement = "[]";
  EXPECT_FALSE(result_json(row_));
  EXPECT_FALSE(result_csv(row_));
}

}  // namespace
}  // namespace busbar::wire
