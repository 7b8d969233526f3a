#include "cli/commands/results_table.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

ResultView result(const std::string& text) {
  return read_result(*wire::JsonView::parse(text));
}
RunView run(const std::string& text) {
  return read_run(*wire::JsonView::parse(text));
}

TEST(ResultsTables, HaveOneTableForEachCollectiveAndPlacement) {
  ResultView other = result(testing::measured_json(1));
  other.requested.collective = "send_recv";
  other.requested.protocol = "eager";
  other.used_protocol = "eager";
  EXPECT_EQ(
      results_tables({result(testing::measured_json(0)), other, result(testing::measured_json(2))}),
      "all_reduce · float32 sum · out_of_place · n1 × 2 ranks\n"
      "  size  algorithm  used  protocol  time µs  ± %  algbw GB/s  busbw GB/s  wrong  samples\n"
      "64 KiB  ring       ring  default     20.00  5.0       3.277       3.277      0      120\n"
      "64 KiB  ring       ring  default     20.00  5.0       3.277       3.277      0      120\n"
      "\n"
      "send_recv · float32 · out_of_place · n1 × 2 ranks\n"
      "  size  algorithm  used  protocol  time µs  ± %  algbw GB/s  busbw GB/s  wrong  samples\n"
      "64 KiB  ring       ring  eager       20.00  5.0       3.277       3.277      0      120\n");
}

TEST(ResultsTables, ShowTheProtocolThatWasReallyUsed) {
  ResultView other = result(testing::measured_json(0));
  other.used_protocol = "rendezvous";
  EXPECT_NE(results_tables({other}).find("default (rendezvous)"), std::string::npos);
}

TEST(ResultsTables, LeaveFailedCellsToTheSummary) {
  EXPECT_EQ(results_tables({result(testing::unmeasured_json(0, "failed", "x"))}), "");
}

TEST(ResultsSummary, CountsFailedAndPrunedByReason) {
  const std::vector<ResultView> results{result(testing::measured_json(0)),
                                        result(testing::unmeasured_json(1, "timed_out", "silent")),
                                        result(testing::unmeasured_json(2, "failed", "signal 9")),
                                        result(testing::unmeasured_json(3, "failed", "signal 9")),
                                        result(testing::unmeasured_json(4, "cancelled", ""))};
  const std::vector<PrunedView> pruned{{.cell = {}, .code = "no_bus", .reason = "one rank"}};
  EXPECT_EQ(results_summary(run(testing::run_json("completed", 1, 3)), results, pruned),
            "r-1 completed: 1 measured, 3 failed, 1 pruned\n"
            "failed\n"
            "  2 × failed: signal 9\n"
            "  1 × timed_out: silent\n"
            "pruned\n"
            "  1 × no_bus: one rank\n");
}

TEST(ResultsSummary, SaysWhenRanksShareCores) {
  ResultView shared = result(testing::measured_json(0));
  shared.is_oversubscribed = true;
  EXPECT_NE(results_summary({}, {shared}, {}).find("more ranks than cores"), std::string::npos);
}

TEST(ResultsCsv, HasUnitsInItsTitlesAndExactNumbers) {
  const std::string csv = results_csv(
      run(testing::kRunQueued),
      {result(testing::measured_json(0)), result(testing::unmeasured_json(1, "failed", "a, b"))});
  EXPECT_NE(csv.find("bus_bandwidth_bytes_per_second"), std::string::npos);
  EXPECT_NE(csv.find("\nr-1,0,measured,all_reduce,65536,float32,sum,ring,default,out_of_place,"
                     "n1 × 2 ranks,ring,unverified,2e-05,"),
            std::string::npos)
      << csv;
  EXPECT_TRUE(csv.ends_with(",,,,,0,0,false,\"a, b\"\n")) << csv;
}

}  // namespace
}  // namespace busbar::cli
