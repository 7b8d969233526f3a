#include "controller/sessions/sessions.h"

#include "tests/unit/controller/sessions/session_fixture.h"

namespace busbar {
namespace {

using Sessions = SessionTest;
const NodeId kNode = *NodeId::parse("n1");

TEST_F(Sessions, SecondAgentOfANameIsRefusedWhileTheFirstLives) {
  Peer first(loop_, sessions_);
  first.send(hello_of("n1", "s1"));
  Peer second(loop_, sessions_);
  second.send(hello_of("n1", "s2"));
  ASSERT_EQ(second.of_kind<wire::Refused>().size(), 1u);
  EXPECT_NE(second.of_kind<wire::Refused>()[0].reason.find("n1"), std::string::npos);
  EXPECT_FALSE(second.is_open());
  EXPECT_TRUE(first.is_open());
}

TEST_F(Sessions, SameAgentAgainTakesTheNameOver) {
  Peer first(loop_, sessions_);
  first.send(hello_of("n1", "s1"));
  Peer second(loop_, sessions_);
  second.send(hello_of("n1", "s1"));
  EXPECT_FALSE(first.is_open());
  EXPECT_TRUE(second.is_open());
  EXPECT_EQ(sessions_.size(), 1u);
  EXPECT_TRUE(sessions_.is_connected(kNode));
}

TEST_F(Sessions, SendsToNodesThatAreReadyAlone) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  EXPECT_FALSE(sessions_.send(kNode, wire::StopLaunch{}));
  peer.send(wire::Ready{});
  EXPECT_TRUE(sessions_.send(kNode, wire::StopLaunch{*LaunchId::parse("r-1.l1"), "why"}));
  loop_.run_ready();
  EXPECT_EQ(peer.of_kind<wire::StopLaunch>().size(), 1u);
  EXPECT_FALSE(sessions_.send(*NodeId::parse("n2"), wire::StopLaunch{}));
}

TEST_F(Sessions, SilentNodeIsGoneAfterFifteenSeconds) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  peer.socket->stall();
  loop_.advance(Seconds(14.9));
  EXPECT_TRUE(listener_.said.empty());
  loop_.advance(Seconds(0.2));
  EXPECT_EQ(listener_.said, (std::vector<std::string>{"left n1", "gone n1"}));
  EXPECT_FALSE(sessions_.is_connected(kNode));
}

TEST_F(Sessions, HeartbeatsKeepANode) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  for (int beat = 0; beat < 12; ++beat) {
    loop_.advance(Seconds(5));
    peer.send(wire::Heartbeat{});
  }
  EXPECT_TRUE(listener_.said.empty());
  EXPECT_TRUE(sessions_.is_connected(kNode));
}

TEST_F(Sessions, DisconnectedNodeIsGoneFifteenSecondsAfterItsLastFrame) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  peer.socket->cut();
  EXPECT_EQ(listener_.said, std::vector<std::string>{"left n1"});
  loop_.advance(Seconds(15.1));
  EXPECT_EQ(listener_.said.back(), "gone n1");
}

TEST_F(Sessions, NodeThatComesBackInTimeIsNotGone) {
  Peer first(loop_, sessions_);
  first.send(hello_of("n1", "s1"));
  first.socket->cut();
  loop_.advance(Seconds(10));
  Peer second(loop_, sessions_);
  second.send(hello_of("n1", "s1"));
  loop_.advance(Seconds(10));
  EXPECT_EQ(listener_.said, std::vector<std::string>{"left n1"});
}

TEST_F(Sessions, ProgressIsPassedOn) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  peer.send(wire::Progress{*LaunchId::parse("r-1.l1"), CellIndex(3)});
  EXPECT_EQ(listener_.said, std::vector<std::string>{"progress n1"});
}

TEST_F(Sessions, CloseEndsOneNodeAndCloseAllTheRest) {
  Peer first(loop_, sessions_);
  first.send(hello_of("n1", "s1"));
  Peer second(loop_, sessions_);
  second.send(hello_of("n2", "s2"));
  Peer third(loop_, sessions_);  // has not said hello
  sessions_.close(kNode, "why");
  loop_.run_ready();
  EXPECT_FALSE(first.is_open());
  EXPECT_TRUE(second.is_open());
  sessions_.close_all("the controller ends");
  loop_.run_ready();
  EXPECT_FALSE(second.is_open());
  EXPECT_FALSE(third.is_open());
  EXPECT_EQ(sessions_.size(), 0u);
}

TEST_F(Sessions, FramesAfterTheEndOfTheControllerHarmNobody) {
  auto own = std::make_unique<controller::Sessions>(loop_, "0.1.0");
  own->listen(listener_);
  Peer peer(loop_, *own);
  peer.send(hello_of("n1", "s1"));
  peer.socket->send(wire::to_text(wire::AgentFrame(Peer::record_frame(1))));
  own.reset();
  loop_.advance(Seconds(60));
  EXPECT_EQ(listener_.records(), 0u);
  EXPECT_TRUE(listener_.said.empty()) << "the end tells nobody";
}

}  // namespace
}  // namespace busbar
