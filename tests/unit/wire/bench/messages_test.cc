#include "wire/bench/messages.h"
#include "tests/support/golden_lines.h"
#include "tests/support/sample_messages.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

std::vector<BenchLine> one_of_each() {
  return {samples::start_line(),
          CellStarted{CellIndex(12)},
          MeasurementLine{samples::measurement()},
          CellFailedLine{CellIndex(13), CellFailure::WrongData,
                         "3 of 262144 elements wrong, first at 17: 2.5 instead of 3",
                         samples::measurement(CellIndex(13))},
          CellFailedLine{CellIndex(14), CellFailure::Unsupported, "ring \"needs\" more\nranks",
                         std::nullopt},
          EndLine{42}};
}

TEST(BenchLine, ReadsBackEveryLineItWrote) {
  for (const BenchLine& line : one_of_each()) {
    const std::string text = to_line(line);
    EXPECT_EQ(text.find('\n'), std::string::npos);
    EXPECT_TRUE(is_bench_line(text));
    const auto read = parse_bench_line(text);
    ASSERT_TRUE(read) << text << to_line(read.error());
    EXPECT_EQ(*read, line) << text;
  }
}

TEST(BenchLine, WritesTheSampleTextsOfTheSchema) {
  std::vector<std::string> lines;
  for (const BenchLine& line : one_of_each()) lines.push_back(to_line(line));
  EXPECT_EQ(samples::golden_lines("bench-line", lines), samples::joined(lines));
}

TEST(BenchLine, ToldFromForeignOutput) {
  for (const char* line : {"", "WARNING: no locks", "{\"busbar\":2}", "{\"type\":\"start\"}", "[1]",
                           "{\"busbar\":1", "warning{\"busbar\":1}", "{\"a\":{\"busbar\":1}}"})
    EXPECT_FALSE(is_bench_line(line)) << line;
  EXPECT_TRUE(is_bench_line("{\"busbar\": 1, \"type\": \"nonsense\"}"));
}

TEST(BenchLine, RefusesAnotherOriginThanMeasured) {
  std::string text = to_line(MeasurementLine{samples::measurement()});
  text.replace(text.find("\"measured\""), 10, "\"simulated\"");
  const auto read = parse_bench_line(text);
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().where, "measurement origin");
}

TEST(BenchLine, NamesWhatIsWrong) {
  const auto where = [](std::string_view line) { return parse_bench_line(line).error().where; };
  EXPECT_EQ(where(R"({"busbar":1,"type":"begin"})"), "bench line type");
  EXPECT_EQ(where(R"({"busbar":1})"), "bench line type");
  EXPECT_EQ(where(R"({"busbar":1,"type":"end","cells":-1})"), "end cells");
  EXPECT_EQ(where(R"({"busbar":1,"type":"cell_started","cell":"x"})"), "cell_started cell");
  EXPECT_EQ(where(R"({"busbar":1,"type":"cell_failed","cell":1,"failure":"odd","reason":""})"),
            "cell_failed failure");
  EXPECT_EQ(where("rubbish").substr(0, 4), "byte");
}

TEST(BenchLine, RefusesALineThatIsTooLong) {
  const auto read = parse_bench_line(std::string(kBenchLineBytesMax + 1, ' '));
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::TooLarge);
}

TEST(BenchLine, IgnoresMembersThatANewerProgramAdds) {
  EXPECT_EQ(*parse_bench_line(R"({"busbar":1,"type":"end","cells":3,"mood":"good"})"),
            BenchLine(EndLine{3}));
}

}  // namespace
}  // namespace busbar::wire
