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

constexpr std::string_view kHeading =
    "|              |              |        latency (usec)        |   bandwidth (MB/s)  |  message "
    "rate (msg/s) |\n"
    "|    Stage     | # iterations | 99.9%ile | average | overall |  average |  overall |  average "
    " "
    "|  overall  |\n";
constexpr std::string_view kFinal =
    "Final:               1000000      1.523     1.571     1.505        4.86       5.07      "
    "636537  "
    "    664452\n";

TEST(UcxPerftest, ReadsTheBlockOfNewerVersions) {
  const auto runs = ucx_runs(
      "| API:          protocol layer                    |\n"
      "| Test:         tag match bandwidth               |\n"
      "| Send memory:  cuda                              |\n"
      "| Message size: 1048576                           |\n" +
      std::string(kHeading) + std::string(kFinal));
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs.front().setting_text("test"), "tag match bandwidth");
  EXPECT_EQ(runs.front().setting_text("send_memory"), "cuda");
  EXPECT_EQ(runs.front().setting_number("message_size"), 1048576);
  EXPECT_EQ(runs.front().rows.front().number("p99.9_us"), 1.523);
  EXPECT_EQ(runs.front().rows.front().number("bw_overall"), 5.07);
}

TEST(UcxPerftest, ProgressIsNoResult) {
  const Reading reading =
      read_ucx_perftest("$ ucx_perftest host -t tag_bw -s 4096\n" + std::string(kHeading) +
                        "[thread 0]            331509      1.548     1.511     1.511        5.05   "
                        "    5.05      661813 "
                        "     661813\n");
  EXPECT_EQ(codes(reading), Codes{"run_incomplete"});
  const auto facts = JsonView::parse(reading.facts_json);
  EXPECT_TRUE(facts->field("final")->is_null());
  EXPECT_EQ(facts->unsigned_or("progress_rows"), 1U);
  EXPECT_EQ(facts->unsigned_or("message_size"), 4096U);
}

TEST(UcxPerftest, ReportsADeviceThatIsNotThere) {
  const Reading reading = read_ucx_perftest(
      "[1700000041.9] [n:1:0]  ucp_context.c:1 UCX  WARN  network device 'mlx5_9:1' is not "
      "available, "
      "please use one or more of: 'eth0'(tcp)\n" +
      std::string(kHeading) + std::string(kFinal));
  ASSERT_EQ(codes(reading), Codes{"ucx_device_missing"});
  EXPECT_EQ(reading.findings.front().objects.front().names.front(), "mlx5_9:1");
}

TEST(UcxPerftest, SeparatesRuns) {
  const std::string one =
      "$ ucx_perftest h -t tag_lat\n" + std::string(kHeading) + std::string(kFinal);
  EXPECT_EQ(ucx_runs(one + one).size(), 2U);
}

}  // namespace
}  // namespace busbar::wire
