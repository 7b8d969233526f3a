#include <gtest/gtest.h>

#include "tests/support/api_world.h"

namespace busbar {
namespace {

class ApiSeries : public testing::Test {
 protected:
  ApiSeries() { world_.connect(); }
  ApiWorld world_;
};

TEST_F(ApiSeries, GatherOneCellOverRuns) {
  const std::string first = world_.finished_run(), second = world_.finished_run();
  const auto list = world_.json("/api/v1/series").field("items")->items();
  ASSERT_EQ(list.size(), 3U);
  const auto history = world_.json("/api/v1/series/" + text_at(list[0], "id"));
  EXPECT_EQ(history.text_or("key"), list[0].text_or("key"));
  EXPECT_EQ(history.text_or("origin"), "measured");
  const auto points = history.field("items")->items();
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[0].text_or("run"), first);
  EXPECT_EQ(points[1].text_or("run"), second);
  EXPECT_DOUBLE_EQ(points[0].number_or("median_seconds"), 1.2e-5);
}

TEST_F(ApiSeries, ArePaged) {
  world_.finished_run();
  const auto first = world_.json("/api/v1/series", {{"limit", "2"}});
  EXPECT_EQ(first.field("items")->size(), 2U);
  const auto rest =
      world_.json("/api/v1/series", {{"limit", "2"}, {"cursor", first.text_or("next_cursor")}});
  EXPECT_EQ(rest.field("items")->size(), 1U);
  EXPECT_FALSE(rest.field("next_cursor"));
}

TEST_F(ApiSeries, HistoryIsPaged) {
  world_.finished_run();
  world_.finished_run();
  const auto first = world_.json("/api/v1/series/1", {{"limit", "1"}});
  const auto rest =
      world_.json("/api/v1/series/1", {{"limit", "1"}, {"cursor", first.text_or("next_cursor")}});
  EXPECT_EQ(rest.field("items")->size(), 1U);
  EXPECT_FALSE(rest.field("next_cursor"));
}

TEST_F(ApiSeries, AreFilteredByCollective) {
  world_.finished_run();
  EXPECT_EQ(world_.json("/api/v1/series", {{"collective", "reduce"}}).field("items")->size(), 0U);
  EXPECT_EQ(world_.json("/api/v1/series", {{"collective", "all_reduce"}}).field("items")->size(),
            3U);
  EXPECT_EQ(world_.get("/api/v1/series", {{"collective", "all"}}).status, 400);
}

TEST_F(ApiSeries, UnknownOneIsNotFound) {
  for (const char* id : {"999999", "one", "-1"})
    EXPECT_EQ(world_.get(std::string("/api/v1/series/") + id).status, 404) << id;
}

}  // namespace
}  // namespace busbar
