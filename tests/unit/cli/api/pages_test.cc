#include "cli/api/pages.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

using testing::items;

TEST(Pages, AreFollowedToTheEndInOrder) {
  testing::FakeApi api;
  api.answer("GET /api/v1/runs?limit=500", items("1,2", "c/1"));
  api.answer("GET /api/v1/runs?cursor=c%2F1&limit=500", items("3"));
  const auto all = fetch_items(api, {.path = "/runs"});
  ASSERT_TRUE(all);
  EXPECT_EQ(items_json(*all), R"({"items":[1,2,3]})");
}

TEST(Pages, EndAtTheItemsAskedFor) {
  testing::FakeApi api;
  api.answer("GET /api/v1/runs?limit=2", items("1,2", "more"));
  EXPECT_EQ(fetch_items(api, {.path = "/runs"}, {.items = 2})->size(), 2U);
  EXPECT_EQ(api.sent.size(), 1U);
}

TEST(Pages, ACursorThatLeadsNowhereIsAnErrorAndNoLoop) {
  testing::FakeApi api;
  api.answer("GET /api/v1/runs?limit=500", items("1", "x"));
  api.answer("GET /api/v1/runs?cursor=x&limit=500", items("2", "x"));
  EXPECT_EQ(fetch_items(api, {.path = "/runs"}).error()[0].kind, ErrorKind::Incompatible);
}

TEST(Pages, AFaultOnALaterPageIsTheAnswer) {
  testing::FakeApi api;
  api.answer("GET /api/v1/runs?limit=500", items("1", "x"));
  api.answer("GET /api/v1/runs?cursor=x&limit=500", R"({"title":"t","detail":"d"})", 400);
  EXPECT_EQ(fetch_items(api, {.path = "/runs"}).error()[0].what, "d");
}

}  // namespace
}  // namespace busbar::cli
