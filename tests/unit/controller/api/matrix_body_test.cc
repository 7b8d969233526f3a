#include "controller/api/matrix_body.h"

#include <gtest/gtest.h>

#include "tests/support/api_world.h"

namespace busbar {
namespace {

TEST(ApiMatrixBody, TakesYamlUnderItsNamesAndJson) {
  ApiWorld world;
  world.connect();
  for (const char* type :
       {"application/yaml", "text/yaml; charset=utf-8", "application/x-yaml", "Application/YAML"})
    EXPECT_EQ(world.post("/api/v1/plans", kSmallMatrix, {{"Content-Type", type}}).status, 200)
        << type;
  const std::string json = R"({"version":1,"name":"small","engine":"mpi",)"
                           R"("sweeps":[{"collectives":["all_reduce"],"sizes":[8]}]})";
  EXPECT_EQ(world.post("/api/v1/plans", json, {{"Content-Type", "application/json"}}).status, 200);
}

TEST(ApiMatrixBody, RefusesRubbishWithAPlace) {
  ApiWorld world;
  world.connect();
  for (const char* body : {"", "[", "version: 1\nname: \xff\n", "a: &a 1\nb: *a\n"}) {
    const auto answer = world.post("/api/v1/plans", body);
    EXPECT_EQ(answer.status, 422) << body;
    EXPECT_NE(answer.body.find("\"errors\":[{"), std::string::npos) << answer.body;
  }
}

TEST(ApiMatrixBody, WithoutANodeItIsNotTheMatrixThatIsWrong) {
  ApiWorld world;
  EXPECT_EQ(world.post("/api/v1/plans", kSmallMatrix).status, 503);
}

}  // namespace
}  // namespace busbar
