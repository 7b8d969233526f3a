#include <gtest/gtest.h>

#include "controller/api/embedded.h"
#include "tests/support/api_world.h"

namespace busbar {
namespace {

TEST(ApiPages, DescriptionIsServedWithATag) {
  ApiWorld world;
  const auto answer = world.get("/api/v1/openapi.yaml");
  EXPECT_EQ(answer.status, 200);
  EXPECT_TRUE(answer.body.starts_with("openapi: 3.1.0"));
  const std::string tag(io::header(answer.headers, "ETag"));
  EXPECT_EQ(world.get("/api/v1/openapi.yaml", {}, {{"If-None-Match", tag}}).status, 304);
}

TEST(ApiPages, AreGzippedForWhoTakesIt) {
  ApiWorld world;
  const auto packed = world.get("/api/v1/openapi.yaml", {}, {{"Accept-Encoding", "br, gzip"}});
  EXPECT_EQ(io::header(packed.headers, "Content-Encoding"), "gzip");
  EXPECT_TRUE(packed.body.starts_with("\x1f\x8b"));
  const auto plain = world.get("/api/v1/openapi.yaml", {}, {{"Accept-Encoding", "gzip;q=0"}});
  EXPECT_EQ(io::header(plain.headers, "Content-Encoding"), "");
}

TEST(ApiPages, RootIsTheDashboardOrSaysThatThereIsNone) {
  ApiWorld world;
  const auto answer = world.get("/");
  EXPECT_EQ(answer.status, 200);
  const std::string type(io::header(answer.headers, "Content-Type"));
  if (controller::find_embedded("/index.html") != nullptr)
    EXPECT_TRUE(type.starts_with("text/html"));
  else
    EXPECT_NE(answer.body.find("not part of this build"), std::string::npos);
}

TEST(ApiPages, UnknownPageIsNotFound) {
  ApiWorld world;
  EXPECT_EQ(world.get("/no-such-page").status, 404);
  EXPECT_EQ(world.get("/openapi.yaml").status, 404) << "it has one place, below /api/v1";
  EXPECT_EQ(world.get("/../etc/passwd").status, 404);
}

TEST(ApiPages, EveryFileIsFoundByItsPath) {
  for (const auto& file : controller::embedded_files())
    EXPECT_EQ(controller::find_embedded(file.path), &file) << file.path;
}

}  // namespace
}  // namespace busbar
