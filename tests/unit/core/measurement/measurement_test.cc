#include "core/measurement/measurement.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

TEST(MeasurementTexts, OriginsReadBack) {
  for (const Origin each : {Origin::Measured, Origin::Imported, Origin::Simulated})
    EXPECT_EQ(origin_from_text(to_text(each)), each);
  EXPECT_EQ(to_text(Origin::Measured), "measured");
}

TEST(MeasurementTexts, VerificationsReadBack) {
  for (const Verification each : {Verification::Witnessed, Verification::Derived,
                                  Verification::Unverified, Verification::NotApplicable})
    EXPECT_EQ(verification_from_text(to_text(each)), each);
  EXPECT_EQ(to_text(Verification::NotApplicable), "not_applicable");
}

TEST(MeasurementTexts, StopReasonsReadBack) {
  for (const StopReason each :
       {StopReason::Converged, StopReason::TimeLimit, StopReason::SampleLimit})
    EXPECT_EQ(stop_reason_from_text(to_text(each)), each);
  EXPECT_EQ(to_text(StopReason::TimeLimit), "time_limit");
}

TEST(MeasurementTexts, CellFailuresReadBack) {
  for (const CellFailure each : {CellFailure::Failed, CellFailure::TimedOut, CellFailure::NodeLost,
                                 CellFailure::WrongData, CellFailure::Unsupported})
    EXPECT_EQ(cell_failure_from_text(to_text(each)), each);
  EXPECT_EQ(to_text(CellFailure::WrongData), "wrong_data");
}

TEST(MeasurementTexts, OtherWordsAreNothing) {
  EXPECT_EQ(origin_from_text("Measured"), std::nullopt);
  EXPECT_EQ(verification_from_text(""), std::nullopt);
  EXPECT_EQ(stop_reason_from_text("timeout"), std::nullopt);
  EXPECT_EQ(cell_failure_from_text("error"), std::nullopt);
}

}  // namespace
}  // namespace busbar
