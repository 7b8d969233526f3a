#include "controller/store/migrations.h"

#include <gtest/gtest.h>

#include <vector>

#include "controller/store/store.h"
#include "tests/support/temporary_folder.h"

namespace busbar::controller {
namespace {

TEST(Migrations, BringAStoreFromEveryOlderVersionToTheNewest) {
  const auto steps = migration_steps();
  ASSERT_FALSE(steps.empty());
  for (std::size_t from = 0; from < steps.size(); ++from) {
    const auto database = std::move(*Database::open(":memory:"));
    ASSERT_TRUE(migrate(*database, steps.first(from)));
    ASSERT_TRUE(migrate(*database, steps));
    EXPECT_EQ(*database->number("PRAGMA user_version"), static_cast<std::int64_t>(steps.size()));
    EXPECT_EQ(*database->number("SELECT count(*) FROM pragma_foreign_key_check"), 0);
  }
}

TEST(Migrations, DoNothingToANewStoreTwice) {
  const auto database = std::move(*Database::open(":memory:"));
  ASSERT_TRUE(migrate(*database, migration_steps()));
  EXPECT_TRUE(migrate(*database, migration_steps()));
}

TEST(Migrations, StepThatFailsLeavesTheVersionBefore) {
  const auto database = std::move(*Database::open(":memory:"));
  const std::vector<std::string_view> steps{"CREATE TABLE a(x);",
                                            "CREATE TABLE b(x); CREATE TABLE a(x);"};
  EXPECT_FALSE(migrate(*database, steps));
  EXPECT_EQ(*database->number("PRAGMA user_version"), 1);
  EXPECT_EQ(*database->number("SELECT count(*) FROM sqlite_schema WHERE name = 'b'"), 0);
}

TEST(Migrations, StoreOfANewerVersionIsRefusedInWordsAndLeftUntouched) {
  const TemporaryFolder folder;
  {
    ASSERT_TRUE(Store::open(folder.path()));
  }
  {
    const auto database = std::move(*Database::open(folder.file("busbar.db")));
    ASSERT_TRUE(database->execute("PRAGMA user_version = 999"));
  }
  const auto store = Store::open(folder.path());
  ASSERT_FALSE(store);
  EXPECT_EQ(store.error().kind, ErrorKind::Incompatible);
  EXPECT_NE(store.error().what.find("999"), std::string::npos);
  EXPECT_FALSE(store.error().remedy.empty());
  const auto database = std::move(*Database::open(folder.file("busbar.db")));
  EXPECT_EQ(*database->number("PRAGMA user_version"), 999);
}

}  // namespace
}  // namespace busbar::controller
