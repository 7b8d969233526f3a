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

std::string title(std::string_view name, std::string_view mtu = "4096",
                  std::string_view link = "IB") {
  return "---------------------------------------------------------------------------------------\n"
         "                    " +
         std::string(name) +
         "\n Dual-port       : OFF\t\tDevice         : mlx5_0\n Number of qps   : 2\t\tTransport "
         "type "
         ": IB\n Connection type : RC\t\tUsing SRQ      : OFF\n TX depth        : 128\n Mtu        "
         "  "
         "   : " +
         std::string(mtu) + "[B]\n Link type       : " + std::string(link) + "\n";
}

constexpr std::string_view kGigabits =
    " #bytes     #iterations    BW peak[Gb/sec]    BW average[Gb/sec]   MsgRate[Mpps]\n";

TEST(Perftest, ReadsLatenciesWithBlanksInTheHeading) {
  const auto runs = perftest_runs(
      title("Send Latency Test") +
      " #bytes #iterations    t_min[usec]    t_max[usec]  t_typical[usec]    t_avg[usec]    "
      "t_stdev[usec]   99% percentile[usec]   99.9% percentile[usec] \n"
      " 2       1000          1.57           9.65         1.84     \t       2.04        \t0.69   "
      "\t\t5.02    \t\t9.65   \n");
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs.front().tool, "ib_send_lat");
  ASSERT_EQ(runs.front().rows.size(), 1U);
  EXPECT_EQ(runs.front().rows.front().number("t_typical_us"), 1.84);
  EXPECT_EQ(runs.front().rows.front().number("p99_us"), 5.02);
  EXPECT_EQ(runs.front().rows.front().number("p999_us"), 9.65);
  EXPECT_EQ(runs.front().setting_number("qps"), 2);
}

TEST(Perftest, KnowsTheUnitOfEachHeading) {
  const auto factor = [](std::string_view unit) {
    return perftest_runs("RDMA_Read BW Test\n #bytes     #iterations    BW peak[" +
                         std::string(unit) + "]    BW average[" + std::string(unit) +
                         "]   MsgRate[Mpps]\n")
        .front()
        .bytes_per_second_per_unit;
  };
  EXPECT_EQ(factor("MB/sec"), 1048576);
  EXPECT_EQ(factor("MiB/sec"), 1048576);
  EXPECT_EQ(factor("Gb/sec"), 1.25e8);
}

TEST(Perftest, TakesBothSidesOfOneTestAsOne) {
  const std::string side = title("RDMA_Write BW Test") + std::string(kGigabits) +
                           " 65536      5000           198.45             197.82               "
                           "0.377311\n";
  const auto runs = perftest_runs(side + "************\n" + side);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs.front().rows.size(), 1U);
  EXPECT_EQ(codes(read_perftest(side + side)), Codes{});
}

// --run_infinitely repeats the size, and may repeat the figures.
TEST(Perftest, KeepsEqualRowsOfOneSide) {
  const std::string row =
      " 65536      5000           0.00             197.82               0.377311\n";
  EXPECT_EQ(perftest_runs(title("RDMA_Write BW Test") + std::string(kGigabits) + row + row)
                .front()
                .rows.size(),
            2U);
}

TEST(Perftest, ReportsConditionsThatSpoilTheFigure) {
  const std::string row =
      " 65536      5000           198.45             197.82               0.377311\n";
  EXPECT_EQ(codes(read_perftest(title("Send BW Test", "1024") + std::string(kGigabits) + row)),
            Codes{"ib_mtu_low"});
  EXPECT_EQ(codes(read_perftest(title("Send BW Test", "1024", "Ethernet") + std::string(kGigabits) +
                                row)),
            Codes{});
  EXPECT_EQ(
      codes(read_perftest(title("Send BW Test") +
                          "Conflicting CPU frequency values detected: 2014.98 != 2637.31. CPU "
                          "Frequency is not max.\n" +
                          std::string(kGigabits) + row)),
      Codes{"cpu_frequency"});
}

TEST(Perftest, ReportsBandwidthThatContradictsTheMessageRate) {
  EXPECT_EQ(codes(read_perftest(title("Send BW Test") + std::string(kGigabits) +
                                " 65536      5000           198.45             188.00              "
                                " 0.377311\n")),
            Codes{"bw_mismatch"});
}

TEST(Perftest, ReportsATestThatDidNotEnd) {
  EXPECT_EQ(codes(read_perftest(title("RDMA_Write BW Test") + std::string(kGigabits))),
            Codes{"run_incomplete"});
  EXPECT_EQ(codes(read_perftest(title("RDMA_Write BW Test") + std::string(kGigabits) +
                                " Completion with error at client\n Failed status 12: wr_id 0 "
                                "syndrom 0x81\n")),
            (Codes{"run_incomplete", "run_incomplete"}));
}

std::string run(double gigabits, std::string_view before) {
  char row[120];
  std::string rows;
  for (int bytes = 65536; bytes <= 1048576; bytes *= 2) {
    std::snprintf(row, sizeof row, " %-7d    %-10d       %-7.2f            %-7.2f\t\t   %-7.6f\n",
                  bytes, 5000, gigabits, gigabits, gigabits * 1e3 / 8 / bytes);
    rows += row;
  }
  return std::string(before) + title("RDMA_Write BW Test") + std::string(kGigabits) + rows;
}

TEST(Perftest, ComparesTwoRuns) {
  const std::string gpu = "initializing CUDA\ncreating CUDA Ctx\n";
  EXPECT_EQ(codes(read_perftest(run(197, "") + run(45, gpu))), Codes{"gdr_slow"});
  EXPECT_EQ(codes(read_perftest(run(197, "") + run(195, gpu))), Codes{});
  EXPECT_EQ(codes(read_perftest(run(197, "") + run(120, ""))), Codes{"regression"});
  EXPECT_EQ(codes(read_perftest(run(120, "") + run(197, ""))), Codes{});
}

}  // namespace
}  // namespace busbar::wire
