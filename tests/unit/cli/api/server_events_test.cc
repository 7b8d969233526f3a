#include "cli/api/server_events.h"

#include <gtest/gtest.h>

#include <vector>

namespace busbar::cli {
namespace {

class Events : public ::testing::Test {
 protected:
  bool feed(std::string_view piece) {
    return parser_.feed(piece, [this](const ServerEvent& event) { seen_.push_back(event); });
  }
  ServerEventParser parser_;
  std::vector<ServerEvent> seen_;
};

constexpr std::string_view kTwo =
    "id: 41\nevent: cell_measured\ndata: {\"cell\":3}\n\n: alive\n\nevent: cell_started\ndata: "
    "{}\n\n";

TEST_F(Events, AreReadWithIdTypeAndData) {
  EXPECT_TRUE(feed(kTwo));
  ASSERT_EQ(seen_.size(), 2U);
  EXPECT_EQ(seen_[0], (ServerEvent{"41", "cell_measured", "{\"cell\":3}"}));
  EXPECT_EQ(seen_[1], (ServerEvent{"41", "cell_started", "{}"}));
}

TEST_F(Events, AreTheSameHoweverTheBytesAreCut) {
  for (std::size_t cut = 0; cut <= kTwo.size(); ++cut) {
    parser_ = {};
    seen_.clear();
    feed(kTwo.substr(0, cut));
    feed(kTwo.substr(cut));
    ASSERT_EQ(seen_.size(), 2U) << cut;
    EXPECT_EQ(seen_[1].type, "cell_started") << cut;
  }
}

TEST_F(Events, TakeEveryKindOfLineEnd) {
  feed("data: a\r\n\r\ndata: b\r\rdata: c\n\n");
  ASSERT_EQ(seen_.size(), 3U);
  EXPECT_EQ(seen_[0], (ServerEvent{"", "message", "a"}));
  EXPECT_EQ(seen_[2].data, "c");
}

TEST_F(Events, JoinDataLinesAndKeepABlankAfterTheFirst) {
  feed("data:x\ndata:  y\ndata\n\n");
  ASSERT_EQ(seen_.size(), 1U);
  EXPECT_EQ(seen_[0].data, "x\n y\n");
}

TEST_F(Events, WithoutDataAreDropped) {
  feed("event: nothing\nid: 7\n\n");
  EXPECT_TRUE(seen_.empty());
  EXPECT_EQ(parser_.last_id(), "7");
}

TEST_F(Events, ReconnectForgetsTheHalfAndKeepsTheId) {
  feed("id: 7\ndata: a\n\nid: 8\ndata: ha");
  parser_.reconnect();
  feed("data: b\n\n");
  ASSERT_EQ(seen_.size(), 2U);
  EXPECT_EQ(seen_[1].data, "b");
}

TEST_F(Events, ALineWithoutEndIsRefused) {
  const std::string piece(1U << 20, 'x');
  bool goes_on = true;
  for (int i = 0; i < 20 && goes_on; ++i) goes_on = feed(piece);
  EXPECT_FALSE(goes_on);
}

}  // namespace
}  // namespace busbar::cli
