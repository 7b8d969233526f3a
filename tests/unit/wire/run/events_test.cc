#include "wire/run/events.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

LaunchId launch() {
  return *LaunchId::parse("r-1.l1");
}
NodeId node() {
  return *NodeId::parse("n1");
}

void expect_round_trip(const RunEvent& event) {
  const auto read = wire::parse_event(kind_text(event), wire::event_json(event));
  ASSERT_TRUE(read) << kind_text(event) << ": " << to_line(read.error());
  EXPECT_TRUE(*read == event) << wire::event_json(event);
}

TEST(RunEvents, SurviveTextAndBack) {
  expect_round_trip(RunSubmitted{3, {{node(), {CellIndex(0), CellIndex(2)}}}, Seconds(60)});
  expect_round_trip(RunSubmitted{0, {}, std::nullopt});
  expect_round_trip(LaunchDispatched{launch(), 1, node(), {CellIndex(7)}});
  expect_round_trip(LaunchStarted{launch()});
  expect_round_trip(CellMeasured{launch(), CellIndex(4), Seconds(0.25)});
  expect_round_trip(CellFailed{launch(), CellIndex(4), CellFailure::TimedOut, "no line for 3 s"});
  expect_round_trip(LaunchEnded{launch(), LaunchEnd::Lost, "its node is gone"});
  expect_round_trip(GroupGivenUp{2, CellFailure::NodeLost, "away"});
  expect_round_trip(BudgetSpent{"used up"});
  expect_round_trip(CancelRequested{"asked"});
  expect_round_trip(RunFinished{RunEnd::Cancelled, "cancelled"});
}

TEST(RunEvents, RefuseAnUnknownKindOrEnd) {
  EXPECT_FALSE(wire::parse_event("launch_flew", R"({"launch":"r-1.l1"})"));
  EXPECT_FALSE(wire::parse_event("launch_ended", R"({"launch":"r-1.l1","end":"slept"})"));
  EXPECT_FALSE(wire::parse_event("launch_started", R"({"launch":""})"));
  EXPECT_FALSE(wire::parse_event("run_finished", "{"));
}

}  // namespace
}  // namespace busbar
