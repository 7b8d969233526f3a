#include "controller/scheduler/scheduler.h"

#include <gtest/gtest.h>

#include "tests/support/fake_controller.h"

namespace busbar {
namespace {

class Scheduler : public testing::Test {
 protected:
  FakeController controller_;
  FakeAgent agent_{controller_.loop, "n1", "m1"};
};

TEST_F(Scheduler, LaunchCarriesTheGroupWithItsSamplingAndTimeouts) {
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, 3));
  ASSERT_EQ(agent_.starts.size(), 1u);
  const wire::StartLaunch& start = agent_.starts[0];
  EXPECT_EQ(start.run, run);
  EXPECT_EQ(start.launch.text(), run.text() + ".l1");
  EXPECT_EQ(start.ranks, RankCount(2));
  ASSERT_EQ(start.cells.size(), 3u);
  EXPECT_EQ(start.cells[2].index, CellIndex(2));
  EXPECT_EQ(start.cells[2].cell.size, MessageSize(32));
  EXPECT_EQ(start.timeouts.launch_start, samples::matrix().timeouts.launch_start);
  EXPECT_EQ(start.sampling.samples_max, samples::matrix().sampling.samples_max);
}

TEST_F(Scheduler, IsStoredBeforeItIsSent) {
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, 3));
  ASSERT_EQ(controller_.store().launches(run)->size(), 1u);
  EXPECT_EQ(controller_.events(run)[1].kind, "launch_dispatched");
}

TEST_F(Scheduler, RunWaitsForItsNode) {
  const RunId run = controller_.submit(samples::plan({"n1"}, 3));
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Queued);
  controller_.connect(agent_);
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Running);
}

TEST_F(Scheduler, QueuedRunIsCancelledAtOnceAndOnlyOnce) {
  const RunId run = controller_.submit(samples::plan({"n1"}, 3));
  ASSERT_TRUE(controller_.scheduler().cancel(run, "enough"));
  ASSERT_TRUE(controller_.scheduler().cancel(run, "again")) << "a repeat is harmless";
  controller_.loop.run_ready();
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Cancelled);
  const auto late = controller_.scheduler().cancel(run, "late");
  ASSERT_FALSE(late);
  EXPECT_EQ(late.error().kind, ErrorKind::Conflict);
}

TEST_F(Scheduler, CancelOfAnUnknownRunSaysSo) {
  const auto cancelled = controller_.scheduler().cancel(*RunId::parse("r-none"), "why");
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().kind, ErrorKind::NotFound);
}

TEST_F(Scheduler, ProgressNamesTheCellAndTheTimeLeft) {
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, 3));
  controller_.loop.advance(Seconds(1.5));
  const auto progress = controller_.scheduler().progress(run);
  ASSERT_TRUE(progress);
  EXPECT_EQ(progress->cell, CellIndex(1));
  EXPECT_GT(progress->time_left, Seconds(1));
  EXPECT_LT(progress->time_left, Seconds(3));
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(10)));
  EXPECT_FALSE(controller_.scheduler().progress(run));
}

TEST_F(Scheduler, TellsOfEveryChange) {
  std::size_t told = 0;
  controller_.scheduler().on_change([&](const RunId&) { ++told; });
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, 3));
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(10)));
  EXPECT_GE(told, 5u);
}

TEST_F(Scheduler, StartsNothingAfterStop) {
  controller_.scheduler().stop();
  controller_.connect(agent_);
  EXPECT_FALSE(controller_.scheduler().submit(
      {"text", samples::matrix(), samples::plan({"n1"}, 1), std::nullopt}));
  controller_.loop.run_ready();
  EXPECT_TRUE(agent_.starts.empty());
}

}  // namespace
}  // namespace busbar
