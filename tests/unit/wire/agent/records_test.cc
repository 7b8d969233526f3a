#include "wire/agent/records.h"
#include "tests/support/sample_messages.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

LaunchEnded finished() {
  LaunchEnded ended;
  ended.outcome = LaunchOutcome::Finished;
  ended.exit_code = 0;
  return ended;
}

std::vector<Record> one_of_each() {
  return {samples::record(LaunchStarted{4711, {"mpirun", "-n", "2"}, samples::start_line()}),
          samples::record(CellMeasured{samples::measurement()}),
          samples::record(CellFailed{CellIndex(3), CellFailure::TimedOut, "silent", std::nullopt}),
          samples::record(CellFailed{CellIndex(4), CellFailure::WrongData, "3 wrong",
                                     samples::measurement(CellIndex(4))}),
          samples::record(samples::launch_ended()),
          samples::record(finished())};
}

TEST(Record, ReadsBackEveryRecordItWrote) {
  for (const Record& record : one_of_each()) {
    const auto read = parse_record(to_text(record));
    ASSERT_TRUE(read) << to_text(record) << to_line(read.error());
    EXPECT_EQ(*read, record) << to_text(record);
  }
}

TEST(Record, CarriesOutputThatIsNotUtf8) {
  LaunchEnded ended;
  ended.output_tail = "crash \xff\xfe\x01";
  const auto read = parse_record(to_text(samples::record(ended)));
  ASSERT_TRUE(read) << to_line(read.error());
  EXPECT_TRUE(std::get<LaunchEnded>(read->body).output_tail.starts_with("crash "));
}

TEST(Record, NamesWhatIsWrong) {
  std::string text = to_text(samples::record(samples::launch_ended()));
  text.replace(text.find("timed_out"), 9, "went_home");
  EXPECT_EQ(parse_record(text).error().where, "record outcome");
  EXPECT_EQ(parse_record(R"({"type":"x","launch":"l","run":"r","at_us":1})").error().where,
            "record type");
  EXPECT_EQ(parse_record(R"({"type":"x","launch":"","run":"r","at_us":1})").error().where,
            "record launch");
}

TEST(Record, EveryOutcomeHasItsWord) {
  for (const auto outcome : {LaunchOutcome::Finished, LaunchOutcome::Failed,
                             LaunchOutcome::TimedOut, LaunchOutcome::Cancelled})
    EXPECT_EQ(launch_outcome_from_text(to_text(outcome)), outcome);
  EXPECT_EQ(launch_outcome_from_text("lost"), std::nullopt);
}

}  // namespace
}  // namespace busbar::wire
