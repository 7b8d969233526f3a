#include <gtest/gtest.h>

#include "wire/formats/perf_tools/table.h"

namespace busbar::wire {
namespace {

std::string line(std::string_view xfer, double throughput) {
  return "IoType: READ XferType: " + std::string(xfer) +
         " Threads: 4 DataSetSize: 16310272/10485760(KiB) IOSize: 256(KiB) Throughput: " +
         std::to_string(throughput) +
         " GiB/sec, Avg_Latency: 151.325025 usecs ops: 63712 total_time 9.641220 secs\n";
}

std::vector<std::string> codes(const std::string& text) {
  std::vector<std::string> found;
  for (const Finding& finding : read_gdsio(text).findings) found.push_back(finding.code);
  return found;
}
using Codes = std::vector<std::string>;

TEST(Gdsio, ComparesTheDirectPathWithTheWayThroughTheHost) {
  EXPECT_EQ(codes(line("GPUD", 5) + line("CPU_GPU", 3)), Codes{});
  EXPECT_EQ(codes(line("GPUD", 2) + line("CPU_GPU", 3)), Codes{"gds_slow"});
}

TEST(Gdsio, CountsNoLineThatIsCut) {
  const std::string whole = line("GPUD", 5);
  for (std::size_t length = 40; length + 6 < whole.size(); length += 3) {
    const PerfRun run = gdsio_run(whole.substr(0, length));
    EXPECT_TRUE(run.rows.empty() && run.is_cut) << length;
  }
  EXPECT_EQ(gdsio_run(whole.substr(0, whole.size() - 1)).rows.size(), 1U);
}

TEST(Gdsio, ReportsThatTheDirectPathIsNotSupported) {
  EXPECT_EQ(codes("cuFile: GPUDirect Storage not supported on this file system\n"),
            Codes{"gds_unsupported"});
}

}  // namespace
}  // namespace busbar::wire
