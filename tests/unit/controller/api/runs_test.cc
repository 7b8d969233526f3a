#include <gtest/gtest.h>

#include "tests/support/api_world.h"

namespace busbar {
namespace {

class ApiRuns : public testing::Test {
 protected:
  ApiRuns() { world_.connect(); }
  ApiWorld world_;
};

TEST_F(ApiRuns, SubmittedRunIsAcceptedWithItsPlace) {
  const auto answer = world_.post("/api/v1/runs", kSmallMatrix);
  ASSERT_EQ(answer.status, 202) << answer.body;
  const auto run = *wire::JsonView::parse(answer.body);
  EXPECT_EQ(io::header(answer.headers, "Location"), "/api/v1/runs/" + run.text_or("id"));
  EXPECT_EQ(run.text_or("state"), "queued");
  EXPECT_EQ(run.field("cells")->unsigned_or("planned"), 3U);
  EXPECT_EQ(run.field("cells")->unsigned_or("pending"), 3U);
  EXPECT_TRUE(run.field("progress")->is_object());
}

TEST_F(ApiRuns, EveryFaultOfAMatrixIsToldWithItsPlace) {
  const auto answer =
      world_.post("/api/v1/runs",
                  "version: 1\nname: small\nengine: mpj\nsweeps:\n  - collectives: [all_reduce]\n"
                  "    sizes: [-8]\n");
  EXPECT_EQ(answer.status, 422);
  const auto errors = wire::JsonView::parse(answer.body)->field("errors")->items();
  ASSERT_EQ(errors.size(), 2U) << answer.body;
  EXPECT_EQ(errors[0].unsigned_or("line"), 3U);
  EXPECT_EQ(errors[1].text_or("field"), "sweeps[0].sizes[0]");
  EXPECT_FALSE(errors[1].text_or("remedy").empty());
}

TEST_F(ApiRuns, BodyOfAForeignTypeIsRefused) {
  const io::Headers image{{"Content-Type", "image/png"}};
  EXPECT_EQ(world_.post("/api/v1/runs", kSmallMatrix, image).status, 415);
  EXPECT_EQ(world_.post("/api/v1/runs", kSmallMatrix, {}).status, 415);
}

TEST_F(ApiRuns, MatrixOfWhichNothingCanRunIsRefusedWithTheReason) {
  const auto answer =
      world_.post("/api/v1/runs",
                  "version: 1\nname: small\nengine: mpi\nsweeps:\n  - collectives: [send_recv]\n"
                  "    sizes: [8]\n    algorithms: [ring]\n");
  EXPECT_EQ(answer.status, 422) << answer.body;
}

TEST_F(ApiRuns, SameKeyWithTheSameBodyIsOneRun) {
  const io::Headers headers{{"Content-Type", "application/yaml"}, {"Idempotency-Key", "night-1"}};
  const auto first = world_.post("/api/v1/runs", kSmallMatrix, headers);
  const auto second = world_.post("/api/v1/runs", kSmallMatrix, headers);
  EXPECT_EQ(second.status, 202);
  EXPECT_EQ(io::header(first.headers, "Location"), io::header(second.headers, "Location"));
  EXPECT_EQ(world_.json("/api/v1/runs").field("items")->size(), 1U);
  EXPECT_EQ(world_.post("/api/v1/runs", kSmallMatrix + "\n", headers).status, 409);
}

TEST_F(ApiRuns, UnprintableOrLongKeyIsRefused) {
  for (const std::string& key : {std::string(129, 'a'), std::string("a\tb")}) {
    const io::Headers headers{{"Content-Type", "application/yaml"}, {"Idempotency-Key", key}};
    EXPECT_EQ(world_.post("/api/v1/runs", kSmallMatrix, headers).status, 400);
  }
}

TEST_F(ApiRuns, FinishedRunHasItsLaunches) {
  const auto run = world_.json("/api/v1/runs/" + world_.finished_run());
  EXPECT_EQ(run.text_or("state"), "completed");
  EXPECT_TRUE(run.field("progress")->is_null());
  const auto launches = run.field("launches")->items();
  ASSERT_EQ(launches.size(), 1U);
  EXPECT_EQ(launches[0].text_or("state"), "finished");
  EXPECT_EQ(text_at(launches[0], "command"), R"(["mpirun","-np","2"])");
}

TEST_F(ApiRuns, AreListedNewestFirstPageByPage) {
  std::vector<std::string> submitted;
  for (int i = 0; i < 5; ++i) submitted.push_back(world_.submit());
  std::vector<std::string> listed;
  std::map<std::string, std::string> query{{"limit", "2"}};
  while (true) {
    const auto page = world_.json("/api/v1/runs", query);
    for (const auto& item : page.field("items")->items()) listed.push_back(item.text_or("id"));
    if (!page.field("next_cursor")) break;
    query["cursor"] = page.text_or("next_cursor");
  }
  EXPECT_EQ(listed, std::vector(submitted.rbegin(), submitted.rend()));
}

TEST_F(ApiRuns, AreFilteredByStateMatrixAndTime) {
  world_.finished_run();
  world_.agent.cut();
  world_.controller.loop.run_ready();
  const auto count = [this](std::map<std::string, std::string> query) {
    return world_.json("/api/v1/runs", std::move(query)).field("items")->size();
  };
  EXPECT_EQ(count({{"state", "completed"}}), 1U);
  EXPECT_EQ(count({{"state", "queued"}}), 0U);
  EXPECT_EQ(count({{"matrix", "small"}}), 1U);
  EXPECT_EQ(count({{"matrix", "other"}}), 0U);
  EXPECT_EQ(count({{"since", "2000-01-01T00:00:00Z"}}), 1U);
  EXPECT_EQ(count({{"since", "2100-01-01T00:00:00Z"}}), 0U);
}

TEST_F(ApiRuns, WrongParameterIsNamed) {
  for (const auto& [name, value] : std::map<std::string, std::string>{
           {"state", "sleeping"}, {"since", "yesterday"}, {"limit", "0"}, {"cursor", "!!"}}) {
    const auto answer = world_.get("/api/v1/runs", {{name, value}});
    EXPECT_EQ(answer.status, 400) << name;
    EXPECT_EQ(wire::JsonView::parse(answer.body)->text_or("where"), name);
  }
}

TEST_F(ApiRuns, UnknownRunIsNotFound) {
  for (const char* path : {"/api/v1/runs/r-none", "/api/v1/runs/%%", "/api/v1/runs/r-none/plan",
                           "/api/v1/runs/r-none/measurements", "/api/v1/runs/r-none/events"})
    EXPECT_EQ(world_.get(path).status, 404) << path;
  EXPECT_EQ(world_.post("/api/v1/runs/r-none/cancel").status, 404);
}

TEST_F(ApiRuns, CancelIsAcceptedUntilTheRunHasEnded) {
  const std::string id = world_.submit();
  EXPECT_EQ(world_.post("/api/v1/runs/" + id + "/cancel").status, 202);
  world_.controller.advance_until_ended(*RunId::parse(id), Seconds(600));
  EXPECT_EQ(world_.json("/api/v1/runs/" + id).text_or("state"), "cancelled");
  EXPECT_EQ(world_.post("/api/v1/runs/" + id + "/cancel").status, 409);
}

TEST(ApiRunsWithoutNodes, SayThatNoNodeIsReady) {
  ApiWorld world;
  const auto answer = world.post("/api/v1/runs", kSmallMatrix);
  EXPECT_EQ(answer.status, 503);
}

}  // namespace
}  // namespace busbar
