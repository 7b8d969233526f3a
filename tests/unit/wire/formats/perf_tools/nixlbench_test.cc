#include <gtest/gtest.h>

#include "wire/formats/perf_tools/table.h"

namespace busbar::wire {
namespace {

std::vector<std::string> codes(const Reading& reading) {
  std::vector<std::string> found;
  for (const Finding& finding : reading.findings) found.push_back(finding.code);
  return found;
}
using Codes = std::vector<std::string>;

std::string text(std::string_view backend, std::string_view rows) {
  return "NIXLBench Configuration\nBackend (--backend=[UCX,GDS]): " + std::string(backend) +
         "\nBlock Size (B)      Batch Size     B/W (GB/Sec)   Aggregate B/W (GB/Sec)   Network "
         "Util "
         "(%)    Avg Lat. (us)\n" +
         std::string(rows);
}

TEST(NixlBench, ReadsColumnsByTheirTitles) {
  const PerfRun run = nixlbench_run(text("UCX", "4096   1   40.5   81.0   80.1   21.4\n"));
  ASSERT_EQ(run.rows.size(), 1U);
  EXPECT_EQ(run.rows.front().number("aggregate_bw_gb_s"), 81);
  EXPECT_EQ(run.rows.front().number("network_util_percent"), 80.1);
  EXPECT_EQ(run.rows.front().number("avg_lat_us"), 21.4);
  EXPECT_EQ(run.setting_text("backend"), "UCX");
}

TEST(NixlBench, CallsOnlyNetworksSlow) {
  constexpr std::string_view kSlow = "1048576   1   0.9   0.9   80.1   21.4\n";
  EXPECT_EQ(codes(read_nixlbench(text("UCX", kSlow))), Codes{"bw_low"});
  EXPECT_EQ(codes(read_nixlbench(text("GDS", kSlow))), Codes{});
  EXPECT_EQ(codes(read_nixlbench(text("UCX", "4096   1   0.9   0.9   80.1   21.4\n"))), Codes{});
}

TEST(NixlBench, ReportsACutRowAndAFailedCheck) {
  EXPECT_EQ(codes(read_nixlbench(text("GDS", "1048576   1   0.9"))), Codes{"run_incomplete"});
  EXPECT_EQ(codes(read_nixlbench(text("UCX", "Consistency check failed\n"))),
            Codes{"data_corruption"});
}

}  // namespace
}  // namespace busbar::wire
