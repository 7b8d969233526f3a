// A controller and its agents on a fake loop: whatever is lost, cut or killed, and whenever, a run
// ends with every cell once.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/fake_controller.h"

namespace busbar {
namespace {

constexpr std::uint32_t kCells = 6;

class Simulation : public testing::Test {
 protected:
  void expect_every_cell_once(const RunId& run) {
    EXPECT_EQ(controller_.row(run).phase, RunPhase::Completed) << controller_.row(run).reason;
    EXPECT_EQ(controller_.row(run).measured, controller_.row(run).planned);
    for (const CellState state : controller_.outcomes(run)) EXPECT_EQ(state, CellState::Measured);
    for (const int count : controller_.results_by_cell(run)) EXPECT_EQ(count, 1);
  }
  void step() { controller_.loop.advance(Seconds(0.25)); }

  FakeController controller_;
  FakeAgent agent_{controller_.loop, "n1", "m1"};
};

TEST_F(Simulation, RunIsMeasuredInOneLaunch) {
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(60)));
  expect_every_cell_once(run);
  EXPECT_EQ(agent_.starts.size(), 1u);
  EXPECT_EQ(agent_.spooled(), 0u) << "everything is acknowledged";
}

TEST_F(Simulation, ControllerKilledAfterEveryEventGoesOnAndMeasuresEachCellOnce) {
  for (std::size_t kill_at = 1; kill_at < 2 * kCells; ++kill_at) {
    SCOPED_TRACE("killed after event " + std::to_string(kill_at));
    FakeController controller;
    FakeAgent agent(controller.loop, "n1", "m1");
    controller.connect(agent);
    const RunId run = controller.submit(samples::plan({"n1"}, kCells));
    while (controller.events(run).size() < kill_at && !has_ended(controller.row(run).phase))
      controller.loop.advance(Seconds(0.25));
    controller.kill();
    agent.cut();
    controller.loop.advance(Seconds(2.5));
    controller.start();
    controller.connect(agent);
    ASSERT_TRUE(controller.advance_until_ended(run, Seconds(120)));
    EXPECT_EQ(controller.row(run).measured, kCells);
    for (const int count : controller.results_by_cell(run)) EXPECT_EQ(count, 1);
    EXPECT_EQ(agent.starts.size(), 1u) << "the launch goes on without its controller";
    EXPECT_EQ(agent.cells_begun.size(), kCells) << "no cell is measured twice";
  }
}

TEST_F(Simulation, AgentCutOffForAMinuteDeliversWhatItMeasured) {
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  controller_.loop.advance(Seconds(2.5));
  agent_.cut();
  controller_.loop.advance(Seconds(60));
  EXPECT_GT(agent_.spooled(), 0u);
  controller_.connect(agent_);
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(10)));
  expect_every_cell_once(run);
  EXPECT_EQ(agent_.starts.size(), 1u);
}

TEST_F(Simulation, CrashedAgentMeasuresTheRestInANewLaunch) {
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  controller_.loop.advance(Seconds(2.5));
  agent_.crash();
  controller_.loop.advance(Seconds(5));
  controller_.connect(agent_);
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(60)));
  expect_every_cell_once(run);
  ASSERT_EQ(agent_.starts.size(), 2u);
  EXPECT_EQ(agent_.starts[1].cells.size(), kCells - 2) << "what has a result is not asked again";
}

TEST_F(Simulation, NodeThatStaysAwayIsGivenUpAfterTenMinutes) {
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  controller_.loop.advance(Seconds(2.5));
  agent_.crash();
  controller_.loop.advance(Seconds(590));
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Running);
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(40)));
  const auto outcomes = controller_.outcomes(run);
  EXPECT_EQ(std::ranges::count(outcomes, CellState::Measured), 2);
  EXPECT_EQ(std::ranges::count(outcomes, CellState::NodeLost), kCells - 2);
}

TEST_F(Simulation, NodeThatNeverComesBackAfterARestartIsGivenUpToo) {
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  controller_.loop.advance(Seconds(2.5));
  controller_.kill();
  agent_.crash();
  controller_.start();
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(700)));
  EXPECT_EQ(controller_.outcomes(run).back(), CellState::NodeLost);
}

TEST_F(Simulation, AgentsThatDieInEveryLaunchDoNotKeepARunForEver) {
  agent_.on_begin = [this] { controller_.loop.post([this] { agent_.crash(); }); };
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  for (int round = 0; round < 20 && !has_ended(controller_.row(run).phase); ++round) {
    controller_.loop.advance(Seconds(30));
    if (!agent_.is_connected()) controller_.connect(agent_);
  }
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Failed);
}

TEST_F(Simulation, CellThatHangsIsTimedOutAndTheOthersAreMeasured) {
  agent_.hanging = {2};
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  // Its agent sends heartbeats while the cell hangs.
  for (int beat = 0; beat < 30 && !has_ended(controller_.row(run).phase); ++beat) {
    agent_.send(wire::Heartbeat{});
    controller_.loop.advance(Seconds(5));
  }
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Completed);
  const auto outcomes = controller_.outcomes(run);
  EXPECT_EQ(outcomes[2], CellState::TimedOut);
  EXPECT_EQ(std::ranges::count(outcomes, CellState::Measured), kCells - 1);
  EXPECT_EQ(std::ranges::count(agent_.cells_begun, 2u), 1) << "it is not tried again";
}

TEST_F(Simulation, LaunchThatCannotStartTwiceEndsTheRun) {
  agent_.is_unable_to_start = true;
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(10)));
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Failed);
  EXPECT_EQ(agent_.starts.size(), 2u);
  EXPECT_EQ(controller_.outcomes(run).front(), CellState::Failed);
}

TEST_F(Simulation, CancelAtAnyMomentEndsTheRunAndKeepsWhatIsMeasured) {
  std::mt19937 random(20260101);
  for (int round = 0; round < 12; ++round) {
    FakeController controller;
    FakeAgent agent(controller.loop, "n1", "m1");
    controller.connect(agent);
    const RunId run = controller.submit(samples::plan({"n1"}, kCells));
    const double moment = 0.1 + static_cast<double>(random() % 58) / 10.0;
    SCOPED_TRACE("cancelled after " + std::to_string(moment) + " s");
    controller.loop.advance(Seconds(moment));
    const auto measured = controller.row(run).measured;
    ASSERT_TRUE(controller.scheduler().cancel(run, "enough"));
    ASSERT_TRUE(controller.advance_until_ended(run, Seconds(5)));
    EXPECT_EQ(controller.row(run).phase, RunPhase::Cancelled);
    EXPECT_EQ(controller.row(run).measured, measured);
    EXPECT_EQ(controller.row(run).left_out, kCells - measured);
    EXPECT_FALSE(agent.is_measuring());
    EXPECT_FALSE(controller.scheduler().cancel(run, "again")) << "it has ended";
  }
}

TEST_F(Simulation, CancelledWhileItsNodeIsAwayEndsWhenTheLaunchIsLost) {
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  controller_.loop.advance(Seconds(1.5));
  agent_.crash();
  ASSERT_TRUE(controller_.scheduler().cancel(run, "enough"));
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(80)));
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Cancelled);
}

TEST_F(Simulation, AgentDeafToStopLosesItsLaunch) {
  agent_.is_deaf_to_stop = true;
  agent_.cell_time = Seconds(1000);
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  controller_.loop.advance(Seconds(1));
  ASSERT_TRUE(controller_.scheduler().cancel(run, "enough"));
  for (int beat = 0; beat < 7; ++beat) {
    agent_.send(wire::Heartbeat{});
    controller_.loop.advance(Seconds(5));
  }
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Cancelled);
}

TEST_F(Simulation, RepeatedFramesCountOnce) {
  agent_.is_repeating = true;
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells));
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(60)));
  expect_every_cell_once(run);
}

TEST_F(Simulation, BudgetThatIsUsedUpLeavesOutTheRest) {
  controller_.connect(agent_);  // each cell says that it was measured for 0.91 s
  const RunId run = controller_.submit(samples::plan({"n1"}, kCells), Seconds(1.5));
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(60)));
  EXPECT_EQ(controller_.row(run).measured, 2u);
  EXPECT_EQ(controller_.outcomes(run).back(), CellState::OverBudget);
}

TEST_F(Simulation, NodesOfTheirOwnMachinesMeasureSideBySide) {
  FakeAgent other(controller_.loop, "n2", "m2");
  controller_.connect(agent_);
  controller_.connect(other);
  const RunId run = controller_.submit(samples::plan({"n1", "n2"}, 3));
  controller_.loop.advance(Seconds(0.5));
  EXPECT_TRUE(agent_.is_measuring() && other.is_measuring());
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(3.5)));
  expect_every_cell_once(run);
}

TEST_F(Simulation, NodesOfOneMachineNeverMeasureAtOnce) {
  FakeAgent other(controller_.loop, "n2", "m1");
  bool is_alone = true;
  const auto look = [&] {
    is_alone = is_alone && !(agent_.is_measuring() && other.is_measuring());
  };
  agent_.on_begin = other.on_begin = look;
  controller_.connect(agent_);
  controller_.connect(other);
  const RunId first = controller_.submit(samples::plan({"n1", "n2"}, 3));
  const RunId second = controller_.submit(samples::plan({"n2"}, 3));
  ASSERT_TRUE(controller_.advance_until_ended(first, Seconds(60)));
  ASSERT_TRUE(controller_.advance_until_ended(second, Seconds(60)));
  EXPECT_TRUE(is_alone);
}

TEST_F(Simulation, MachineStaysTakenOverARestartOfTheController) {
  FakeAgent other(controller_.loop, "n2", "m1");
  controller_.connect(agent_);
  const RunId first = controller_.submit(samples::plan({"n1"}, kCells));
  const RunId second = controller_.submit(samples::plan({"n2"}, 3));
  controller_.loop.advance(Seconds(1.5));
  controller_.kill();
  agent_.cut();
  controller_.start();
  controller_.connect(other);  // before the one that measures has come back
  controller_.loop.advance(Seconds(1));
  EXPECT_TRUE(agent_.is_measuring());
  EXPECT_FALSE(other.is_measuring()) << "both would measure on one machine";
  controller_.connect(agent_);
  ASSERT_TRUE(controller_.advance_until_ended(first, Seconds(60)));
  ASSERT_TRUE(controller_.advance_until_ended(second, Seconds(60)));
}

TEST_F(Simulation, OlderRunGoesFirst) {
  const RunId first = controller_.submit(samples::plan({"n1"}, 2));
  const RunId second = controller_.submit(samples::plan({"n1"}, 2));
  controller_.connect(agent_);
  ASSERT_TRUE(controller_.advance_until_ended(second, Seconds(60)));
  ASSERT_EQ(agent_.starts.size(), 2u);
  EXPECT_EQ(agent_.starts[0].run, first);
}

TEST_F(Simulation, LaunchThatNeverEndsIsStoppedAtItsDeadlineAlsoAfterARestart) {
  agent_.cell_time = Seconds(100'000);
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, 1));
  controller_.loop.advance(Seconds(1));
  controller_.kill();
  agent_.cut();
  controller_.start();
  controller_.connect(agent_);
  for (int beat = 0; beat < 400 && !has_ended(controller_.row(run).phase); ++beat) {
    agent_.send(wire::Heartbeat{});
    controller_.loop.advance(Seconds(5));
  }
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Failed);
}

}  // namespace
}  // namespace busbar
