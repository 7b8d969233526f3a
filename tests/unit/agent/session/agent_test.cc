#include "agent/session/agent.h"

#include <gtest/gtest.h>

#include "tests/support/fake_loop.h"
#include "tests/support/fake_process.h"
#include "tests/support/fake_web_socket.h"
#include "tests/support/memory_log.h"
#include "tests/support/sample_messages.h"
#include "tests/support/temporary_folder.h"

namespace busbar::agent {
namespace {

// A controller by hand: connections are opened or refused, frames sent and read by the test.
class AgentTest : public testing::Test {
 protected:
  AgentTest() {
    AgentSetup setup;
    setup.hello = samples::hello();
    setup.hello.launches.clear();
    setup.tools.bench = "/opt/busbar/busbar-bench-mpi";
    setup.launches_folder = folder_.path();
    AgentSeams seams;
    seams.connect = [this](io::ConnectHandlers handlers) { attempts_.push_back(handlers); };
    seams.jitter = [] { return 1.0; };
    seams.on_ready = [this] { ++ready_; };
    seams.on_refused = [this](const Error& error) { refusals_.push_back(error); };
    auto log = std::make_unique<MemoryLog>();
    log_ = log.get();
    agent_ =
        std::make_unique<Agent>(loop_, processes_, std::make_unique<Spool>(loop_, std::move(log)),
                                std::move(setup), std::move(seams));
    agent_->start();
  }

  void open() {
    auto [theirs, ours] = FakeWebSocket::make_pair(loop_);
    ours_ = ours;
    ours_->on_message([this](const std::string& text) {
      frames_.push_back(wire::parse_agent_frame(text).value());
    });
    attempts_.back().on_open(theirs);
    loop_.run_ready();
  }
  void give(const wire::ControllerFrame& frame) {
    ours_->send(wire::to_text(frame));
    loop_.run_ready();
  }
  void welcome() { give(wire::Welcome{wire::kAgentProtocol, "0.1.0", Seconds(60)}); }
  void open_and_welcome() {
    open();
    welcome();
  }
  template <class Frame>
  std::vector<Frame> sent() const {
    std::vector<Frame> found;
    for (const auto& frame : frames_)
      if (const auto* one = std::get_if<Frame>(&frame)) found.push_back(*one);
    return found;
  }
  std::vector<wire::Record> records() const {
    std::vector<wire::Record> found;
    for (const auto& frame : sent<wire::RecordFrame>())
      found.push_back(wire::parse_record(frame.record).value());
    return found;
  }
  FakeProcesses::Started& process(std::size_t index = 0) { return *processes_.started.at(index); }

  FakeLoop loop_;
  FakeProcesses processes_;
  TemporaryFolder folder_;
  MemoryLog* log_ = nullptr;
  std::vector<io::ConnectHandlers> attempts_;
  std::shared_ptr<FakeWebSocket> ours_;
  std::vector<wire::AgentFrame> frames_;
  std::vector<Error> refusals_;
  int ready_ = 0;
  std::unique_ptr<Agent> agent_;
};

const Error kNoController{ErrorKind::Unavailable, Scope::Process, "127.0.0.1", "refused", ""};

TEST_F(AgentTest, SaysHelloFirstAndReadyWhenWelcome) {
  open();
  ASSERT_EQ(frames_.size(), 1u);
  EXPECT_EQ(sent<wire::Hello>().at(0).spool, "memory");
  welcome();
  EXPECT_EQ(sent<wire::Ready>().size(), 1u);
  EXPECT_EQ(ready_, 1);
}

TEST_F(AgentTest, TriesAgainWithGrowingPausesUpToALimit) {
  for (const double pause : {0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0}) {
    const std::size_t before = attempts_.size();
    attempts_.back().on_error(kNoController);
    loop_.advance(Seconds(pause - 0.01));
    EXPECT_EQ(attempts_.size(), before) << pause;
    loop_.advance(Seconds(0.02));
    EXPECT_EQ(attempts_.size(), before + 1) << pause;
  }
}

TEST_F(AgentTest, AWelcomeMakesThePauseShortAgain) {
  for (int i = 0; i < 6; ++i) {
    attempts_.back().on_error(kNoController);
    loop_.advance(kReconnectMax);
  }
  open_and_welcome();
  const std::size_t before = attempts_.size();
  ours_->cut();
  loop_.advance(Seconds(0.21));
  EXPECT_EQ(attempts_.size(), before + 1);
}

TEST_F(AgentTest, SendsAHeartbeatWhileConnected) {
  open_and_welcome();
  loop_.advance(Seconds(16));
  EXPECT_EQ(sent<wire::Heartbeat>().size(), 3u);
  ours_->cut();
  frames_.clear();
  loop_.advance(Seconds(16));
  EXPECT_TRUE(frames_.empty());
}

TEST_F(AgentTest, RunsALaunchAndSpoolsItsRecords) {
  open_and_welcome();
  give(samples::start_launch());
  process().print(wire::to_line(samples::start_line()));
  process().exit({1, 0});
  loop_.run_ready();
  ASSERT_GE(records().size(), 2u);
  EXPECT_TRUE(std::holds_alternative<wire::LaunchEnded>(records().back().body));
  EXPECT_EQ(records().back().launch, samples::start_launch().launch);
  EXPECT_EQ(log_->size(), records().size());
}

TEST_F(AgentTest, KeepsRecordsUntilTheyAreAcknowledgedAndSendsThemAgain) {
  open_and_welcome();
  give(samples::start_launch());
  process().exit({1, 0});
  loop_.run_ready();
  const auto first = sent<wire::RecordFrame>();
  ours_->cut();
  loop_.advance(Seconds(1));
  frames_.clear();
  open_and_welcome();
  const auto again = sent<wire::RecordFrame>();
  ASSERT_EQ(again.size(), first.size());
  EXPECT_EQ(again.back().record, first.back().record);
  give(wire::Acknowledge{again.back().sequence});
  EXPECT_EQ(log_->size(), 0u);
}

TEST_F(AgentTest, TellsInItsHelloWhichLaunchIsAlive) {
  open_and_welcome();
  give(samples::start_launch());
  ours_->cut();
  loop_.advance(Seconds(1));
  open();
  EXPECT_EQ(sent<wire::Hello>().back().launches,
            std::vector<LaunchId>{samples::start_launch().launch});
}

TEST_F(AgentTest, TheSameLaunchTwiceIsStartedOnce) {
  open_and_welcome();
  give(samples::start_launch());
  give(samples::start_launch());
  EXPECT_EQ(processes_.started.size(), 1u);
}

TEST_F(AgentTest, ASecondLaunchIsRefusedWhileOneRuns) {
  open_and_welcome();
  give(samples::start_launch());
  wire::StartLaunch other = samples::start_launch();
  other.launch = *LaunchId::parse("r-9.l9");
  give(other);
  EXPECT_EQ(processes_.started.size(), 1u);
  EXPECT_EQ(records().back().launch, other.launch);
  EXPECT_EQ(std::get<wire::LaunchEnded>(records().back().body).outcome,
            wire::LaunchOutcome::Failed);
}

TEST_F(AgentTest, StopsTheLaunchItIsToldToAndNoOther) {
  open_and_welcome();
  give(samples::start_launch());
  give(wire::StopLaunch{*LaunchId::parse("r-9.l9"), "cancelled"});
  EXPECT_TRUE(process().stops.empty());
  give(wire::StopLaunch{samples::start_launch().launch, "cancelled"});
  EXPECT_EQ(process().stops.size(), 1u);
}

TEST_F(AgentTest, WithoutContactForTheLeaseItStopsItsLaunch) {
  open_and_welcome();
  give(samples::start_launch());
  process().print(wire::to_line(samples::start_line()));
  ours_->cut();
  for (int second = 0; second < 59; ++second) {
    loop_.advance(Seconds(1));
    process().print(wire::to_line(wire::CellStarted{samples::start_launch().cells[0].index}));
  }
  EXPECT_TRUE(process().stops.empty());
  loop_.advance(Seconds(2));
  EXPECT_EQ(process().stops.size(), 1u);
}

TEST_F(AgentTest, ContactWithinTheLeaseLetsTheLaunchGoOn) {
  open_and_welcome();
  wire::StartLaunch patient = samples::start_launch();
  patient.timeouts.launch_start = Seconds(1000);
  give(patient);
  ours_->cut();
  loop_.advance(Seconds(30));
  open_and_welcome();
  loop_.advance(Seconds(60));
  EXPECT_TRUE(process().stops.empty());
}

TEST_F(AgentTest, AControllerOfAnotherProtocolEndsIt) {
  open();
  give(wire::Welcome{wire::kAgentProtocol + 1, "9.0.0", Seconds(60)});
  ASSERT_EQ(refusals_.size(), 1u);
  EXPECT_NE(to_line(refusals_[0]).find("install the same version"), std::string::npos);
}

TEST_F(AgentTest, ARefusalForGoodEndsIt) {
  open();
  give(wire::Refused{"another protocol", "update the agent", true});
  EXPECT_EQ(refusals_.size(), 1u);
}

TEST_F(AgentTest, ANameThatIsTakenIsTriedAgainWhateverItIsCalled) {
  open();
  give(wire::Refused{"the node protocol-1 is connected already", "give --node", false});
  EXPECT_TRUE(refusals_.empty());
  const std::size_t before = attempts_.size();
  ours_->cut();
  loop_.advance(Seconds(1));
  EXPECT_EQ(attempts_.size(), before + 1);
}

TEST_F(AgentTest, AFrameThatCannotBeReadIsSkipped) {
  open_and_welcome();
  ours_->send("{\"type\":\"of the future\"}");
  ours_->send("rubbish");
  give(samples::start_launch());
  EXPECT_EQ(processes_.started.size(), 1u);
}

TEST_F(AgentTest, AFullDiskStopsTheLaunchBeforeMemoryDoes) {
  open_and_welcome();
  log_->is_full = true;
  give(samples::start_launch());
  wire::StartLaunch other = samples::start_launch();
  for (std::size_t i = 0; i <= kWaitingMax; ++i) {
    other.launch = *LaunchId::parse("r-9.l" + std::to_string(i + 1));
    give(other);  // refused with a record each
  }
  EXPECT_FALSE(process().stops.empty());
}

TEST_F(AgentTest, StopEndsTheLaunchFirstAndLeavesNothingBehind) {
  open_and_welcome();
  give(samples::start_launch());
  int stopped = 0;
  agent_->stop([&stopped] { ++stopped; });
  EXPECT_EQ(process().stops.size(), 1u);
  loop_.run_ready();
  EXPECT_EQ(stopped, 0);
  process().exit({-1, 15});
  loop_.run_ready();
  EXPECT_EQ(stopped, 1);
  EXPECT_TRUE(process().is_released);
  EXPECT_TRUE(std::holds_alternative<wire::LaunchEnded>(records().back().body));
  EXPECT_FALSE(ours_->is_open());
}

TEST_F(AgentTest, StopWhileNotConnectedEndsTheAttempts) {
  attempts_.back().on_error(kNoController);
  int stopped = 0;
  agent_->stop([&stopped] { ++stopped; });
  loop_.advance(Seconds(60));
  EXPECT_EQ(stopped, 1);
  EXPECT_EQ(attempts_.size(), 1u);
}

}  // namespace
}  // namespace busbar::agent
