#include "agent/launch/running_launch.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "io/file/file.h"
#include "tests/support/fake_loop.h"
#include "tests/support/fake_process.h"
#include "tests/support/sample_messages.h"
#include "tests/support/temporary_folder.h"

namespace busbar::agent {
namespace {

class RunningLaunchTest : public testing::Test {
 protected:
  RunningLaunchTest() {
    tools_.bench = "/opt/busbar/busbar-bench-mpi";
    order_ = samples::start_launch();
    order_.timeouts.launch_start = Seconds(30);
    order_.timeouts.cell_silence = Seconds(10);
    LaunchReports reports;
    reports.on_record = [this](wire::RecordBody body) { records_.push_back(std::move(body)); };
    reports.on_begun = [this](CellIndex cell) { begun_.push_back(cell); };
    reports.on_done = [this] { ++done_; };
    launch_ = std::make_unique<RunningLaunch>(loop_, order_, std::move(reports));
  }
  void start() { launch_->start(processes_, tools_, folder_.file("r-1.l1")); }
  FakeProcesses::Started& process() { return *processes_.started.at(0); }
  CellIndex first_cell() const { return order_.cells.at(0).index; }
  const wire::LaunchEnded& end() const { return std::get<wire::LaunchEnded>(records_.back()); }

  FakeLoop loop_;
  FakeProcesses processes_;
  TemporaryFolder folder_;
  LaunchTools tools_;
  wire::StartLaunch order_;
  std::vector<wire::RecordBody> records_;
  std::vector<CellIndex> begun_;
  int done_ = 0;
  std::unique_ptr<RunningLaunch> launch_;
};

TEST_F(RunningLaunchTest, GivesTheProgramItsCellsInAFileOfItsFolder) {
  start();
  const std::string input = process().spec.argv.back();
  EXPECT_TRUE(input.starts_with(process().spec.working_directory));
  const auto read = wire::parse_launch_input(io::read_file(input, 1u << 20).value());
  ASSERT_TRUE(read);
  EXPECT_EQ(read->launch, order_.launch);
  EXPECT_EQ(read->cells, order_.cells);
}

TEST_F(RunningLaunchTest, AProgramThatIsMissingIsAnEndedLaunch) {
  processes_.cannot_start = Error{ErrorKind::NotFound, Scope::Process, "mpirun", "is missing", ""};
  start();
  ASSERT_EQ(records_.size(), 1u);
  EXPECT_EQ(end().outcome, wire::LaunchOutcome::Failed);
  EXPECT_NE(end().reason.find("mpirun"), std::string::npos);
  EXPECT_EQ(done_, 1);
}

TEST_F(RunningLaunchTest, AFolderThatCannotBeMadeIsAnEndedLaunch) {
  ASSERT_TRUE(io::write_file_atomically(folder_.file("r-1.l1"), "a file in its place"));
  start();
  EXPECT_TRUE(processes_.started.empty());
  EXPECT_EQ(end().outcome, wire::LaunchOutcome::Failed);
  EXPECT_EQ(done_, 1);
}

TEST_F(RunningLaunchTest, TellsWhichCellBegins) {
  start();
  process().print(wire::to_line(samples::start_line()));
  process().print(wire::to_line(wire::CellStarted{first_cell()}));
  EXPECT_EQ(begun_, std::vector<CellIndex>{first_cell()});
}

TEST_F(RunningLaunchTest, SilenceStopsTheProgramWithAGrace) {
  start();
  loop_.advance(Seconds(29));
  EXPECT_TRUE(process().stops.empty());
  loop_.advance(Seconds(2));
  EXPECT_EQ(process().stops, std::vector<Seconds>{kStopGrace});
  process().exit({-1, 15});
  EXPECT_EQ(end().outcome, wire::LaunchOutcome::TimedOut);
  EXPECT_EQ(done_, 1);
}

TEST_F(RunningLaunchTest, ALineOfTheBenchBeginsTheSilenceAnew) {
  start();
  loop_.advance(Seconds(25));
  process().print(wire::to_line(samples::start_line()));
  loop_.advance(Seconds(9));
  EXPECT_TRUE(process().stops.empty());
}

TEST_F(RunningLaunchTest, ChatterOfALibraryDoesNotHideAHang) {
  start();
  for (int i = 0; i < 31; ++i) {
    process().print("still connecting");
    loop_.advance(Seconds(1));
  }
  EXPECT_EQ(process().stops.size(), 1u);
}

TEST_F(RunningLaunchTest, AStopIsCarriedOutAndGivenAsTheReason) {
  start();
  launch_->stop("cancelled by its user");
  EXPECT_EQ(process().stops, std::vector<Seconds>{kStopGrace});
  process().exit({-1, 15});
  EXPECT_EQ(end().outcome, wire::LaunchOutcome::Cancelled);
  EXPECT_EQ(end().reason, "cancelled by its user");
}

TEST_F(RunningLaunchTest, NoTimerIsLeftAfterTheEnd) {
  start();
  process().exit({1, 0});
  EXPECT_EQ(loop_.pending_timers(), 0u);
  EXPECT_EQ(done_, 1);
}

}  // namespace
}  // namespace busbar::agent
