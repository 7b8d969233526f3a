#include "tests/support/sample_messages.h"
#include "wire/agent/messages.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

TEST(ControllerFrame, ReadsBackEveryFrameItWrote) {
  const std::vector<ControllerFrame> frames{
      Welcome{kAgentProtocol, "0.1.0", Seconds(60)}, Refused{"a", "b", false}, Acknowledge{7},
      samples::start_launch(), StopLaunch{*LaunchId::parse("r-1.l1"), "cancelled"}};
  for (const ControllerFrame& frame : frames) {
    const auto read = parse_controller_frame(to_text(frame));
    ASSERT_TRUE(read) << to_text(frame) << to_line(read.error());
    EXPECT_EQ(to_text(*read), to_text(frame));
    EXPECT_EQ(read->index(), frame.index());
  }
}

TEST(ControllerFrame, KeepsCellsInTheirOrder) {
  StartLaunch start = samples::start_launch();
  start.cells = {samples::launch_cell(CellIndex(9)), samples::launch_cell(CellIndex(2))};
  const auto read = parse_controller_frame(to_text(start));
  ASSERT_TRUE(read);
  EXPECT_EQ(std::get<StartLaunch>(*read).cells, start.cells);
  EXPECT_EQ(std::get<StartLaunch>(*read).protocol, Protocol::Eager);
}

TEST(ControllerFrame, RefusesALaunchThatMeasuresNothing) {
  StartLaunch start = samples::start_launch();
  start.cells.clear();
  EXPECT_EQ(parse_controller_frame(to_text(start)).error().where, "controller frame cells");
  start = samples::start_launch();
  start.ranks = RankCount(0);
  EXPECT_EQ(parse_controller_frame(to_text(start)).error().where, "controller frame ranks");
}

TEST(ControllerFrame, AWelcomeOfAnotherProtocolIsReadFarEnoughToRefuseIt) {
  const auto frame = parse_controller_frame(R"({"type":"welcome","protocol":3,"version":"9"})");
  ASSERT_TRUE(frame);
  EXPECT_EQ(std::get<Welcome>(*frame).protocol, 3U);
}

TEST(ControllerFrame, RefusesAnUnknownType) {
  EXPECT_EQ(parse_controller_frame(R"({"type":"ready"})").error().where, "controller frame type");
}

}  // namespace
}  // namespace busbar::wire
