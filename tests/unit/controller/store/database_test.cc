#include "controller/store/database.h"

#include <gtest/gtest.h>

#include "tests/support/temporary_folder.h"

namespace busbar::controller {
namespace {

TEST(Database, WritesAheadAndWaitsForTheDisk) {
  const TemporaryFolder folder;
  const auto database = std::move(*Database::open(folder.file("a.db")));
  auto mode = *database->prepare("PRAGMA journal_mode");
  ASSERT_TRUE(*mode.step());
  EXPECT_EQ(mode.text(0), "wal");
  EXPECT_EQ(*database->number("PRAGMA synchronous"), 2);
  EXPECT_EQ(*database->number("PRAGMA foreign_keys"), 1);
}

TEST(Database, ValuesComeBackAsTheyWere) {
  const auto database = std::move(*Database::open(":memory:"));
  ASSERT_TRUE(database->execute("CREATE TABLE t(a, b, c, d, e)"));
  {
    auto insert = *database->prepare("INSERT INTO t VALUES (?,?,?,?,?)");
    insert.bind(std::int64_t{-5}).bind(0.1).bind(std::string_view("")).bind_null();
    ASSERT_TRUE(insert.bind_blob(std::string_view("\0\1", 2)).run());
  }
  auto row = *database->prepare("SELECT * FROM t");
  ASSERT_TRUE(*row.step());
  EXPECT_EQ(row.integer(0), -5);
  EXPECT_EQ(row.real(1), 0.1);
  EXPECT_FALSE(row.is_null(2)) << "an empty text is a text";
  EXPECT_TRUE(row.is_null(3));
  EXPECT_EQ(row.text(4), std::string("\0\1", 2));
}

TEST(Database, FaultNamesTheStatement) {
  const auto database = std::move(*Database::open(":memory:"));
  const auto wrong = database->prepare("SELECT * FROM nowhere");
  ASSERT_FALSE(wrong);
  EXPECT_NE(to_line(wrong.error()).find("nowhere"), std::string::npos);
}

TEST(Transaction, LeavesNothingUnlessCommitted) {
  const auto database = std::move(*Database::open(":memory:"));
  ASSERT_TRUE(database->execute("CREATE TABLE t(a)"));
  {
    Transaction outer(*database);
    Transaction inner(*database);
    ASSERT_TRUE(database->execute("INSERT INTO t VALUES (1)"));
    ASSERT_TRUE(inner.commit());
  }
  EXPECT_EQ(*database->number("SELECT count(*) FROM t"), 0) << "the outer one was not committed";
  {
    Transaction outer(*database);
    ASSERT_TRUE(database->execute("INSERT INTO t VALUES (1)"));
    ASSERT_TRUE(outer.commit());
  }
  EXPECT_EQ(*database->number("SELECT count(*) FROM t"), 1);
}

TEST(Transaction, ThatCannotBeginLetsNothingThrough) {
  const TemporaryFolder folder;
  const auto database = std::move(*Database::open(folder.file("a.db")));
  ASSERT_TRUE(database->execute("CREATE TABLE t(a); PRAGMA busy_timeout = 0"));
  const auto other = std::move(*Database::open(folder.file("a.db")));
  ASSERT_TRUE(other->execute("BEGIN IMMEDIATE"));
  {
    Transaction transaction(*database);
    ASSERT_TRUE(other->execute("ROLLBACK"));  // the way is free again: too late for this one
    EXPECT_FALSE(database->execute("INSERT INTO t VALUES (1)"));
    EXPECT_FALSE(database->prepare("INSERT INTO t VALUES (2)"));
    EXPECT_EQ(transaction.commit().error().kind, ErrorKind::Unavailable);
  }
  EXPECT_EQ(*database->number("SELECT count(*) FROM t"), 0);
}

}  // namespace
}  // namespace busbar::controller
