#include "core/run/state.h"

#include <gtest/gtest.h>

#include "tests/unit/core/run/run_builder.h"

namespace busbar {
namespace {

const std::vector<CellIndex> kTwo{CellIndex(0), CellIndex(1)};

TEST(RunState, StartsQueuedWithEveryCellPending) {
  const RunState state = fold({submitted({{"n1", 2}, {"n2", 1}})});
  EXPECT_EQ(state.phase, RunPhase::Queued);
  EXPECT_EQ(state.pending(), 3u);
  EXPECT_EQ(pending_cells(state, 1), std::vector<CellIndex>{CellIndex(2)});
}

TEST(RunState, RunsFromTheFirstDispatchOn) {
  const RunState state = fold({submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo)});
  EXPECT_EQ(state.phase, RunPhase::Running);
  ASSERT_NE(live_launch(state, 0), nullptr);
  EXPECT_EQ(*live_launch(state, 0), launch_numbered(1));
}

TEST(RunState, CountsAgreeWithOutcomes) {
  const RunState state = fold({submitted({{"n1", 4}}), dispatched(1, 0, "n1", kTwo),
                               measured(1, 0, 0.5), failed(1, 1, CellFailure::WrongData)});
  EXPECT_EQ(state.measured, 1u);
  EXPECT_EQ(state.failed, 1u);
  EXPECT_EQ(state.pending(), 2u);
  EXPECT_EQ(state.cells[1], CellState::WrongData);
  EXPECT_EQ(state.measuring_time, Seconds(0.5));
}

TEST(RunState, SecondResultOfACellChangesNothing) {
  const RunState state = fold({submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo),
                               failed(1, 0, CellFailure::TimedOut), measured(1, 0)});
  EXPECT_EQ(state.cells[0], CellState::TimedOut);
  EXPECT_EQ(state.measured, 0u);
  EXPECT_EQ(state.measuring_time, Seconds(0));
}

TEST(RunState, ApplyingEveryEventTwiceIsTheSameAsOnce) {
  const std::vector<RunEvent> events{submitted({{"n1", 3}}),
                                     dispatched(1, 0, "n1", kTwo),
                                     LaunchStarted{launch_numbered(1)},
                                     measured(1, 0, 0.5),
                                     ended(1, LaunchEnd::Failed),
                                     dispatched(2, 0, "n1", kTwo),
                                     failed(2, 1),
                                     ended(2, LaunchEnd::Failed),
                                     CancelRequested{"enough"},
                                     RunFinished{RunEnd::Cancelled, "enough"}};
  std::vector<RunEvent> doubled;
  for (const RunEvent& event : events) doubled.insert(doubled.end(), 2, event);
  const RunState once = fold(events);
  const RunState twice = fold(doubled);
  EXPECT_EQ(once.cells, twice.cells);
  EXPECT_EQ(once.phase, twice.phase);
  EXPECT_EQ(once.measuring_time, twice.measuring_time);
  EXPECT_EQ(once.groups[0].barren_launches, twice.groups[0].barren_launches);
  EXPECT_EQ(once.launches.size(), twice.launches.size());
}

TEST(RunState, EventsOfUnknownLaunchesGroupsAndCellsChangeNothing) {
  const RunState state = fold({submitted({{"n1", 1}}), dispatched(1, 7, "n1", {CellIndex(0)}),
                               LaunchStarted{launch_numbered(9)}, ended(9, LaunchEnd::Failed),
                               GroupGivenUp{7, CellFailure::Failed, "why"}, measured(1, 99)});
  EXPECT_EQ(state.phase, RunPhase::Queued);
  EXPECT_TRUE(state.launches.empty());
  EXPECT_EQ(state.pending(), 1u);
}

TEST(RunState, LaunchWithoutResultIsBarrenUnlessItWasLostOrStopped) {
  const auto barren_after = [](LaunchEnd end) {
    return fold({submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo), ended(1, end)})
        .groups[0]
        .barren_launches;
  };
  EXPECT_EQ(barren_after(LaunchEnd::Failed), 1u);
  EXPECT_EQ(barren_after(LaunchEnd::TimedOut), 1u);
  EXPECT_EQ(barren_after(LaunchEnd::Finished), 1u);
  EXPECT_EQ(barren_after(LaunchEnd::Lost), 0u);
  EXPECT_EQ(barren_after(LaunchEnd::Cancelled), 0u);
}

TEST(RunState, ResultEndsTheRowOfBarrenLaunches) {
  const RunState state =
      fold({submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo), ended(1, LaunchEnd::Failed),
            dispatched(2, 0, "n1", kTwo), measured(2, 0), ended(2, LaunchEnd::Failed)});
  EXPECT_EQ(state.groups[0].barren_launches, 0u);
}

TEST(RunState, EndedLaunchStaysAsItEnded) {
  const RunState state =
      fold({submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo), ended(1, LaunchEnd::Lost),
            LaunchStarted{launch_numbered(1)}, ended(1, LaunchEnd::Finished)});
  EXPECT_EQ(state.launches.at(launch_numbered(1)).end, LaunchEnd::Lost);
  EXPECT_EQ(state.launches.at(launch_numbered(1)).phase, LaunchPhase::Ended);
  EXPECT_EQ(live_launch(state, 0), nullptr);
}

TEST(RunState, GivenUpGroupLosesItsPendingCellsAlone) {
  const RunState state = fold({submitted({{"n1", 2}, {"n2", 1}}), dispatched(1, 0, "n1", kTwo),
                               measured(1, 0), GroupGivenUp{0, CellFailure::NodeLost, "away"}});
  EXPECT_EQ(state.cells[0], CellState::Measured);
  EXPECT_EQ(state.cells[1], CellState::NodeLost);
  EXPECT_EQ(state.cells[2], CellState::Pending);
}

TEST(RunState, SpentBudgetLeavesOutWhatIsPending) {
  const RunState state = fold({submitted({{"n1", 3}}, Seconds(1)), dispatched(1, 0, "n1", kTwo),
                               measured(1, 0), BudgetSpent{"used up"}});
  EXPECT_EQ(state.cells[2], CellState::OverBudget);
  EXPECT_EQ(state.left_out, 2u);
  EXPECT_EQ(state.measured, 1u);
}

TEST(RunState, CancelledRunCancelsWhatIsPendingAtItsEnd) {
  const std::vector<RunEvent> events{submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo),
                                     CancelRequested{"enough"}, measured(1, 0)};
  EXPECT_EQ(fold(events).phase, RunPhase::Cancelling);
  RunState state = apply(fold(events), RunFinished{RunEnd::Cancelled, "enough"});
  EXPECT_EQ(state.cells[0], CellState::Measured) << "what arrives before the end counts";
  EXPECT_EQ(state.cells[1], CellState::Cancelled);
}

TEST(RunState, FinishedRunStaysAsItIs) {
  const RunState state = fold({submitted({{"n1", 1}}), RunFinished{RunEnd::Failed, "none"},
                               measured(1, 0), CancelRequested{"late"}});
  EXPECT_EQ(state.phase, RunPhase::Failed);
  EXPECT_EQ(state.measured, 0u);
}

TEST(RunState, WordsComeBack) {
  for (const RunPhase phase : {RunPhase::Queued, RunPhase::Running, RunPhase::Cancelling,
                               RunPhase::Completed, RunPhase::Failed, RunPhase::Cancelled})
    EXPECT_EQ(run_phase_from_text(to_text(phase)), phase);
  for (const CellFailure failure :
       {CellFailure::Failed, CellFailure::TimedOut, CellFailure::NodeLost, CellFailure::WrongData,
        CellFailure::Unsupported}) {
    const CellState state = state_after(failure);
    EXPECT_EQ(to_text(state), to_text(failure)) << "an outcome is named as its failure";
    EXPECT_EQ(cell_state_from_text(to_text(state)), state);
  }
  EXPECT_EQ(run_phase_from_text("paused"), std::nullopt);
  EXPECT_EQ(cell_state_from_text("lost"), std::nullopt);
}

}  // namespace
}  // namespace busbar
