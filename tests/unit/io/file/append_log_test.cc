#include "io/file/append_log.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <fstream>
#include <vector>

#include "tests/support/temporary_folder.h"

namespace busbar::io {
namespace {

namespace fs = std::filesystem;
using Records = std::vector<std::pair<AppendLog::Sequence, std::string>>;

std::unique_ptr<AppendLog> open(const TemporaryFolder& folder) {
  return AppendLog::open(folder.file("log")).value();
}

Records records_of(const AppendLog& log) {
  Records all;
  EXPECT_TRUE(log.read_all([&](AppendLog::Sequence sequence, std::string_view record) {
    all.emplace_back(sequence, record);
  }));
  return all;
}

std::vector<fs::path> segments(const TemporaryFolder& folder) {
  std::vector<fs::path> all;
  for (const auto& entry : fs::directory_iterator(folder.file("log")))
    if (entry.path().extension() == ".segment") all.push_back(entry.path());
  return all;
}

TEST(AppendLog, KeepsRecordsIdentityAndNumbersOverARestart) {
  const TemporaryFolder folder;
  std::string identity;
  {
    const auto log = open(folder);
    identity = log->identity();
    EXPECT_EQ(log->append("one").value(), 1u);
    EXPECT_EQ(log->append("").value(), 2u);
    EXPECT_EQ(log->append("three").value(), 3u);
    ASSERT_TRUE(log->drop_through(1));
  }
  const auto log = open(folder);
  EXPECT_EQ(log->identity(), identity);
  EXPECT_EQ(records_of(*log), (Records{{2, ""}, {3, "three"}}));
  EXPECT_EQ(log->size(), 2u);
  EXPECT_EQ(log->append("four").value(), 4u);
}

TEST(AppendLog, NeverUsesANumberAgainWhenAllWasDropped) {
  const TemporaryFolder folder;
  {
    const auto log = open(folder);
    for (int i = 0; i < 5; ++i) ASSERT_TRUE(log->append("x"));
    ASSERT_TRUE(log->drop_through(99));
    EXPECT_EQ(log->size(), 0u);
  }
  EXPECT_EQ(open(folder)->append("y").value(), 6u);
}

TEST(AppendLog, FreesTheSpaceOfDroppedSegments) {
  const TemporaryFolder folder;
  const auto log = open(folder);
  const std::string record(1u << 20, 'r');
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(log->append(record));
  EXPECT_EQ(segments(folder).size(), 3u);
  ASSERT_TRUE(log->drop_through(9));
  EXPECT_EQ(segments(folder).size(), 1u);
  EXPECT_EQ(log->size(), 3u);
  ASSERT_TRUE(log->drop_through(12));
  EXPECT_EQ(fs::file_size(segments(folder).front()), 0u);
}

TEST(AppendLog, CutsATornTailAtEveryByte) {
  const TemporaryFolder folder;
  {
    const auto log = open(folder);
    for (const char* record : {"alpha", "beta", "gamma"}) ASSERT_TRUE(log->append(record));
  }
  const fs::path path = segments(folder).front();
  const auto whole = fs::file_size(path);
  const fs::path kept = folder.file("kept");
  fs::copy_file(path, kept);
  const std::uintmax_t ends[] = {21, 41, 62};  // 16 bytes of head and the record
  ASSERT_EQ(whole, ends[2]);
  for (std::uintmax_t bytes = 0; bytes <= whole; ++bytes) {
    fs::copy_file(kept, path, fs::copy_options::overwrite_existing);
    fs::resize_file(path, bytes);
    const auto log = open(folder);
    const std::uint64_t left = bytes >= ends[2]   ? 3
                               : bytes >= ends[1] ? 2
                               : bytes >= ends[0] ? 1
                                                  : 0;
    EXPECT_EQ(log->size(), left) << bytes;
    const bool is_clean = bytes == 0 || bytes == ends[0] || bytes == ends[1] || bytes == ends[2];
    EXPECT_EQ(log->torn_records(), is_clean ? 0u : 1u) << bytes;
    EXPECT_EQ(log->append("next").value(), left + 1) << bytes;
  }
}

TEST(AppendLog, CutsOffWhatAFlippedBitMadeUnreadable) {
  const TemporaryFolder folder;
  {
    const auto log = open(folder);
    for (const char* record : {"alpha", "beta"}) ASSERT_TRUE(log->append(record));
  }
  std::fstream file(segments(folder).front(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(40);
  file.put('X');
  file.close();
  const auto log = open(folder);
  EXPECT_EQ(records_of(*log), (Records{{1, "alpha"}}));
  EXPECT_EQ(log->torn_records(), 1u);
}

TEST(AppendLog, StaysAsItWasWhenNoByteMoreFits) {
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  const TemporaryFolder folder;
  const auto log = open(folder);
  ASSERT_TRUE(log->append("first"));
  for (rlim_t limit = 21; limit < 21 + 16 + 6; ++limit) {
    const rlimit full{limit, before.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &full);
    const auto failed = log->append("second");
    ::setrlimit(RLIMIT_FSIZE, &before);
    ASSERT_FALSE(failed) << limit;
    EXPECT_EQ(failed.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(fs::file_size(segments(folder).front()), 21u);
  }
  EXPECT_EQ(log->append("second").value(), 2u);
  EXPECT_EQ(records_of(*log), (Records{{1, "first"}, {2, "second"}}));
}

}  // namespace
}  // namespace busbar::io
