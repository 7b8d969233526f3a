#include "controller/api/api.h"

#include <gtest/gtest.h>

#include "tests/support/api_world.h"

namespace busbar {
namespace {

class ApiRequests : public testing::Test {
 protected:
  ApiWorld world_;
};

TEST_F(ApiRequests, UnknownPathIsAProblemThatNamesTheDescription) {
  const auto answer = world_.get("/api/v1/nothing");
  EXPECT_EQ(answer.status, 404);
  EXPECT_NE(answer.body.find("openapi.yaml"), std::string::npos);
}

TEST_F(ApiRequests, WrongMethodNamesTheRightOnes) {
  const auto answer = world_.ask({"DELETE", "/api/v1/runs", {}, {}, "", ""})->answer;
  EXPECT_EQ(answer.status, 405);
  EXPECT_EQ(io::header(answer.headers, "Allow"), "GET, HEAD, POST");
}

TEST_F(ApiRequests, WrongMethodOnAPageNamesTheRightOnes) {
  EXPECT_EQ(world_.post("/index.html").status, 405);
}

TEST_F(ApiRequests, FormThatDoesNotExistIsNotAcceptable) {
  EXPECT_EQ(world_.get("/api/v1/runs", {}, {{"Accept", "text/csv"}}).status, 406);
  EXPECT_EQ(world_.get("/api/v1/runs", {}, {{"Accept", "text/html, */*;q=0.1"}}).status, 200);
}

TEST_F(ApiRequests, ForeignHostIsForbiddenEverywhere) {
  for (const char* path : {"/", "/metrics", "/api/v1/runs"})
    EXPECT_EQ(world_.get(path, {}, {{"Host", "evil.example"}}).status, 403) << path;
}

TEST_F(ApiRequests, ForeignPageCannotSubmit) {
  const auto answer =
      world_.post("/api/v1/runs", kSmallMatrix,
                  {{"Content-Type", "application/yaml"}, {"Origin", "http://evil.example"}});
  EXPECT_EQ(answer.status, 403);
}

TEST_F(ApiRequests, EveryAnswerHasTheSecurityHeaders) {
  for (const char* path : {"/", "/nothing", "/api/v1/runs", "/healthz"})
    EXPECT_EQ(io::header(world_.get(path).headers, "X-Content-Type-Options"), "nosniff") << path;
}

TEST_F(ApiRequests, AgentsPathWithoutUpgradeSaysWhatItSpeaks) {
  EXPECT_EQ(world_.get("/api/v1/agents/session").status, 426);
}

TEST_F(ApiRequests, WebSocketIsAdmittedAtTheAgentsPathOnly) {
  const auto admit = world_.api.handlers().admit_websocket;
  const io::Headers here{{"Host", "localhost:7420"}};
  EXPECT_EQ(admit({"GET", "/api/v1/agents/session", {}, here, "", ""}).status, 101);
  EXPECT_EQ(admit({"GET", "/api/v1/runs", {}, here, "", ""}).status, 404);
  const io::Headers page{{"Host", "localhost:7420"}, {"Origin", "http://evil.example"}};
  EXPECT_EQ(admit({"GET", "/api/v1/agents/session", {}, page, "", ""}).status, 403);
}

TEST_F(ApiRequests, StoppingControllerTakesNoAgentAndNoFollower) {
  world_.connect();
  const std::string run = world_.submit();
  world_.api.stop();
  const auto admit = world_.api.handlers().admit_websocket;
  EXPECT_EQ(admit({"GET", "/api/v1/agents/session", {}, {{"Host", "localhost"}}, "", ""}).status,
            503);
  EXPECT_EQ(world_.get("/api/v1/runs/" + run + "/events").status, 503);
  EXPECT_EQ(world_.get("/readyz").status, 503);
  EXPECT_EQ(world_.get("/healthz").status, 200);
}

}  // namespace
}  // namespace busbar
