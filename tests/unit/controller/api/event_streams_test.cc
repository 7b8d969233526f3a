#include "controller/api/event_streams.h"

#include <gtest/gtest.h>

#include "tests/support/api_world.h"

namespace busbar {
namespace {

class ApiEvents : public testing::Test {
 protected:
  ApiEvents() { world_.connect(); }

  std::shared_ptr<FakeExchange> follow(const std::string& run, io::Headers headers = {},
                                       std::map<std::string, std::string> query = {}) {
    auto exchange = world_.ask(
        {"GET", "/api/v1/runs/" + run + "/events", std::move(query), std::move(headers), "", ""});
    world_.controller.loop.run_ready();
    return exchange;
  }
  std::vector<std::string> ids(const std::string& text) {
    std::vector<std::string> found;
    for (std::size_t at = text.find("id: "); at != std::string::npos; at = text.find("id: ", at)) {
      at += 4;
      found.push_back(text.substr(at, text.find('\n', at) - at));
    }
    return found;
  }
  ApiWorld world_;
};

TEST_F(ApiEvents, HistoryComesFirstAndTheStreamEndsWithTheRun) {
  const auto exchange = follow(world_.finished_run());
  ASSERT_TRUE(exchange->streamed);
  EXPECT_EQ(io::header(exchange->answer.headers, "Content-Type"), "text/event-stream");
  const std::string& text = exchange->streamed->text;
  EXPECT_TRUE(text.starts_with("id: 1\nevent: run_submitted\ndata: {\"run\":\"r-")) << text;
  EXPECT_LT(text.find("event: cell_measured"), text.find("event: run_finished"));
  EXPECT_FALSE(exchange->streamed->is_open);
}

TEST_F(ApiEvents, ComeLiveEachOnceAndInOrder) {
  const std::string run = world_.submit();
  const auto exchange = follow(run);
  EXPECT_TRUE(exchange->streamed->is_open);
  world_.controller.advance_until_ended(*RunId::parse(run), Seconds(600));
  world_.controller.loop.run_ready();
  std::vector<std::string> stored;
  for (const auto& event : world_.controller.events(*RunId::parse(run)))
    stored.push_back(std::to_string(event.id));
  EXPECT_EQ(ids(exchange->streamed->text), stored);
  EXPECT_FALSE(exchange->streamed->is_open);
}

TEST_F(ApiEvents, BegunCellIsToldLiveWithoutAnId) {
  const std::string run = world_.submit();
  const auto exchange = follow(run);
  world_.controller.advance_until_ended(*RunId::parse(run), Seconds(600));
  const std::string& text = exchange->streamed->text;
  const std::size_t at = text.find("event: cell_started\ndata: ");
  ASSERT_NE(at, std::string::npos);
  EXPECT_EQ(text.substr(at - 1, 1), "\n");
  EXPECT_EQ(text.substr(at - 2, 1), "\n") << "an id would stand before it";
}

TEST_F(ApiEvents, GoOnAfterTheLastThatWasSeen) {
  const std::string run = world_.finished_run();
  const auto all = ids(follow(run)->streamed->text);
  const std::vector<std::string> rest(all.begin() + 3, all.end());
  EXPECT_EQ(ids(follow(run, {{"Last-Event-ID", all[2]}})->streamed->text), rest);
  EXPECT_EQ(ids(follow(run, {}, {{"after", all[2]}})->streamed->text), rest);
}

TEST_F(ApiEvents, AfterTheLastOfAllThereIsNothingToFollow) {
  const std::string run = world_.finished_run();
  const auto all = ids(follow(run)->streamed->text);
  const auto exchange = follow(run, {{"Last-Event-ID", all.back()}});
  EXPECT_FALSE(exchange->streamed);
  EXPECT_EQ(exchange->answer.status, 204);
}

TEST_F(ApiEvents, WrongPlaceToGoOnIsRefused) {
  const std::string run = world_.submit();
  EXPECT_EQ(follow(run, {{"Last-Event-ID", "abc"}})->answer.status, 400);
  EXPECT_EQ(follow(run, {}, {{"after", "-1"}})->answer.status, 400);
}

TEST_F(ApiEvents, CommentKeepsASilentStreamOpen) {
  world_.agent.hanging = {0};
  const auto exchange = follow(world_.submit());
  world_.controller.loop.advance(Seconds(1));
  const std::size_t before = exchange->streamed->text.size();
  world_.controller.loop.advance(Seconds(15));
  EXPECT_EQ(exchange->streamed->text.substr(before), ": still here\n\n");
  world_.controller.loop.advance(Seconds(30));
  EXPECT_EQ(exchange->streamed->text.size(), before + 3 * std::string(": still here\n\n").size());
}

TEST_F(ApiEvents, ClientThatIsGoneIsForgotten) {
  const auto exchange = follow(world_.submit());
  EXPECT_NE(world_.get("/metrics").body.find("busbar_event_streams 1\n"), std::string::npos);
  exchange->streamed->close();
  EXPECT_NE(world_.get("/metrics").body.find("busbar_event_streams 0\n"), std::string::npos);
  world_.controller.loop.advance(Seconds(60));
}

TEST_F(ApiEvents, StopLetsFollowersGo) {
  const auto exchange = follow(world_.submit());
  world_.api.stop();
  EXPECT_FALSE(exchange->streamed->is_open);
}

TEST(EventText, CarriesRunTimeAndContent) {
  const controller::StoredEvent event{41, WallTime(1'700'000'000'000'000), "cell_failed",
                                      R"({"cell":3,"reason":"line\nbreak"})"};
  EXPECT_EQ(
      controller::event_text(*RunId::parse("r-1"), event),
      "id: 41\nevent: cell_failed\ndata: {\"run\":\"r-1\",\"at\":\"2023-11-14T22:13:20.000000Z\","
      "\"cell\":3,\"reason\":\"line\\nbreak\"}\n\n");
}

}  // namespace
}  // namespace busbar
