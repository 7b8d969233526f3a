#include "controller/api/request.h"

#include <gtest/gtest.h>

#include <array>

#include "controller/api/cursor.h"

namespace busbar::controller {
namespace {

constexpr std::array<std::string_view, 3> kTypes{"application/json", "application/x-ndjson",
                                                 "text/csv"};

Request with(std::map<std::string, std::string> query) {
  return {{"GET", "/api/v1/runs", std::move(query), {}, "", ""}, ""};
}

TEST(Negotiate, TakesTheFirstOfferWithoutAccept) {
  EXPECT_EQ(negotiate("", kTypes), 0U);
  EXPECT_EQ(negotiate("*/*", kTypes), 0U);
}

TEST(Negotiate, FollowsQuality) {
  EXPECT_EQ(negotiate("application/json;q=0.5, text/csv", kTypes), 2U);
  EXPECT_EQ(negotiate("text/*;q=0.9, application/json;q=0.8", kTypes), 2U);
  EXPECT_EQ(negotiate("Text/CSV", kTypes), 2U);
}

TEST(Negotiate, TheNearerRangeCounts) {
  EXPECT_EQ(negotiate("*/*, application/json;q=0", kTypes), 1U);
}

TEST(Negotiate, FindsNothingWhereNothingIsAccepted) {
  EXPECT_FALSE(negotiate("image/png", kTypes));
  EXPECT_FALSE(negotiate("text/csv;q=0", kTypes));
  EXPECT_FALSE(negotiate("text/csv;q=much", kTypes));
}

TEST(MediaType, LosesItsParametersAndCase) {
  EXPECT_EQ(media_type("Application/YAML; charset=utf-8"), "application/yaml");
  EXPECT_EQ(media_type(""), "");
}

TEST(PageLimit, HasADefaultAndBounds) {
  EXPECT_EQ(page_limit(with({})), kPageDefault);
  EXPECT_EQ(page_limit(with({{"limit", "1000"}})), 1000U);
  for (const char* wrong : {"0", "-1", "1001", "ten", "", "5x", "99999999999999999999"}) {
    const auto limit = page_limit(with({{"limit", wrong}}));
    ASSERT_FALSE(limit) << wrong;
    EXPECT_EQ(limit.error().kind, ErrorKind::InvalidInput);
    EXPECT_EQ(limit.error().where, "limit");
  }
}

TEST(PagePosition, BelongsToTheFiltersButNotToTheLimit) {
  const auto list = list_of(with({{"state", "queued"}, {"limit", "5"}}));
  const std::string cursor = make_cursor(list, 12);
  const auto same = page_position(with({{"state", "queued"}, {"limit", "9"}, {"cursor", cursor}}));
  ASSERT_TRUE(same);
  EXPECT_EQ(*same, 12);
  EXPECT_FALSE(page_position(with({{"state", "failed"}, {"cursor", cursor}})));
}

}  // namespace
}  // namespace busbar::controller
