#include "core/run/events.h"

#include <gtest/gtest.h>

#include <set>

namespace busbar {
namespace {

TEST(RunEvents, EveryKindHasAWordOfItsOwn) {
  const std::vector<RunEvent> all{
      RunSubmitted{}, LaunchDispatched{}, LaunchStarted{}, CellMeasured{},    CellFailed{},
      LaunchEnded{},  GroupGivenUp{},     BudgetSpent{},   CancelRequested{}, RunFinished{}};
  std::set<std::string_view> words;
  for (const RunEvent& event : all) words.insert(kind_text(event));
  EXPECT_EQ(words.size(), std::variant_size_v<RunEvent>);
  EXPECT_EQ(kind_text(CellMeasured{}), "cell_measured");
  EXPECT_EQ(kind_text(RunFinished{}), "run_finished");
}

TEST(RunEvents, EndsComeBackFromTheirWords) {
  for (const LaunchEnd end : {LaunchEnd::Finished, LaunchEnd::Failed, LaunchEnd::TimedOut,
                              LaunchEnd::Cancelled, LaunchEnd::Lost})
    EXPECT_EQ(launch_end_from_text(to_text(end)), end);
  for (const RunEnd end : {RunEnd::Completed, RunEnd::Failed, RunEnd::Cancelled})
    EXPECT_EQ(run_end_from_text(to_text(end)), end);
}

TEST(RunEvents, UnknownWordsAreNoEnd) {
  EXPECT_EQ(launch_end_from_text("exploded"), std::nullopt);
  EXPECT_EQ(run_end_from_text(""), std::nullopt);
}

}  // namespace
}  // namespace busbar
