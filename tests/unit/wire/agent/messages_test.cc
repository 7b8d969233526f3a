#include "wire/agent/messages.h"
#include "tests/support/golden_lines.h"
#include "tests/support/sample_messages.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

std::vector<std::string> agent_texts() {
  const auto record_frame = [](RecordBody body) {
    return to_text(RecordFrame{7, to_text(samples::record(std::move(body)))});
  };
  return {to_text(samples::hello()),
          record_frame(LaunchStarted{4711, {"mpirun", "-n", "2"}, samples::start_line()}),
          record_frame(CellMeasured{samples::measurement()}),
          record_frame(CellFailed{CellIndex(3), CellFailure::TimedOut, "silent", std::nullopt}),
          record_frame(samples::launch_ended()),
          to_text(Ready{}),
          to_text(Progress{*LaunchId::parse("r-1.l1"), CellIndex(12)}),
          to_text(Heartbeat{})};
}

std::vector<std::string> controller_texts() {
  return {to_text(Welcome{kAgentProtocol, "0.1.0", Seconds(60)}),
          to_text(Refused{"another protocol", "update the agent", true}), to_text(Acknowledge{7}),
          to_text(samples::start_launch()),
          to_text(StopLaunch{*LaunchId::parse("r-1.l1"), "cancelled"})};
}

TEST(AgentFrame, ReadsBackEveryFrameItWrote) {
  for (const std::string& text : agent_texts()) {
    const auto read = parse_agent_frame(text);
    ASSERT_TRUE(read) << text << to_line(read.error());
    EXPECT_EQ(to_text(*read), text);
  }
}

TEST(AgentFrame, WritesTheSampleTextsOfTheSchema) {
  std::vector<std::string> lines = agent_texts();
  for (std::string& text : controller_texts()) lines.push_back(std::move(text));
  EXPECT_EQ(samples::golden_lines("agent-frame", lines), samples::joined(lines));
}

TEST(AgentFrame, ARecordIsRelayedAsItWasSpooled) {
  const std::string spooled = to_text(samples::record(CellMeasured{samples::measurement()}));
  const auto frame = parse_agent_frame(to_text(RecordFrame{1, spooled}));
  ASSERT_TRUE(frame);
  const auto record = parse_record(std::get<RecordFrame>(*frame).record);
  ASSERT_TRUE(record);
  EXPECT_EQ(to_text(*record), spooled);
}

TEST(AgentFrame, ARecordThatCannotBeReadDoesNotSpoilItsFrame) {
  const auto frame = parse_agent_frame(R"({"type":"record","sequence":9,"record":{"odd":true}})");
  ASSERT_TRUE(frame);
  EXPECT_EQ(std::get<RecordFrame>(*frame).sequence, 9U);
  EXPECT_FALSE(parse_record(std::get<RecordFrame>(*frame).record));
}

TEST(AgentFrame, AHelloOfAnotherProtocolIsReadFarEnoughToRefuseIt) {
  const auto frame =
      parse_agent_frame(R"({"type":"hello","protocol":2,"version":"9.0","node":"n1","new":[]})");
  ASSERT_TRUE(frame) << to_line(frame.error());
  EXPECT_EQ(std::get<Hello>(*frame).protocol, 2U);
  EXPECT_EQ(std::get<Hello>(*frame).version, "9.0");
}

TEST(AgentFrame, NamesWhatIsWrong) {
  EXPECT_EQ(parse_agent_frame(R"({"type":"gossip"})").error().where, "agent frame type");
  EXPECT_EQ(parse_agent_frame(R"({"type":"welcome"})").error().where, "agent frame type");
  EXPECT_EQ(parse_agent_frame(R"({"type":"record","sequence":-1})").error().where,
            "agent frame sequence");
  EXPECT_FALSE(parse_agent_frame("{"));
}

}  // namespace
}  // namespace busbar::wire
