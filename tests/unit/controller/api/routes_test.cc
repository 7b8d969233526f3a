#include "controller/api/routes.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

namespace busbar::controller {
namespace {

// "GET /api/v1/runs" of every method below every path of the description.
std::set<std::string> described_routes() {
  std::ifstream file(std::string(BUSBAR_SOURCE_DIR) + "/schemas/openapi.yaml");
  std::set<std::string> found;
  std::string line, path;
  bool is_inside = false;
  while (std::getline(file, line)) {
    if (!line.empty() && line.front() != ' ') is_inside = line == "paths:";
    if (!is_inside) continue;
    if (line.starts_with("  /")) path = line.substr(2, line.size() - 3);
    if (line == "    get:") found.insert("GET " + path);
    if (line == "    post:") found.insert("POST " + path);
  }
  return found;
}

TEST(Routes, AreThoseOfTheDescription) {
  std::set<std::string> routes;
  for (const Route& route : kRoutes)
    routes.insert(std::string(route.method) + " " + std::string(route.path));
  EXPECT_EQ(routes, described_routes());
}

TEST(Routes, TakeTheParameterOutOfThePath) {
  const RouteMatch match = match_route("GET", "/api/v1/runs/r-1/measurements");
  EXPECT_EQ(match.endpoint, Endpoint::ListMeasurements);
  EXPECT_EQ(match.parameter, "r-1");
}

TEST(Routes, MatchWholePathsOnly) {
  for (const char* path : {"/api/v1/runs/", "/api/v1/runs/a/b", "/api/v1", "/api/v1/runs/a/cancel/",
                           "/api/v1/runs//plan", "/healthz/x", ""})
    EXPECT_TRUE(match_route("GET", path).allowed_methods.empty()) << path;
}

TEST(Routes, NameTheMethodsOfAPath) {
  const RouteMatch match = match_route("DELETE", "/api/v1/runs");
  EXPECT_FALSE(match.endpoint);
  EXPECT_EQ(match.allowed_methods, "GET, HEAD, POST");
}

TEST(Routes, AnswerHeadAsGet) {
  EXPECT_EQ(match_route("HEAD", "/healthz").endpoint, Endpoint::ReadHealth);
  EXPECT_FALSE(match_route("HEAD", "/api/v1/plans").endpoint);
}

}  // namespace
}  // namespace busbar::controller
