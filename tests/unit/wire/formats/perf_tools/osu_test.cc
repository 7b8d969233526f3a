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

struct Title {
  std::string_view line, tool, version;
};

TEST(Osu, NamesTheProgramFromItsTitle) {
  for (const auto& [line, tool, version] : {
           Title{"# OSU MPI Bandwidth Test v5.6.2", "osu_bw", "5.6.2"},
           Title{"# OSU MPI-CUDA Bi-Directional Bandwidth Test v7.2", "osu_bibw", "7.2"},
           Title{"# OSU MPI Latency Test v3.8", "osu_latency", "3.8"},
           Title{"# OSU MPI-ROCM Multi Latency Test v7.0", "osu_multi_lat", "7.0"},
           Title{"# OSU MPI Multiple Bandwidth / Message Rate Test v5.9", "osu_mbw_mr", "5.9"},
           Title{"# OSU MPI All-to-All Personalized Exchange Latency Test v5.9", "osu_alltoall",
                 "5.9"},
           Title{"# OSU MPI Allgather Latency Test v7.3", "osu_allgather", "7.3"},
           Title{"# OSU MPI Reduce_scatter Latency Test v5.9", "osu_reduce_scatter", "5.9"},
           Title{"# OSU MPI Broadcast Latency Test v5.9", "osu_bcast", "5.9"},
           Title{"# OSU MPI Non-blocking Allreduce Latency Test v5.9", "osu_iallreduce", "5.9"},
           Title{"# OSU MPI_Put Latency Test v5.9", "osu_put_latency", "5.9"},
           Title{"# OSU MPI-CUDA Barrier Latency Test v7.3", "osu_barrier", "7.3"},
       }) {
    const auto runs = osu_runs(std::string(line) + "\n# Size  Latency (us)\n1  2.5\n");
    ASSERT_EQ(runs.size(), 1U) << line;
    EXPECT_EQ(runs.front().tool, tool);
    EXPECT_EQ(runs.front().setting_text("version"), version);
  }
  EXPECT_EQ(osu_runs("# OSU MPI-ROCM Latency Test v7.0\n").front().setting_text("accelerator"),
            "ROCM");
  EXPECT_EQ(osu_runs("# OSU MPI Latency Test v7.0\n").front().setting_text("accelerator"), "");
}

TEST(Osu, ReadsRatesTailsAndOverlap) {
  const auto rates = osu_runs(
      "# OSU MPI Multiple Bandwidth / Message Rate Test v5.9\n# [ pairs: 2 ] [ window size: 64 ]\n"
      "# Size                  MB/s        Messages/s\n1                      12.40       "
      "12404243.42"
      "\n");
  EXPECT_EQ(rates.front().setting_number("pairs"), 2);
  EXPECT_EQ(rates.front().rows.front().number("msg_rate"), 12404243.42);
  EXPECT_EQ(rates.front().bytes_per_second_per_unit, 1e6);
  const auto tails = osu_runs(
      "# OSU MPI Allreduce Latency Test v7.4\n# Size       Avg Latency(us)   P50 Tail Lat(us)   "
      "P99 "
      "Tail Lat(us)\n4    26.19   25.00    31.20\n");
  EXPECT_EQ(tails.front().rows.front().number("p99_us"), 31.2);
  const auto overlap = osu_runs(
      "# OSU MPI Non-blocking Allreduce Latency Test v5.9\n# Size           Overall(us)       "
      "Compute(us)    Pure Comm.(us)        Overlap(%)\n4    9.10    4.50     4.40    0.10\n");
  EXPECT_EQ(overlap.front().rows.front().number("overlap_percent"), 0.1);
  EXPECT_EQ(overlap.front().rows.front().number("pure_comm_us"), 4.4);
}

TEST(Osu, CountsNoRowThatIsCut) {
  const std::string text =
      "# OSU MPI Bandwidth Test v7.2\n# Size      Bandwidth (MB/s)\n1   10.95\n2   21.91\n";
  for (const std::string_view tail : {"4", "4   ", "4   42.", "4   42.8"}) {
    const Reading reading = read_osu(text + std::string(tail));
    EXPECT_EQ(codes(reading), Codes{"run_incomplete"}) << tail;
  }
  EXPECT_EQ(codes(read_osu(text + "4   42.83")), Codes{});
  EXPECT_EQ(codes(read_osu("# OSU MPI Bandwidth Test v7.2\n# Size      Bandwidth (MB/s)\n")),
            Codes{"run_incomplete"});
}

TEST(Osu, ReportsAFailedValidation) {
  EXPECT_EQ(
      codes(read_osu("# OSU MPI-CUDA Latency Test v7.0\n# Size          Latency (us)        "
                     "Validation\n1                       1.94              Pass\n2           "
                     "            1.94              Fail\n")),
      Codes{"data_corruption"});
}

std::string bandwidth_run(std::string_view buffers, double scale) {
  std::string text = "# OSU MPI-CUDA Bandwidth Test v7.2\n# Send Buffer on " +
                     std::string(buffers) + "\n# Size      Bandwidth (MB/s)\n";
  double bandwidth = 100;
  for (int bytes = 1024; bytes <= 16384; bytes *= 2, bandwidth *= 1.8)
    text += std::to_string(bytes) + "   " + std::to_string(bandwidth * scale) + "\n";
  return text;
}

TEST(Osu, ComparesTwoRuns) {
  const std::string host = bandwidth_run("HOST (H) and Receive Buffer on HOST (H)", 1);
  const std::string device = bandwidth_run("DEVICE (D) and Receive Buffer on DEVICE (D)", 0.2);
  EXPECT_EQ(codes(read_osu(host + device)), Codes{"gdr_slow"});
  EXPECT_EQ(codes(read_osu(device + host)), Codes{"gdr_slow"});
  EXPECT_EQ(codes(read_osu(host + host)), Codes{});
  EXPECT_EQ(codes(read_osu(host + bandwidth_run("HOST (H) and Receive Buffer on HOST (H)", 0.7))),
            Codes{"regression"});
}

TEST(Osu, ReportsOneSizeFarOffBothNeighbours) {
  const std::string head = "# OSU MPI Bandwidth Test v7.2\n# Size      Bandwidth (MB/s)\n";
  EXPECT_EQ(codes(read_osu(head + "1024  900.00\n2048  300.00\n4096  3600.00\n")),
            Codes{"outlier"});
  EXPECT_EQ(codes(read_osu(head + "1024  900.00\n2048  700.00\n4096  3600.00\n")), Codes{});
}

}  // namespace
}  // namespace busbar::wire
