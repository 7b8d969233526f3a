#include "controller/api/guard.h"

#include <gtest/gtest.h>

namespace busbar::controller {
namespace {

io::HttpRequest request(const std::string& method, io::Headers headers) {
  return {method, "/api/v1/runs", {}, std::move(headers), "", ""};
}

TEST(Guard, TakesLoopbackNamesWithAnyPort) {
  for (const char* host : {"127.0.0.1:7420", "localhost", "LOCALHOST:1", "[::1]:7420", "127.8.9.1"})
    EXPECT_FALSE(Guard(false).fault(request("GET", {{"Host", host}}), false)) << host;
}

TEST(Guard, RefusesForeignNamesThatLeadHere) {
  for (const char* host : {"evil.example", "127.0.0.1.evil.example:7420", "localhost.evil.example",
                           "", "127.evil.0.1", "[::2]:7420"}) {
    const auto fault = Guard(false).fault(request("GET", {{"Host", host}}), false);
    ASSERT_TRUE(fault) << host;
    EXPECT_EQ(fault->where, "Host");
  }
}

TEST(Guard, RefusesAPostOfAForeignPage) {
  for (const char* origin : {"http://evil.example", "null", "http://127.0.0.1:8080"})
    EXPECT_TRUE(Guard(false).fault(
        request("POST", {{"Host", "127.0.0.1:7420"}, {"Origin", origin}}), false))
        << origin;
}

TEST(Guard, TakesAPostOfItsOwnPageAndOfPrograms) {
  EXPECT_FALSE(Guard(false).fault(
      request("POST", {{"Host", "localhost:7420"}, {"Origin", "http://localhost:7420"}}), false));
  EXPECT_FALSE(Guard(false).fault(request("POST", {{"Host", "localhost:7420"}}), false));
}

TEST(Guard, RefusesAWebSocketOfAForeignPageThoughItIsAGet) {
  const auto upgrade = request("GET", {{"Host", "localhost"}, {"Origin", "http://evil.example"}});
  EXPECT_TRUE(Guard(false).fault(upgrade, true));
  EXPECT_FALSE(Guard(false).fault(upgrade, false));
}

TEST(Guard, OpenToEveryoneStillRefusesForeignPages) {
  EXPECT_FALSE(Guard(true).fault(request("GET", {{"Host", "node7"}}), false));
  EXPECT_TRUE(Guard(true).fault(
      request("POST", {{"Host", "node7"}, {"Origin", "http://evil.example"}}), false));
}

TEST(Guard, TakesThePortOffAHost) {
  EXPECT_EQ(host_without_port("[::1]:80"), "[::1]");
  EXPECT_EQ(host_without_port("a.b:80"), "a.b");
  EXPECT_EQ(host_without_port("a.b"), "a.b");
}

}  // namespace
}  // namespace busbar::controller
