#include "bench/engine/table.h"

#include <gtest/gtest.h>

namespace busbar::bench {
namespace {

TEST(Table, ShowsMicrosecondsAndGigabytesPerSecond) {
  Measurement measurement;
  measurement.samples.median = Seconds(12e-6);
  measurement.samples.interval_low = Seconds(11.88e-6);
  measurement.samples.interval_high = Seconds(12.12e-6);
  measurement.algorithm_bandwidth = AlgorithmBandwidth(8e9);
  measurement.algorithm = {"ring", Verification::Witnessed, ""};
  Cell cell;
  cell.size = MessageSize(1024);
  const std::string row = table_row(cell, measurement);
  for (const char* part : {"1024", "256", "float32", "12.00", "8.000", "1.00", "ring (witnessed)"})
    EXPECT_NE(row.find(part), std::string::npos) << part << " in " << row;
}

TEST(Table, AFailedCellSaysWhy) {
  const std::string row = table_row(Cell{}, CellFault{CellFailure::Unsupported, "no memory", {}});
  EXPECT_NE(row.find("unsupported: no memory"), std::string::npos) << row;
}

}  // namespace
}  // namespace busbar::bench
