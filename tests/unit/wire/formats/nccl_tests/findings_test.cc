#include "wire/formats/nccl_tests/findings.h"

#include <gtest/gtest.h>

#include "tests/support/nccl_tests_text.h"

namespace busbar::wire {
namespace {

// "code line" of each warning and error.
std::vector<std::string> serious(const std::string& text) {
  std::vector<std::string> found;
  for (const Finding& finding : nccl_tests_findings(read_nccl_tests(text)))
    if (finding.severity != Severity::Note)
      found.push_back(finding.code + " " + std::to_string(finding.evidence.front().line));
  return found;
}

std::string replaced(std::string text, std::string_view old, std::string_view with) {
  const std::size_t at = text.find(old);
  EXPECT_NE(at, std::string::npos) << old;
  return at == std::string::npos ? text : text.replace(at, old.size(), with);
}

using Codes = std::vector<std::string>;

const std::string kTable = test::nccl_table({.ranks = 2});
constexpr std::string_view kRow = "     1048576        262144     float     sum      -1";

TEST(NcclFindings, SayNothingOfAHealthyRunOfAnyCollectiveAndLayout) {
  for (const std::string_view collective : {"all_reduce", "all_gather", "reduce_scatter",
                                            "broadcast", "reduce", "alltoall", "sendrecv"})
    for (const auto layout : {test::NcclLayout::Old, test::NcclLayout::Modern})
      for (const std::uint64_t ranks : {1U, 2U, 8U, 16U})
        EXPECT_EQ(
            serious(test::nccl_table({.collective = collective, .ranks = ranks, .layout = layout})),
            Codes{})
            << collective << ranks;
}

TEST(NcclFindings, ReportWrongResults) {
  const std::string row = kTable.substr(kTable.find(kRow), 120);
  const std::size_t end = row.find('\n');
  std::string wrong = row.substr(0, end);
  wrong.replace(wrong.rfind('0'), 1, "7");
  const std::string text = replaced(kTable, row.substr(0, end), wrong);
  EXPECT_EQ(serious(text), Codes{"data_corruption 8"});
  EXPECT_EQ(serious(replaced(kTable, "values : 0 OK", "values : 3 FAILED")),
            Codes{"data_corruption 15"});
}

TEST(NcclFindings, ReportBandwidthThatIsNotSizeByTime) {
  const NcclTestsText good = read_nccl_tests(kTable);
  const double time = good.runs.front().rows.front().out_of_place.time_us->value;
  char printed[32];
  std::snprintf(printed, sizeof printed, "%7.2f", time);
  char slower[32];
  std::snprintf(slower, sizeof slower, "%7.2f", time * 1.1);
  EXPECT_EQ(serious(replaced(kTable, printed, slower)), Codes{"busbw_mismatch 8"});
  // The list names two ranks, the bandwidths are those of eight.
  const std::string eight = test::nccl_table({.ranks = 8, .has_device_list = false});
  const std::string devices =
      "#  Rank  0 Group  0 Pid 1 on n1 device  0 [0000:05:00] NVIDIA H200\n"
      "#  Rank  1 Group  0 Pid 2 on n1 device  1 [0000:06:00] NVIDIA H200\n";
  const std::string text =
      "# Collective test starting: all_reduce_perf\n" + replaced(eight, "#\n", devices);
  EXPECT_EQ(serious(text), Codes{"busbw_mismatch 7"});
}

TEST(NcclFindings, ReportMoreThanTheLinksCarry) {
  EXPECT_EQ(serious(test::nccl_table({.max_bytes = 1ULL << 30, .seconds_per_byte = 1e-13})),
            Codes{"bw_impossible 18"});
  EXPECT_EQ(gpu_link_gbps("NVIDIA H100 80GB HBM3"), 450);
  EXPECT_EQ(gpu_link_gbps("NVIDIA GB200"), 900);
  EXPECT_FALSE(gpu_link_gbps("Tesla T4"));
}

TEST(NcclFindings, ReportATableSlowerThanOneLinkOverHosts) {
  std::string text = test::nccl_table({.ranks = 2, .seconds_per_byte = 4e-10});
  const std::size_t second = text.find("node1", text.find("Rank  1"));
  text.replace(second, 5, "node2");
  EXPECT_EQ(serious(text).size(), 1U);
  EXPECT_EQ(serious(text).front().substr(0, 6), "bw_low");
  EXPECT_EQ(nccl_tests_explanations(read_nccl_tests(text)).front().cause, RootCause::TcpFallback);
  // On one host, or with GPUs that no such fabric is sold with, nothing follows.
  EXPECT_EQ(serious(test::nccl_table({.ranks = 2, .seconds_per_byte = 4e-10})), Codes{});
}

TEST(NcclFindings, ReportACutRowAsAWarningAndAnExcerptAsANote) {
  EXPECT_EQ(serious(kTable.substr(0, kTable.find(kRow) + 70)), Codes{"run_incomplete 8"});
  const std::string excerpt = kTable.substr(kTable.find(kRow), 200);
  const std::string rows = excerpt.substr(0, excerpt.rfind('\n') + 1);
  EXPECT_EQ(serious(rows), Codes{});
  EXPECT_FALSE(nccl_tests_findings(read_nccl_tests(rows)).empty());
}

TEST(NcclFindings, ReportTheMinimumThatTheTestItselfChecked) {
  EXPECT_EQ(serious(replaced(kTable, ": 42.1 ", ": 42.1 FAILED")), Codes{"below_minimum 16"});
  EXPECT_EQ(serious(replaced(kTable, ": 42.1 ", ": 42.1 OK")), Codes{});
}

TEST(NcclFindings, NoteATimeFarOffItsNeighbours) {
  std::string text = test::nccl_table({.min_bytes = 8, .max_bytes = 64});
  std::size_t at = text.find("   20.00");
  at = text.find("   20.00", at + 40);
  text.replace(at, 8, "  350.00");
  bool has_outlier = false;
  for (const Finding& finding : nccl_tests_findings(read_nccl_tests(text)))
    has_outlier = has_outlier || finding.code == "outlier";
  EXPECT_TRUE(has_outlier);
}

TEST(NcclExplanations, FollowTheFirstFailure) {
  const auto cause = [](std::string_view text) {
    return nccl_tests_explanations(read_nccl_tests(text)).front().cause;
  };
  EXPECT_EQ(cause("n1: Test CUDA failure common.cu:1 'out of memory'\n"), RootCause::Oom);
  EXPECT_EQ(cause("n1: Test NCCL failure common.cu:1 'remote process exited or there was a network "
                  "error / '\n"),
            RootCause::PeerFailedOrHang);
  EXPECT_EQ(cause("Invalid number of GPUs: 8 requested but only 4 were found.\n"),
            RootCause::MisconfigEnv);
  EXPECT_EQ(cause("n1: Test NCCL failure common.cu:1 'internal error'\n"), RootCause::Unknown);
  EXPECT_EQ(cause(kTable), RootCause::Healthy);
  EXPECT_EQ(cause(""), RootCause::Unknown);
}

}  // namespace
}  // namespace busbar::wire
