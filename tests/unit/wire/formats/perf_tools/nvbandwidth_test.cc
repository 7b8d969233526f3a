#include "wire/formats/perf_tools/nvbandwidth.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

std::string peer_table(double within, double across, bool has_access = true) {
  std::string text =
      "nvbandwidth Version: v0.7\nRunning device_to_device_memcpy_read_ce.\nmemcpy CE GPU(row) -> "
      "GPU(column) bandwidth (GB/s)\n           0         1         2         3\n";
  for (int a = 0; a < 4; ++a) {
    text += " " + std::to_string(a);
    for (int b = 0; b < 4; ++b) {
      const bool is_same_side = (a < 2) == (b < 2);
      text += a == b || (!has_access && !is_same_side)
                  ? "       N/A"
                  : "    " + std::to_string(is_same_side ? within : across);
    }
    text += "\n";
  }
  return text + "\nSUM device_to_device_memcpy_read_ce 1000.00\n";
}

std::vector<std::string> codes(const std::string& text) {
  std::vector<std::string> found;
  for (const Finding& finding : nvbandwidth_findings(read_nvbandwidth_text(text)))
    found.push_back(finding.code);
  return found;
}
using Codes = std::vector<std::string>;

TEST(NvBandwidth, ReadsMatricesWithoutTheDiagonal) {
  const NvBandwidthText text = read_nvbandwidth_text(peer_table(276, 270));
  ASSERT_EQ(text.tests.size(), 1U);
  ASSERT_EQ(text.tests.front().rows.size(), 4U);
  EXPECT_FALSE(text.tests.front().rows[1][1]);
  EXPECT_EQ(text.tests.front().rows[0][1], 276);
  EXPECT_EQ(text.tests.front().sum, 1000);
}

TEST(NvBandwidth, ReportsPairsAcrossAndWithoutPeerAccess) {
  EXPECT_EQ(codes(peer_table(276, 270)), Codes{});
  EXPECT_EQ(codes(peer_table(50, 20)), Codes{"p2p_cross_socket"});
  EXPECT_EQ(codes(peer_table(50, 20, false)), Codes{"topology_no_p2p"});
}

TEST(NvBandwidth, ReadsItsJson) {
  const NvBandwidthText text = read_nvbandwidth_text(R"json({"nvbandwidth":{
    "CUDA Runtime Version":12040,"Driver Version":"550.54","version":"v0.6","testcases":[
    {"name":"device_to_device_memcpy_read_ce","status":"Passed",
     "bandwidth_description":"memcpy CE GPU(row) -> GPU(column) bandwidth (GB/s)",
     "bandwidth_matrix":[["N/A","276.1"],["275.9","N/A"]],"sum":552.0},
    {"name":"device_to_device_bidirectional_memcpy_read_ce","status":"Waived"}]}})json");
  EXPECT_EQ(text.version, "v0.6");
  EXPECT_EQ(text.cuda_runtime, 12040U);
  ASSERT_EQ(text.tests.size(), 2U);
  EXPECT_EQ(text.tests[0].rows[0][1], 276.1);
  EXPECT_EQ(text.waived_lines, 1U);
  EXPECT_TRUE(nvbandwidth_findings(text).empty());
}

TEST(NvBandwidth, ReportsATestThatDidNotEnd) {
  EXPECT_EQ(codes("nvbandwidth Version: v0.7\nRunning host_to_device_memcpy_ce.\n"),
            Codes{"run_incomplete"});
}

TEST(NvBandwidth, ReadsDevicesOfSeveralHosts) {
  const NvBandwidthText text = read_nvbandwidth_text(
      "nvbandwidth Version: v0.7\nProcess 0 (node1): device 0: NVIDIA GB200 (00000008:01:00)\n"
      "Process 1 (node2): device 0: NVIDIA GB200 (00000009:01:00)\n");
  ASSERT_EQ(text.devices.size(), 2U);
  EXPECT_EQ(text.devices[1].host, "node2");
  EXPECT_EQ(text.devices[1].name, "NVIDIA GB200");
  EXPECT_EQ(text.devices[1].bus_id, "00000009:01:00");
}

}  // namespace
}  // namespace busbar::wire
