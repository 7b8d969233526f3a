#include "io/file/file.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include "tests/support/temporary_folder.h"

namespace busbar::io {
namespace {

TEST(File, ReadsBackWhatWasWrittenAtomicallyAndLeavesNoTemporary) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file_atomically(folder.file("a"), "old"));
  ASSERT_TRUE(write_file_atomically(folder.file("a"), "new"));
  EXPECT_EQ(read_file(folder.file("a"), 10).value(), "new");
  EXPECT_FALSE(std::filesystem::exists(folder.file("a.new")));
}

TEST(File, RefusesAFileOverTheLimit) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file_atomically(folder.file("a"), "12345"));
  EXPECT_EQ(read_file(folder.file("a"), 4).error().kind, ErrorKind::TooLarge);
  EXPECT_TRUE(read_file(folder.file("a"), 5));
}

TEST(File, NamesThePathAndTheCauseOfAFault) {
  const auto read = read_file("/nonexistent/x", 10);
  ASSERT_FALSE(read);
  EXPECT_EQ(to_line(read.error()),
            "/nonexistent/x: cannot open: No such file or directory; "
            "check the path; every folder of it must exist");
}

TEST(File, SaysThatAFileIsInTheWayOfAFolder) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file_atomically(folder.file("a"), ""));
  EXPECT_FALSE(make_directories(folder.file("a/b")));
  EXPECT_FALSE(make_directories(folder.file("a")));
  EXPECT_TRUE(make_directories(folder.file("c/d/e")));
}

TEST(FileLock, IsHeldOnceAndNamesItsHolder) {
  const TemporaryFolder folder;
  auto first = FileLock::take(folder.file("lock"));
  ASSERT_TRUE(first);
  const auto second = FileLock::take(folder.file("lock"));
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().what, "held by process " + std::to_string(::getpid()));
  first->reset();
  EXPECT_TRUE(FileLock::take(folder.file("lock")));
}

}  // namespace
}  // namespace busbar::io
