#include <gtest/gtest.h>

#include "tests/support/api_world.h"

namespace busbar {
namespace {

TEST(ApiProbes, TellVersionsHealthAndReadiness) {
  ApiWorld world;
  EXPECT_EQ(world.get("/api/v1/version").body, R"({"version":"0.1.0","api":1,"agent_protocol":1})");
  EXPECT_EQ(world.get("/healthz").body, R"({"status":"ok"})");
  EXPECT_EQ(world.get("/readyz").body, R"({"status":"ready"})");
}

TEST(ApiProbes, MetricsFollowWhatHappens) {
  ApiWorld world;
  world.connect();
  world.submit();
  world.controller.loop.run_ready();
  world.controller.loop.advance(Seconds(0.5));
  const auto answer = world.get("/metrics");
  EXPECT_TRUE(io::header(answer.headers, "Content-Type").starts_with("text/plain; version=0.0.4"));
  for (const char* line :
       {"busbar_runs_submitted_total 1\n", "busbar_runs_unfinished 1\n", "busbar_nodes_ready 1\n",
        "busbar_launches_live 1\n", "busbar_http_answers_total{status=\"2xx\"} 1\n",
        "busbar_uptime_seconds 0.5\n"})
    EXPECT_NE(answer.body.find(line), std::string::npos) << line << answer.body;
}

}  // namespace
}  // namespace busbar
