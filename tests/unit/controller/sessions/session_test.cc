#include "controller/sessions/session.h"

#include "tests/unit/controller/sessions/session_fixture.h"

namespace busbar {
namespace {

using Session = SessionTest;

TEST_F(Session, WelcomesAnAgentOfItsProtocol) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  ASSERT_EQ(peer.of_kind<wire::Welcome>().size(), 1u);
  EXPECT_EQ(peer.of_kind<wire::Welcome>()[0].lease, controller::kLease);
  EXPECT_TRUE(sessions_.is_connected(*NodeId::parse("n1")));
  EXPECT_FALSE(sessions_.is_ready(*NodeId::parse("n1"))) << "its spool may have records yet";
}

TEST_F(Session, RefusesAnotherProtocolWithBothVersionsAndTheRemedy) {
  Peer peer(loop_, sessions_);
  wire::Hello hello = hello_of("n1", "s1");
  hello.protocol = 99;
  hello.version = "9.9.9";
  peer.send(hello);
  ASSERT_EQ(peer.of_kind<wire::Refused>().size(), 1u);
  const wire::Refused refused = peer.of_kind<wire::Refused>()[0];
  for (const char* part : {"9.9.9", "0.1.0", "99"})
    EXPECT_NE(refused.reason.find(part), std::string::npos) << refused.reason;
  EXPECT_FALSE(refused.remedy.empty());
  EXPECT_TRUE(refused.is_final);
  EXPECT_FALSE(peer.is_open());
  EXPECT_TRUE(listener_.hellos.empty());
}

TEST_F(Session, FirstFrameMustBeAHello) {
  Peer peer(loop_, sessions_);
  peer.send(wire::Heartbeat{});
  EXPECT_FALSE(peer.is_open());
}

TEST_F(Session, SecondHelloEndsTheSession) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  peer.send(hello_of("n2", "s2"));
  EXPECT_FALSE(peer.is_open());
  EXPECT_EQ(listener_.hellos.size(), 1u);
}

TEST_F(Session, ConnectionWithoutAHelloIsClosed) {
  Peer peer(loop_, sessions_);
  loop_.advance(controller::kHelloWait + Seconds(1));
  EXPECT_FALSE(peer.is_open());
}

TEST_F(Session, FrameThatCannotBeReadEndsTheSession) {
  for (const char* text : {"", "rubbish", "{\"type\":\"take_over\"}", "[1,2"}) {
    Peer peer(loop_, sessions_);
    peer.send(hello_of("n1", "s1"));
    peer.send_text(text);
    EXPECT_FALSE(peer.is_open()) << text;
  }
}

TEST_F(Session, RecordsOfOneTurnAreStoredTogetherAndAcknowledgedOnce) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  for (std::uint64_t sequence = 1; sequence <= 5; ++sequence)
    peer.socket->send(wire::to_text(wire::AgentFrame(Peer::record_frame(sequence))));
  loop_.run_ready();
  EXPECT_EQ(listener_.records(), 5u);
  ASSERT_FALSE(peer.of_kind<wire::Acknowledge>().empty());
  EXPECT_EQ(peer.of_kind<wire::Acknowledge>().back().sequence, 5u);
  EXPECT_LE(listener_.batches.size(), 2u);
}

TEST_F(Session, RepeatedRecordIsAcknowledgedAgainAndGoesNoFurther) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  peer.send_record(1);
  peer.send_record(1);
  EXPECT_EQ(listener_.records(), 1u);
  EXPECT_EQ(peer.of_kind<wire::Acknowledge>().size(), 2u);
}

TEST_F(Session, GapInTheSpoolEndsTheSessionBeforeAnythingBehindItIsAcknowledged) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  peer.send_record(4);
  peer.send_record(6);  // 5 was overtaken: an acknowledgement of 6 would drop it unread
  EXPECT_FALSE(peer.is_open());
  EXPECT_EQ(listener_.records(), 1u);
  EXPECT_EQ(peer.of_kind<wire::Acknowledge>().back().sequence, 4u);
}

TEST_F(Session, RecordThatCannotBeReadIsSkippedLestItBlockTheSpoolForEver) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  peer.send(wire::RecordFrame{1, "{\"type\":\"of a later version\"}"});
  peer.send_record(2);
  EXPECT_TRUE(peer.is_open());
  EXPECT_EQ(listener_.records(), 1u);
  EXPECT_EQ(peer.of_kind<wire::Acknowledge>().back().sequence, 2u);
}

TEST_F(Session, NothingIsAcknowledgedThatCouldNotBeStored) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  listener_.refusal = Error{ErrorKind::Unavailable, Scope::Process, "store", "disk full", ""};
  peer.send_record(1);
  EXPECT_TRUE(peer.of_kind<wire::Acknowledge>().empty());
  EXPECT_TRUE(peer.is_open()) << "it is tried again";
  listener_.refusal.reset();
  loop_.advance(controller::kStoreRetry);
  EXPECT_EQ(listener_.records(), 1u);
  EXPECT_EQ(peer.of_kind<wire::Acknowledge>().size(), 1u);
}

TEST_F(Session, RefusedRecordsEndTheSession) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  listener_.refusal = Error{ErrorKind::InvalidInput, Scope::Node, "record", "forged", ""};
  peer.send_record(1);
  EXPECT_FALSE(peer.is_open());
  EXPECT_TRUE(peer.of_kind<wire::Acknowledge>().empty());
}

TEST_F(Session, IsReadyOnlyWhenTheSpoolIsStored) {
  Peer peer(loop_, sessions_);
  peer.send(hello_of("n1", "s1"));
  listener_.refusal = Error{ErrorKind::Unavailable, Scope::Process, "store", "disk full", ""};
  peer.send_record(1);
  peer.send(wire::Ready{});
  EXPECT_FALSE(sessions_.is_ready(*NodeId::parse("n1")));
  listener_.refusal.reset();
  loop_.advance(controller::kStoreRetry);
  EXPECT_TRUE(sessions_.is_ready(*NodeId::parse("n1")));
  EXPECT_EQ(listener_.said, std::vector<std::string>{"ready n1"});
}

}  // namespace
}  // namespace busbar
