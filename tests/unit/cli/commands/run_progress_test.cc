#include "cli/commands/run_progress.h"

#include <gtest/gtest.h>

namespace busbar::cli {
namespace {

wire::JsonView json(const std::string& text) {
  return *wire::JsonView::parse(text);
}

ResultView cell(std::uint64_t index, const std::string& state) {
  ResultView result;
  result.index = index;
  result.state = state;
  result.is_measured = state == "measured";
  result.estimate = Seconds(2);
  result.requested.collective = "all_reduce";
  result.requested.algorithm = "ring";
  result.requested.size = MessageSize(8 + index);
  return result;
}

RunProgress four_cells() {
  return RunProgress(
      4, {cell(0, "measured"), cell(1, "pending"), cell(2, "pending"), cell(3, "pending")},
      Seconds(100));
}

TEST(RunProgress, CountsWhatIsAlreadyDone) {
  const Progress progress = four_cells().progress(Seconds(100));
  EXPECT_EQ(progress.cells_done, 1U);
  EXPECT_EQ(progress.time_left, Seconds(6));
}

TEST(RunProgress, EstimatesTheRestByThePaceSoFar) {
  RunProgress progress = four_cells();
  progress.apply("cell_measured", json(R"({"cell":1})"));
  EXPECT_EQ(progress.progress(Seconds(101)).time_left, Seconds(2));  // twice as quick as estimated
  EXPECT_EQ(progress.progress(Seconds(104)).time_left, Seconds(8));  // twice as slow
}

TEST(RunProgress, NamesTheCurrentCell) {
  RunProgress progress = four_cells();
  progress.apply("cell_started", json(R"({"cell":2})"));
  EXPECT_EQ(progress.progress(Seconds(100)).current, "all_reduce 10 B ring");
}

TEST(RunProgress, ARepeatedEventCountsOnce) {
  RunProgress progress = four_cells();
  EXPECT_EQ(progress.apply("cell_measured", json(R"({"cell":1})")), "[2/4] all_reduce 9 B ring");
  EXPECT_EQ(progress.apply("cell_measured", json(R"({"cell":1})")), std::nullopt);
  EXPECT_EQ(progress.progress(Seconds(100)).cells_done, 2U);
}

TEST(RunProgress, AFailedCellSaysWhy) {
  RunProgress progress = four_cells();
  EXPECT_EQ(progress.apply("cell_failed", json(R"({"cell":1,"reason":"hung"})")),
            "[2/4] all_reduce 9 B ring: failed: hung");
  EXPECT_EQ(progress.progress(Seconds(100)).cells_failed, 1U);
}

TEST(RunProgress, ACellOutsideThePlanChangesNothing) {
  RunProgress progress = four_cells();
  EXPECT_EQ(progress.apply("cell_measured", json(R"({"cell":4})")), std::nullopt);
  EXPECT_EQ(progress.progress(Seconds(100)).cells_done, 1U);
}

TEST(RunProgress, WhileCancellingNamesNoCellAndNoTimeLeft) {
  RunProgress progress = four_cells();
  progress.apply("cancel_requested", json("{}"));
  progress.apply("cell_started", json(R"({"cell":2})"));
  EXPECT_EQ(progress.progress(Seconds(100)).current, "cancelling");
  EXPECT_EQ(progress.progress(Seconds(100)).time_left, std::nullopt);
}

TEST(RunProgress, EndsWithTheRun) {
  RunProgress progress = four_cells();
  EXPECT_FALSE(progress.is_finished());
  progress.apply("run_finished", json(R"({"end":"completed"})"));
  EXPECT_TRUE(progress.is_finished());
}

}  // namespace
}  // namespace busbar::cli
