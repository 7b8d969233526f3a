#include "core/run/actions.h"

#include <gtest/gtest.h>

#include "tests/unit/core/run/run_builder.h"

namespace busbar {
namespace {

const std::vector<CellIndex> kTwo{CellIndex(0), CellIndex(1)};

bool all_free(const NodeId&) {
  return true;
}
bool none_free(const NodeId&) {
  return false;
}

template <class Kind>
std::vector<Kind> of_kind(const std::vector<RunAction>& wanted) {
  std::vector<Kind> found;
  for (const RunAction& action : wanted)
    if (const auto* kind = std::get_if<Kind>(&action)) found.push_back(*kind);
  return found;
}

template <class Event>
std::optional<Event> decided(const std::vector<RunAction>& wanted) {
  for (const Decide& decision : of_kind<Decide>(wanted))
    if (const auto* event = std::get_if<Event>(&decision.event)) return *event;
  return std::nullopt;
}

TEST(RunActions, DispatchesOneGroupOnEachFreeNode) {
  const RunState state = fold({submitted({{"n1", 2}, {"n1", 1}, {"n2", 1}})});
  const auto wanted = of_kind<Dispatch>(actions(state, all_free));
  ASSERT_EQ(wanted.size(), 2u);
  EXPECT_EQ(wanted[0].group, 0u);
  EXPECT_EQ(wanted[1].group, 2u);
}

TEST(RunActions, WaitsWhileNoNodeIsFree) {
  const RunState state = fold({submitted({{"n1", 2}})});
  EXPECT_TRUE(actions(state, none_free).empty());
}

TEST(RunActions, GroupWithALiveLaunchGetsNoOther) {
  const RunState state = fold({submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo)});
  EXPECT_TRUE(actions(state, all_free).empty());
}

TEST(RunActions, CellsLeftByALaunchGoIntoANewOne) {
  for (const LaunchEnd end : {LaunchEnd::Finished, LaunchEnd::Failed, LaunchEnd::Lost}) {
    const RunState state =
        fold({submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo), measured(1, 0), ended(1, end)});
    EXPECT_EQ(of_kind<Dispatch>(actions(state, all_free)).size(), 1u) << to_text(end);
    EXPECT_EQ(pending_cells(state, 0), std::vector<CellIndex>{CellIndex(1)});
  }
}

TEST(RunActions, GroupIsGivenUpAfterTwoStartsWithoutAResult) {
  const RunState state =
      fold({submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo), ended(1, LaunchEnd::Failed),
            dispatched(2, 0, "n1", kTwo), ended(2, LaunchEnd::TimedOut)});
  const auto given_up = decided<GroupGivenUp>(actions(state, all_free));
  ASSERT_TRUE(given_up);
  EXPECT_EQ(given_up->failure, CellFailure::Failed);
  EXPECT_NE(given_up->reason.find("2 starts in a row"), std::string::npos);
}

TEST(RunActions, RunWithAMeasuredCellCompletes) {
  const RunState state =
      fold({submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo), measured(1, 0), failed(1, 1)});
  EXPECT_EQ(decided<RunFinished>(actions(state, all_free)), std::nullopt)
      << "its launch has not ended";
  const auto finished =
      decided<RunFinished>(actions(apply(state, ended(1, LaunchEnd::Finished)), all_free));
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->end, RunEnd::Completed);
}

TEST(RunActions, RunWithoutAMeasuredCellFails) {
  const RunState state = fold({submitted({{"n1", 2}}), dispatched(1, 0, "n1", kTwo), failed(1, 0),
                               failed(1, 1), ended(1, LaunchEnd::Finished)});
  const auto finished = decided<RunFinished>(actions(state, all_free));
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->end, RunEnd::Failed);
  EXPECT_FALSE(finished->reason.empty());
}

TEST(RunActions, RunWithoutCellsFails) {
  const auto finished = decided<RunFinished>(actions(fold({submitted({})}), all_free));
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->end, RunEnd::Failed) << "nothing was measured";
}

TEST(RunActions, CancelStopsWhatRunsAndStartsNothing) {
  const RunState state = fold(
      {submitted({{"n1", 2}, {"n2", 1}}), dispatched(1, 0, "n1", kTwo), CancelRequested{"enough"}});
  const auto wanted = actions(state, all_free);
  ASSERT_EQ(wanted.size(), 1u);
  EXPECT_EQ(of_kind<Stop>(wanted).at(0).launch, launch_numbered(1));
  const auto finished =
      decided<RunFinished>(actions(apply(state, ended(1, LaunchEnd::Cancelled)), all_free));
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->end, RunEnd::Cancelled);
}

TEST(RunActions, QueuedRunIsCancelledAtOnce) {
  const RunState state = fold({submitted({{"n1", 1}}), CancelRequested{"enough"}});
  const auto finished = decided<RunFinished>(actions(state, none_free));
  ASSERT_TRUE(finished);
  EXPECT_EQ(finished->end, RunEnd::Cancelled);
}

TEST(RunActions, SpentBudgetStopsLaunchesAndThenLeavesOutTheRest) {
  const RunState state =
      fold({submitted({{"n1", 2}}, Seconds(1)), dispatched(1, 0, "n1", kTwo), measured(1, 0, 1.5)});
  const auto wanted = actions(state, all_free);
  EXPECT_EQ(of_kind<Stop>(wanted).size(), 1u);
  const RunState after = apply(state, ended(1, LaunchEnd::Cancelled));
  EXPECT_TRUE(decided<BudgetSpent>(actions(after, all_free)));
  EXPECT_TRUE(of_kind<Dispatch>(actions(after, all_free)).empty());
}

TEST(RunActions, FinishedRunNeedsNothing) {
  const RunState state = fold({submitted({{"n1", 1}}), RunFinished{RunEnd::Failed, "none"}});
  EXPECT_TRUE(actions(state, all_free).empty());
}

TEST(RunActions, LaunchesThatAreLostAgainAndAgainEndTheGroup) {
  std::vector<RunEvent> events{submitted({{"n1", 2}})};
  for (int launch = 1; launch <= 20; ++launch) {
    events.push_back(dispatched(launch, 0, "n1", kTwo));
    events.push_back(ended(launch, LaunchEnd::Lost));
    const auto wanted = actions(fold(events), all_free);
    if (const auto given_up = decided<GroupGivenUp>(wanted)) {
      EXPECT_EQ(given_up->failure, CellFailure::NodeLost);
      EXPECT_GT(launch, 1) << "one loss is no verdict";
      return;
    }
  }
  FAIL() << "20 launches were lost without a result, and the next would be too";
}

}  // namespace
}  // namespace busbar
