// What agents bring, and what a hostile or confused one cannot bring.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/fake_controller.h"
#include "tests/support/sample_messages.h"

namespace busbar {
namespace {

class SchedulerAgents : public testing::Test {
 protected:
  void send_record(FakeAgent& agent, std::uint64_t sequence, const wire::Record& record) {
    agent.send(wire::RecordFrame{sequence, wire::to_text(record)});
    controller_.loop.run_ready();
  }
  wire::Record measured(const RunId& run, const std::string& launch, std::uint32_t cell) {
    return {*LaunchId::parse(launch), run, controller_.loop.wall_now(),
            wire::CellMeasured{samples::measurement(CellIndex(cell))}};
  }

  FakeController controller_;
  FakeAgent agent_{controller_.loop, "n1", "m1"};
};

TEST_F(SchedulerAgents, NodeIsKnownWithItsFactsAfterItsHello) {
  controller_.connect(agent_);
  const auto nodes = *controller_.store().nodes();
  ASSERT_EQ(nodes.size(), 1u);
  EXPECT_EQ(nodes[0].facts.machine.text(), "m1");
  EXPECT_EQ(controller_.scheduler().ready_nodes().size(), 1u);
  agent_.cut();
  EXPECT_TRUE(controller_.scheduler().ready_nodes().empty());
}

TEST_F(SchedulerAgents, ForgedRecordsStoreNothing) {
  FakeAgent other(controller_.loop, "n2", "m2");
  agent_.cell_time = Seconds(5);
  controller_.connect(agent_);
  controller_.connect(other);
  const RunId run = controller_.submit(samples::plan({"n1"}, 2));
  const std::string launch = run.text() + ".l1";
  send_record(other, 1, measured(run, launch, 0));                      // not its launch
  send_record(other, 2, measured(*RunId::parse("r-none"), launch, 0));  // no such run
  send_record(agent_, 2, measured(run, launch, 77));                    // no such cell
  send_record(agent_, 3, measured(run, run.text() + ".l9", 0));         // no such launch
  EXPECT_EQ(controller_.row(run).measured, 0u);
  EXPECT_EQ(controller_.results_by_cell(run), (std::vector<int>{0, 0}));
}

TEST_F(SchedulerAgents, FailedCellKeepsItsReason) {
  agent_.failing = {1};
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, 3));
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(10)));
  const auto cells = *controller_.store().cells(run, 1, 1);
  ASSERT_EQ(cells.size(), 1u);
  EXPECT_EQ(cells[0].state, CellState::WrongData);
  EXPECT_EQ(cells[0].reason, "3 of 8 elements wrong");
  EXPECT_EQ(controller_.row(run).phase, RunPhase::Completed);
}

TEST_F(SchedulerAgents, LaunchOfHelloThatNobodyWantsIsStopped) {
  controller_.connect(agent_);
  agent_.cell_time = Seconds(1000);
  const RunId run = controller_.submit(samples::plan({"n1"}, 1));
  agent_.cut();
  controller_.loop.advance(Seconds(80));  // lost by now
  controller_.connect(agent_);
  const bool is_told = std::ranges::any_of(agent_.frames, [](const auto& frame) {
    return std::holds_alternative<wire::StopLaunch>(frame);
  });
  EXPECT_TRUE(is_told);
  EXPECT_EQ(controller_.store().launches(run)->at(0).state, "lost");
}

TEST_F(SchedulerAgents, ProvenanceOfNodeAndBenchIsTiedToTheCells) {
  controller_.connect(agent_);
  const RunId run = controller_.submit(samples::plan({"n1"}, 1));
  ASSERT_TRUE(controller_.advance_until_ended(run, Seconds(10)));
  const auto cells = *controller_.store().cells(run, 0, 1);
  for (const auto& [name, value] : agent_.hello().provenance)
    EXPECT_NE(cells[0].provenance.find(value), std::string::npos) << name;
  for (const auto& [name, value] : samples::start_line().provenance)
    EXPECT_NE(cells[0].provenance.find(value), std::string::npos) << name;
}

}  // namespace
}  // namespace busbar
