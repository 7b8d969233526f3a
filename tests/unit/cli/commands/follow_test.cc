#include "cli/commands/follow.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

using testing::CommandWorld;
using testing::items;
using testing::run_json;

constexpr const char* kRun = "GET /api/v1/runs/r-1";
constexpr const char* kCells = "GET /api/v1/runs/r-1/measurements?limit=500";
constexpr const char* kEvents = "GET /api/v1/runs/r-1/events";
constexpr const char* kCancel = "POST /api/v1/runs/r-1/cancel";

std::string event(int id, const std::string& kind, const std::string& data) {
  return "id: " + std::to_string(id) + "\nevent: " + kind + "\ndata: " + data + "\n\n";
}

class Follow : public ::testing::Test {
 protected:
  Follow() {
    world_.api.answer(kRun, run_json("running", 0, 0));
    world_.api.answer(kCells, items(testing::unmeasured_json(0, "pending", "") + "," +
                                    testing::unmeasured_json(1, "pending", "")));
  }
  CommandWorld world_;
};

TEST_F(Follow, EndsWithTheRunAndPrintsALineForEachCell) {
  world_.api.answer(kRun, run_json("completed", 2, 0));
  world_.api.stream_next({{event(1, "cell_measured", R"({"cell":0})"),
                           event(2, "cell_measured", R"({"cell":1})") +
                               event(3, "run_finished", R"({"end":"completed"})")}});
  Context context = world_.context();
  const auto run = follow_run(context, "r-1");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->state, "completed");
  EXPECT_EQ(world_.err.str(), "[1/2] all_reduce 8 B default\n[2/2] all_reduce 8 B default\n");
}

TEST_F(Follow, GoesOnAfterTheLastEventWhenTheConnectionIsLost) {
  world_.api.lose(kRun);
  world_.api.answer(kRun, run_json("completed", 2, 0));
  world_.api.stream_next({{event(17, "cell_measured", R"({"cell":0})")}, true});
  world_.api.stream_next({{event(18, "run_finished", "{}")}});
  Context context = world_.context();
  ASSERT_TRUE(follow_run(context, "r-1"));
  EXPECT_EQ(world_.api.count(kEvents), 2U);
  EXPECT_EQ(io::header(world_.api.sent[4].headers, "Last-Event-ID"), "17");
  EXPECT_NE(world_.err.str().find("lost; trying again"), std::string::npos);
}

TEST_F(Follow, GivesUpAfterAMinuteAndSaysThatTheRunGoesOn) {
  world_.api.lose(kRun);
  Context context = world_.context();
  const auto run = follow_run(context, "r-1");
  ASSERT_FALSE(run);
  EXPECT_NE(run.error()[0].remedy.find("the run goes on"), std::string::npos);
  EXPECT_GE(world_.now, 60);
  EXPECT_LT(world_.now, 70);
}

TEST_F(Follow, AnInterruptCancelsOnceAndWaitsForTheEnd) {
  world_.api.answer(kRun, run_json("cancelled", 1, 0));
  world_.api.answer(kCancel, run_json("cancelling", 1, 0), 202);
  world_.api.stream_next({{event(1, "cell_measured", R"({"cell":0})")}, false, [this] {
                            world_.is_interrupted = true;
                          }});
  world_.api.stream_next({{event(2, "cancel_requested", "{}"), event(3, "run_finished", "{}")}});
  Context context = world_.context();
  const auto run = follow_run(context, "r-1");
  ASSERT_TRUE(run);
  EXPECT_EQ(run->state, "cancelled");
  EXPECT_EQ(world_.api.count(kCancel), 1U);
}

TEST_F(Follow, AnInterruptWithoutControllerIsTriedAgainButNotForEver) {
  world_.api.lose(kRun);
  world_.api.lose(kCancel);
  world_.is_interrupted = true;
  Context context = world_.context();
  EXPECT_FALSE(follow_run(context, "r-1"));
  EXPECT_GT(world_.api.count(kCancel), 10U);
  EXPECT_LT(world_.now, 70);
}

TEST_F(Follow, AnUnknownRunIsSaidAtOnce) {
  Context context = world_.context();
  EXPECT_EQ(follow_run(context, "r-9").error()[0].kind, ErrorKind::NotFound);
  EXPECT_EQ(world_.now, 0);
}

}  // namespace
}  // namespace busbar::cli
