#include "agent/spool/spool.h"

#include <gtest/gtest.h>

#include "tests/support/fake_loop.h"
#include "tests/support/memory_log.h"

namespace busbar::agent {
namespace {

class SpoolTest : public testing::Test {
 protected:
  explicit SpoolTest() { make(1); }
  void make(std::uint64_t next) {
    auto log = std::make_unique<MemoryLog>(next);
    log_ = log.get();
    spool_ = std::make_unique<Spool>(loop_, std::move(log));
  }
  void connect() {
    spool_->connect(
        [this](std::uint64_t sequence, const std::string& record) {
          sent_.emplace_back(sequence, record);
          return true;
        },
        [this] { ++replayed_; });
  }

  FakeLoop loop_;
  MemoryLog* log_ = nullptr;
  std::unique_ptr<Spool> spool_;
  std::vector<std::pair<std::uint64_t, std::string>> sent_;
  int replayed_ = 0;
};

using Sent = std::vector<std::pair<std::uint64_t, std::string>>;

TEST_F(SpoolTest, SendsAtOnceWhenConnected) {
  connect();
  spool_->put("a");
  spool_->put("b");
  EXPECT_EQ(sent_, (Sent{{1, "a"}, {2, "b"}}));
}

TEST_F(SpoolTest, AnEmptySpoolIsReplayedAtOnce) {
  connect();
  EXPECT_EQ(replayed_, 1);
}

TEST_F(SpoolTest, RepeatsWhatWasNotAcknowledgedAfterAReconnect) {
  connect();
  for (const char* record : {"a", "b", "c"}) spool_->put(record);
  spool_->acknowledge(1);
  spool_->disconnect();
  spool_->put("d");
  sent_.clear();
  connect();
  EXPECT_EQ(sent_, (Sent{{2, "b"}, {3, "c"}, {4, "d"}}));
}

TEST_F(SpoolTest, AcknowledgedRecordsLeaveTheDisk) {
  connect();
  spool_->put("a");
  spool_->put("b");
  spool_->acknowledge(2);
  EXPECT_EQ(log_->size(), 0u);
}

TEST_F(SpoolTest, SendsRecordsWhoseNumbersDoNotStartAtOne) {
  make(57);
  connect();
  spool_->put("a");
  spool_->acknowledge(57);
  spool_->put("b");
  EXPECT_EQ(sent_, (Sent{{57, "a"}, {58, "b"}}));
}

TEST_F(SpoolTest, KeepsAWindowAndGoesOnWithEachAcknowledgement) {
  connect();
  for (std::uint64_t i = 0; i < kInFlightMax + 10; ++i) spool_->put("x");
  EXPECT_EQ(sent_.size(), kInFlightMax);
  spool_->acknowledge(5);
  EXPECT_EQ(sent_.size(), kInFlightMax + 5);
}

TEST_F(SpoolTest, AFullDiskKeepsTheOrderAndGoesOnWhenThereIsRoom) {
  connect();
  log_->is_full = true;
  spool_->put("a");
  spool_->put("b");
  EXPECT_TRUE(spool_->is_stuck());
  EXPECT_TRUE(sent_.empty());
  log_->is_full = false;
  loop_.advance(kDiskRetry);
  EXPECT_FALSE(spool_->is_stuck());
  EXPECT_EQ(sent_, (Sent{{1, "a"}, {2, "b"}}));
}

TEST_F(SpoolTest, SaysWhenTooManyWaitForTheDisk) {
  log_->is_full = true;
  for (std::size_t i = 0; i <= kWaitingMax; ++i) spool_->put("x");
  EXPECT_TRUE(spool_->is_overfull());
}

TEST_F(SpoolTest, IgnoresAnAcknowledgementOfWhatWasNeverSpooled) {
  connect();
  spool_->put("a");
  spool_->acknowledge(99);
  EXPECT_EQ(log_->size(), 1u);
}

}  // namespace
}  // namespace busbar::agent
