#include "cli/api/views.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

wire::JsonView json(const std::string& text) {
  return *wire::JsonView::parse(text);
}

TEST(Views, RunHasItsCountsAndNullTimesAreEmpty) {
  const RunView run = read_run(json(testing::kRunQueued));
  EXPECT_EQ(run.id, "r-1");
  EXPECT_EQ(run.planned, 2U);
  EXPECT_EQ(run.pruned, 1U);
  EXPECT_EQ(run.started_at, "");
  EXPECT_EQ(run.notes, std::vector<std::string>{"ranks_per_node: 2 chosen"});
  EXPECT_FALSE(run.has_ended());
  EXPECT_TRUE(read_run(json(testing::run_json("cancelled", 1, 0))).has_ended());
}

TEST(Views, ResultHasWhatWasAskedForAndWhatWasUsed) {
  const ResultView result = read_result(json(testing::measured_json(3)));
  EXPECT_EQ(result.index, 3U);
  EXPECT_TRUE(result.is_measured);
  EXPECT_EQ(result.requested.placement, "n1 × 2 ranks");
  EXPECT_EQ(result.used_algorithm, "ring");
  EXPECT_EQ(result.used_protocol, "unverified");
  EXPECT_NEAR(result.half_width.value(), 0.05, 1e-12);
  EXPECT_EQ(result.samples, 120U);
}

TEST(Views, AClaimThatNobodySawIsMarked) {
  const auto used = [](const std::string& value, const std::string& verification) {
    return read_result(json(R"({"algorithm":{"value":")" + value + R"(","verification":")" +
                            verification + R"("}})"))
        .used_algorithm;
  };
  EXPECT_EQ(used("ring", "derived"), "ring");
  EXPECT_EQ(used("ring", "unverified"), "ring (unverified)");
  EXPECT_EQ(used("", "unverified"), "unverified");
  EXPECT_EQ(used("", "not_applicable"), "–");
}

TEST(Views, ResultWithoutMeasurementHasNoNumbers) {
  const ResultView result = read_result(json(testing::unmeasured_json(1, "timed_out", "silent")));
  EXPECT_FALSE(result.is_measured);
  EXPECT_EQ(result.reason, "silent");
  EXPECT_EQ(result.samples, 0U);
}

TEST(Views, PlanHasCellsPrunedAndStarts) {
  const PlanView plan = read_plan(json(testing::plan_json()));
  EXPECT_EQ(plan.cells.size(), 2U);
  ASSERT_EQ(plan.pruned.size(), 1U);
  EXPECT_EQ(plan.pruned[0].code, "algorithm_not_for_collective");
  EXPECT_EQ(plan.pruned[0].cell.algorithm, "bruck");
  EXPECT_EQ(plan.launches, 1U);
  EXPECT_EQ(plan.estimate, Seconds(63));
}

TEST(Views, NodeHasItsFacts) {
  const NodeView node = read_node(
      json(R"({"id":"n1","state":"online","version":"0.1.0","last_seen_at":"t","launch":null,)"
           R"("facts":{"host_name":"h","cores":4,"memory_bytes":1024,"engines":["mpi","x"]}})"));
  EXPECT_EQ(node.host, "h");
  EXPECT_EQ(node.cores, 4U);
  EXPECT_EQ(node.engines, "mpi,x");
  EXPECT_EQ(node.launch, "");
}

TEST(Views, ShortTextNamesAProtocolOnlyIfOneWasAskedFor) {
  CellView cell = read_cell_view(json(testing::cell_json("ring", 65536)));
  EXPECT_EQ(short_text(cell), "all_reduce 64 KiB ring");
  cell.protocol = "eager";
  EXPECT_EQ(short_text(cell), "all_reduce 64 KiB ring eager");
}

}  // namespace
}  // namespace busbar::cli
