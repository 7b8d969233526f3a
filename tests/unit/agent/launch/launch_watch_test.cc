#include "agent/launch/launch_watch.h"

#include <gtest/gtest.h>

namespace busbar::agent {
namespace {

wire::StartLaunch order(std::uint32_t cells) {
  wire::StartLaunch launch;
  launch.launch = *LaunchId::parse("r-1.l1");
  launch.run = *RunId::parse("r-1");
  launch.ranks = RankCount(2);
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    wire::LaunchCell entry;
    entry.index = CellIndex(cell);
    entry.cell.size = MessageSize(8);
    launch.cells.push_back(entry);
  }
  launch.timeouts.launch_start = Seconds(30);
  launch.timeouts.cell_silence = Seconds(10);
  launch.sampling.cell_time_max = Seconds(2);
  return launch;
}

std::string start_line() {
  wire::StartLine start;
  start.ranks = RankCount(2);
  start.cores = 2;
  start.library = "Open MPI";
  start.hosts = {"n1"};
  return wire::to_line(start);
}

std::string begun(std::uint32_t cell) {
  return wire::to_line(wire::CellStarted{CellIndex(cell)});
}

std::string failed(std::uint32_t cell) {
  return wire::to_line(
      wire::CellFailedLine{CellIndex(cell), CellFailure::Unsupported, "no memory", std::nullopt});
}

class Watch : public testing::Test {
 protected:
  void start() { watch_.on_stdout_line(start_line(), Seconds(0.5)); }
  LaunchWatch::Step line(const std::string& text) {
    return watch_.on_stdout_line(text, Seconds(1));
  }
  static const wire::CellFailed& failure(const LaunchWatch::Step& step) {
    return std::get<wire::CellFailed>(step.records.at(0));
  }
  static const wire::LaunchEnded& end(const LaunchWatch::Step& step) {
    return std::get<wire::LaunchEnded>(step.records.back());
  }

  LaunchWatch watch_{order(3), {"mpirun"}};
};

TEST_F(Watch, TellsTheStartAndEachResultOnce) {
  const auto started = watch_.on_stdout_line(start_line(), Seconds(0.5));
  EXPECT_TRUE(std::holds_alternative<wire::LaunchStarted>(started.records.at(0)));
  EXPECT_EQ(line(begun(0)).begun, CellIndex(0));
  EXPECT_EQ(failure(line(failed(0))).cell, CellIndex(0));
}

TEST_F(Watch, ForeignOutputIsEvidenceAndNeverAResult) {
  start();
  EXPECT_TRUE(line("[n1:1] a warning of the library").records.empty());
  EXPECT_TRUE(line("{\"measurement\": 1}").records.empty());
  const auto ended = watch_.on_exit({1, 0}, Seconds(2));
  EXPECT_NE(end(ended).output_tail.find("a warning of the library"), std::string::npos);
}

TEST_F(Watch, ABenchLineThatCannotBeReadEndsTheLaunch) {
  start();
  line(begun(0));
  const auto step = line("{\"busbar\":1,\"type\":\"meas\"}");
  EXPECT_TRUE(step.must_stop);
  EXPECT_EQ(failure(step).cell, CellIndex(0));
  EXPECT_EQ(end(watch_.on_exit({0, 15}, Seconds(2))).outcome, wire::LaunchOutcome::Failed);
}

TEST_F(Watch, AResultOfACellThatWasNotGivenEndsTheLaunch) {
  start();
  EXPECT_TRUE(line(failed(17)).must_stop);
}

TEST_F(Watch, ASecondResultOfACellEndsTheLaunchAndIsNotTold) {
  start();
  line(failed(0));
  const auto again = line(failed(0));
  EXPECT_TRUE(again.must_stop);
  EXPECT_TRUE(again.records.empty());
}

TEST_F(Watch, AResultBeforeTheStartLineEndsTheLaunch) {
  EXPECT_TRUE(line(failed(0)).must_stop);
}

TEST_F(Watch, SilenceBeforeTheStartIsAsLongAsTheMatrixSays) {
  EXPECT_EQ(watch_.silence_limit(), Seconds(30));
  const auto step = watch_.on_silence();
  EXPECT_TRUE(step.must_stop);
  EXPECT_TRUE(step.records.empty());
  EXPECT_EQ(end(watch_.on_exit({-1, 9}, Seconds(31))).outcome, wire::LaunchOutcome::TimedOut);
}

TEST_F(Watch, SilenceWithinACellGrowsWithItsSamplingTime) {
  start();
  EXPECT_EQ(watch_.silence_limit(), Seconds(10 + 3 * 2));
}

TEST_F(Watch, ACellThatHangsHasTimedOutAndIsNamed) {
  start();
  line(begun(1));
  const auto step = watch_.on_silence();
  EXPECT_EQ(failure(step).cell, CellIndex(1));
  EXPECT_EQ(failure(step).failure, CellFailure::TimedOut);
  EXPECT_EQ(end(watch_.on_exit({-1, 9}, Seconds(20))).cell, CellIndex(1));
}

TEST_F(Watch, ACrashFailsTheCellItWasAtWithTheSignal) {
  start();
  line(begun(1));
  const auto step = watch_.on_exit({139, 0}, Seconds(3));
  EXPECT_EQ(failure(step).cell, CellIndex(1));
  EXPECT_NE(failure(step).reason.find("signal 11"), std::string::npos) << failure(step).reason;
  EXPECT_EQ(end(step).outcome, wire::LaunchOutcome::Failed);
}

TEST_F(Watch, AnExitBeforeAllCellsIsAFailureEvenWithCodeZero) {
  start();
  line(failed(0));
  EXPECT_EQ(end(watch_.on_exit({0, 0}, Seconds(3))).outcome, wire::LaunchOutcome::Failed);
}

TEST_F(Watch, ACancelLeavesTheCurrentCellToAnotherLaunch) {
  start();
  line(begun(1));
  const auto step = watch_.on_stop_requested("cancelled");
  EXPECT_TRUE(step.must_stop);
  EXPECT_TRUE(step.records.empty());
  const auto ended = watch_.on_exit({-1, 15}, Seconds(3));
  ASSERT_EQ(ended.records.size(), 1u);
  EXPECT_EQ(end(ended).outcome, wire::LaunchOutcome::Cancelled);
}

TEST_F(Watch, WhatComesAfterAStopIsNotTaken) {
  start();
  watch_.on_stop_requested("cancelled");
  EXPECT_TRUE(line(failed(2)).records.empty());
}

TEST_F(Watch, EveryCellDoneIsFinishedWhateverTheExitCode) {
  start();
  for (const std::uint32_t cell : {0u, 1u, 2u}) line(failed(cell));
  line(wire::to_line(wire::EndLine{3}));
  EXPECT_EQ(end(watch_.on_exit({1, 0}, Seconds(3))).outcome, wire::LaunchOutcome::Finished);
}

TEST_F(Watch, TheTailKeepsTheEndOfALongOutput) {
  for (int i = 0; i < 5000; ++i) watch_.on_stderr_line(std::string(100, 'x'));
  watch_.on_stderr_line("the last words");
  const auto ended = end(watch_.on_exit({1, 0}, Seconds(3)));
  EXPECT_LE(ended.output_tail.size(), kOutputTailMax);
  EXPECT_NE(ended.output_tail.find("the last words"), std::string::npos);
}

}  // namespace
}  // namespace busbar::agent
