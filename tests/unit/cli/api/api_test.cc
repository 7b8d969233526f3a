#include "cli/api/api.h"

#include <gtest/gtest.h>

#include "tests/support/fake_api.h"

namespace busbar::cli {
namespace {

TEST(Target, EncodesQueryAndIsBelowTheVersion) {
  EXPECT_EQ(target_of({.path = "/runs"}), "/api/v1/runs");
  EXPECT_EQ(target_of({.path = "/runs", .query = {{"a b", "&=/"}, {"limit", "1"}}}),
            "/api/v1/runs?a%20b=%26%3D%2F&limit=1");
}

TEST(PathSegment, EncodesWhatWouldSplitThePath) {
  EXPECT_EQ(path_segment("r-1.l1_~"), "r-1.l1_~");
  EXPECT_EQ(path_segment("../a?µ"), "..%2Fa%3F%C2%B5");
}

TEST(Faults, OfAListKeepPlaceFieldAndRemedy) {
  const auto faults = faults_of(
      {422,
       {},
       R"({"status":422,"title":"Invalid input","errors":[{"where":"matrix:10:18 s[0]",)"
       R"("what":"'rings' is unknown","remedy":"did you mean 'ring'?","line":10,)"
       R"("column":18,"field":"s[0]"},{"where":"matrix","what":"w","remedy":"r","line":0,)"
       R"("column":0,"field":""}]})"});
  ASSERT_EQ(faults.size(), 2U);
  EXPECT_EQ(faults[0], (Error{ErrorKind::InvalidInput, Scope::Process, "10:18 s[0]",
                              "'rings' is unknown", "did you mean 'ring'?"}));
  EXPECT_EQ(faults[1].where, "matrix");
}

TEST(Faults, OfAProblemAreItsDetail) {
  const auto faults = faults_of(
      {404,
       {},
       R"({"title":"Not found","detail":"run r-9: does not exist","where":"run r-9",)"
       R"("remedy":"see runs"})"});
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0], (Error{ErrorKind::NotFound, Scope::Process, "", "run r-9: does not exist",
                              "see runs"}));
}

TEST(Faults, OfAForeignServerSayTheStatus) {
  const auto faults = faults_of({502, {}, "<html>"});
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults[0].what.find("502"), std::string::npos);
}

TEST(Fetch, GivesJsonOrTheFaults) {
  testing::FakeApi api;
  api.answer("GET /api/v1/a", R"({"x":1})");
  api.answer("GET /api/v1/b", R"({"title":"t","detail":"busy"})", 409);
  api.answer("GET /api/v1/c", "not json");
  EXPECT_EQ(fetch(api, {.path = "/a"})->unsigned_or("x"), 1U);
  EXPECT_EQ(fetch(api, {.path = "/b"}).error()[0].kind, ErrorKind::Conflict);
  EXPECT_EQ(fetch(api, {.path = "/c"}).error()[0].kind, ErrorKind::Incompatible);
}

}  // namespace
}  // namespace busbar::cli
