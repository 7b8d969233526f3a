#include "wire/formats/nccl_tests/measurements.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_tests_text.h"
#include "wire/json/measurement.h"

namespace busbar::wire {
namespace {

ImportedTable imported(const std::string& text, const ImportHints& hints = {}) {
  return nccl_tests_measurements(read_nccl_tests(text), hints);
}

TEST(NcclMeasurements, HoldWhatTheRowSays) {
  const ImportedTable table = imported(test::nccl_table({.ranks = 8}));
  ASSERT_EQ(table.measurements.size(), 14U);
  EXPECT_TRUE(table.left_out.empty());
  const ImportedMeasurement& first = table.measurements.front();
  EXPECT_EQ(first.collective, Collective::AllReduce);
  EXPECT_EQ(first.size, MessageSize(1 << 20));
  EXPECT_EQ(first.data_type, DataType::Float32);
  EXPECT_EQ(first.operation, ReductionOperation::Sum);
  EXPECT_EQ(first.buffer, BufferMode::OutOfPlace);
  EXPECT_EQ(table.measurements[1].buffer, BufferMode::InPlace);
  EXPECT_EQ(first.ranks, RankCount(8));
  EXPECT_EQ(first.nodes, 1U);
  EXPECT_TRUE(first.is_batch_known);
  EXPECT_EQ(first.measurement.samples.count, 1U);
  EXPECT_EQ(first.measurement.samples.operations_per_sample, 20U);
  EXPECT_EQ(first.measurement.samples.confidence, Ratio(0));
  EXPECT_NEAR(first.measurement.samples.median.value(), 30.49e-6, 1e-12);
  EXPECT_NEAR(first.measurement.bus_bandwidth.value(), 1048576 / 30.49e-6 * 1.75, 1);
  EXPECT_EQ(first.measurement.algorithm.verification, Verification::Unverified);
}

TEST(NcclMeasurements, AreWhatTheStoreTakes) {
  for (const ImportedMeasurement& item : imported(test::nccl_table({})).measurements) {
    const auto text = measurement_json(item.measurement, kImportedOrigin, RawSamples::Kept);
    const auto back = parse_measurement(text, item.measurement.index);
    ASSERT_TRUE(back) << to_line(back.error());
    EXPECT_EQ(back->origin, Origin::Imported);
    EXPECT_EQ(back->measurement, item.measurement);
  }
}

TEST(NcclMeasurements, AreLeftOutWhereTheTextSaysTooLittle) {
  const std::string broadcast =
      test::nccl_table({.collective = "broadcast", .has_device_list = false});
  const ImportedTable table = imported(broadcast);
  EXPECT_TRUE(table.measurements.empty());
  ASSERT_EQ(table.left_out.size(), 7U);
  EXPECT_EQ(table.left_out.front().why,
            "the text does not say how many ranks took part; give the number");
  EXPECT_EQ(imported(broadcast, {.ranks = RankCount(4)}).measurements.size(), 14U);
  EXPECT_EQ(imported(test::nccl_table({.collective = "gather"})).measurements.size(), 0U);
  EXPECT_EQ(imported(test::nccl_table({.ranks = 1})).measurements.size(), 0U);
}

TEST(NcclMeasurements, NeverHoldRowsWhoseCheckFailed) {
  std::string text = test::nccl_table({});
  text.replace(text.find("      0\n"), 7, "     12");
  const ImportedTable table = imported(text);
  EXPECT_EQ(table.measurements.size(), 13U);
  ASSERT_EQ(table.left_out.size(), 1U);
  EXPECT_TRUE(table.left_out.front().has_wrong_data);
}

TEST(NcclMeasurements, DoNotClaimABatchThatIsNotPrinted) {
  const std::string whole = test::nccl_table({.has_device_list = false});
  const ImportedTable table = imported(whole.substr(whole.find('\n') + 1));
  ASSERT_EQ(table.measurements.size(), 14U);
  EXPECT_FALSE(table.measurements.front().is_batch_known);
  EXPECT_EQ(table.measurements.front().measurement.samples.operations_per_sample, 1U);
}

}  // namespace
}  // namespace busbar::wire
