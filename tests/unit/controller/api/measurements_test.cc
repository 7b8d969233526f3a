#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/api_world.h"

namespace busbar {
namespace {

class ApiMeasurements : public testing::Test {
 protected:
  ApiMeasurements() { world_.connect(); }
  std::string path(const std::string& run) { return "/api/v1/runs/" + run + "/measurements"; }
  ApiWorld world_;
};

TEST_F(ApiMeasurements, SayWhatWasAskedWhatRanAndWhatCameOut) {
  const auto items = world_.json(path(world_.finished_run())).field("items")->items();
  ASSERT_EQ(items.size(), 3U);
  const auto& item = items[1];
  EXPECT_EQ(item.unsigned_or("cell"), 1U);
  EXPECT_EQ(item.text_or("state"), "measured");
  EXPECT_EQ(item.text_or("origin"), "measured");
  EXPECT_EQ(item.field("requested")->unsigned_or("size_bytes"), 64U);
  EXPECT_GE(item.field("requested")->field("placement")->unsigned_or("ranks"), 2U);
  EXPECT_EQ(item.field("algorithm")->text_or("verification"), "witnessed");
  EXPECT_EQ(item.field("samples")->unsigned_or("count"), 3U);
  EXPECT_FALSE(item.field("raw_seconds"));
  EXPECT_FALSE(item.field("evidence"));
  EXPECT_FALSE(text_at(item, "provenance").empty());
}

TEST_F(ApiMeasurements, BusBandwidthHasTheIntervalOfItsTimes) {
  const auto items = world_.json(path(world_.finished_run())).field("items")->items();
  const double bus = items[0].number_or("bus_bandwidth_bytes_per_second");
  const auto interval = *items[0].field("bus_bandwidth_interval");
  EXPECT_DOUBLE_EQ(interval.number_or("low_bytes_per_second"), bus * 1.2 / 1.3);
  EXPECT_DOUBLE_EQ(interval.number_or("high_bytes_per_second"), bus * 1.2 / 1.1);
}

TEST_F(ApiMeasurements, FailedCellHasAReasonAndNoNumberAtTheTop) {
  world_.agent.failing = {1};
  const auto items = world_.json(path(world_.finished_run())).field("items")->items();
  EXPECT_EQ(items[1].text_or("state"), "wrong_data");
  EXPECT_FALSE(items[1].text_or("reason").empty());
  EXPECT_FALSE(items[1].field("samples"));
  EXPECT_FALSE(items[1].field("bus_bandwidth_bytes_per_second"));
}

TEST_F(ApiMeasurements, CellsThatWaitArePending) {
  const auto items = world_.json(path(world_.submit())).field("items")->items();
  ASSERT_EQ(items.size(), 3U);
  for (const auto& item : items) EXPECT_EQ(item.text_or("state"), "pending");
}

TEST_F(ApiMeasurements, PagesHoldEachCellOnce) {
  const std::string run = world_.finished_run();
  std::vector<std::uint64_t> cells;
  std::map<std::string, std::string> query{{"limit", "2"}};
  while (true) {
    const auto page = world_.json(path(run), query);
    for (const auto& item : page.field("items")->items()) cells.push_back(item.unsigned_or("cell"));
    if (!page.field("next_cursor")) break;
    query["cursor"] = page.text_or("next_cursor");
  }
  EXPECT_EQ(cells, (std::vector<std::uint64_t>{0, 1, 2}));
}

TEST_F(ApiMeasurements, CursorOfAnotherRunIsRefused) {
  const std::string first = world_.finished_run(), second = world_.finished_run();
  const std::string cursor = world_.json(path(first), {{"limit", "1"}}).text_or("next_cursor");
  EXPECT_EQ(world_.get(path(second), {{"cursor", cursor}}).status, 400);
}

TEST_F(ApiMeasurements, CsvHasALineForEachCellWithAsManyFields) {
  world_.agent.failing = {1};
  const auto answer = world_.get(path(world_.finished_run()), {{"format", "csv"}});
  EXPECT_EQ(io::header(answer.headers, "Content-Type"), "text/csv");
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < answer.body.size();) {
    const std::size_t end = answer.body.find("\r\n", at);
    lines.push_back(answer.body.substr(at, end - at));
    at = end + 2;
  }
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_TRUE(lines[0].starts_with("cell,state,reason,engine,collective,"));
  for (const std::string& line : lines)
    EXPECT_EQ(std::ranges::count(line, ','), std::ranges::count(lines[0], ',')) << line;
}

TEST_F(ApiMeasurements, NdjsonHasAnItemALineAndTheCursorInAHeader) {
  const std::string run = world_.finished_run();
  const auto answer = world_.get(path(run), {{"limit", "2"}}, {{"Accept", "application/x-ndjson"}});
  EXPECT_EQ(std::ranges::count(answer.body, '\n'), 2);
  const std::string cursor(io::header(answer.headers, "Busbar-Next-Cursor"));
  const auto rest = world_.get(path(run), {{"format", "ndjson"}, {"cursor", cursor}});
  EXPECT_EQ(std::ranges::count(rest.body, '\n'), 1);
  EXPECT_EQ(io::header(rest.headers, "Busbar-Next-Cursor"), "");
}

TEST_F(ApiMeasurements, UnknownFormIsRefused) {
  const std::string run = world_.submit();
  EXPECT_EQ(world_.get(path(run), {}, {{"Accept", "image/png"}}).status, 406);
  EXPECT_EQ(world_.get(path(run), {{"format", "xml"}}).status, 400);
}

TEST_F(ApiMeasurements, AreTaggedOnceTheRunHasEnded) {
  const std::string run = world_.submit();
  EXPECT_EQ(io::header(world_.get(path(run)).headers, "ETag"), "");
  world_.controller.advance_until_ended(*RunId::parse(run), Seconds(600));
  const std::string tag(io::header(world_.get(path(run)).headers, "ETag"));
  ASSERT_FALSE(tag.empty());
  EXPECT_EQ(world_.get(path(run), {}, {{"If-None-Match", tag}}).status, 304);
}

}  // namespace
}  // namespace busbar
