#include "wire/api/problem.h"

#include <gtest/gtest.h>

#include "wire/json/value.h"

namespace busbar::wire {
namespace {

TEST(Problem, EveryKindHasItsStatus) {
  EXPECT_EQ(status_of(ErrorKind::InvalidInput), 400);
  EXPECT_EQ(status_of(ErrorKind::NotFound), 404);
  EXPECT_EQ(status_of(ErrorKind::Conflict), 409);
  EXPECT_EQ(status_of(ErrorKind::TooLarge), 413);
  EXPECT_EQ(status_of(ErrorKind::Unavailable), 503);
  EXPECT_EQ(status_of(ErrorKind::Incompatible), 409);
  EXPECT_EQ(status_of(ErrorKind::Internal), 500);
}

TEST(Problem, TellsPlaceCauseAndRemedy) {
  const auto json = *JsonView::parse(problem_json(
      Error{ErrorKind::Conflict, Scope::Run, "run r-1", "has ended", "submit it anew"}, 409));
  EXPECT_EQ(json.text_or("type"), "urn:busbar:problem:conflict");
  EXPECT_EQ(json.text_or("detail"), "run r-1: has ended");
  EXPECT_EQ(json.text_or("where"), "run r-1");
  EXPECT_EQ(json.text_or("remedy"), "submit it anew");
  EXPECT_FALSE(json.field("errors"));
}

TEST(Problem, ListsEveryFaultOfAText) {
  const std::vector<Error> errors{
      {ErrorKind::InvalidInput, Scope::Process, "matrix:10:18 sweeps[0].sizes", "a", "b"},
      {ErrorKind::InvalidInput, Scope::Process, "matrix:12:1", "c", "d"}};
  const auto json = *JsonView::parse(problem_json(errors, 422));
  EXPECT_EQ(json.unsigned_or("status"), 422U);
  EXPECT_TRUE(json.text_or("detail").ends_with("(and 1 more)"));
  const auto listed = json.field("errors")->items();
  ASSERT_EQ(listed.size(), 2U);
  EXPECT_EQ(listed[0].unsigned_or("line"), 10U);
  EXPECT_EQ(listed[0].unsigned_or("column"), 18U);
  EXPECT_EQ(listed[0].text_or("field"), "sweeps[0].sizes");
  EXPECT_EQ(listed[1].text_or("field", "none"), "");
}

TEST(Problem, PlaceWithoutAPositionNamesTheMember) {
  for (const char* where : {"sweeps", "Idempotency-Key", "run r-1", "a:b", "a:1", ""}) {
    const FaultPlace place = fault_place(where);
    EXPECT_EQ(place.line, 0U) << where;
    EXPECT_EQ(place.field, where);
  }
}

}  // namespace
}  // namespace busbar::wire
