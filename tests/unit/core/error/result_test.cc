#include "core/error/result.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

Result<int> half(int number) {
  if (number % 2 != 0)
    return fail({ErrorKind::InvalidInput, Scope::Cell, "number", "3 is odd", "give an even one"});
  return number / 2;
}

Result<int> quarter(int number) {
  TRY(once, half(number));
  TRY(twice, half(once));
  return twice;
}

Result<void> check_even(int number) {
  TRY(ignored, half(number));
  static_cast<void>(ignored);
  return {};
}

Result<int> halve_checked(int number) {
  TRY_VOID(check_even(number));
  return number / 2;
}

TEST(Result, TryPassesTheValueOn) { EXPECT_EQ(quarter(12), 3); }

TEST(Result, TryReturnsTheFirstErrorUnchanged) {
  const Result<int> result = quarter(6);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().where, "number");
  EXPECT_EQ(result.error().scope, Scope::Cell);
}

TEST(Result, TryVoidReturnsTheError) {
  EXPECT_EQ(halve_checked(4), 2);
  EXPECT_EQ(halve_checked(3).error().what, "3 is odd");
}

TEST(Result, LineNamesPlaceCauseAndRemedy) {
  EXPECT_EQ(to_line(half(3).error()), "number: 3 is odd; give an even one");
}

TEST(Result, LineLeavesOutWhatIsEmpty) {
  EXPECT_EQ(to_line({ErrorKind::Internal, Scope::Process, "", "broken", ""}), "broken");
}

}  // namespace
}  // namespace busbar
