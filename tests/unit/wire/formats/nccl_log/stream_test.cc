#include "wire/formats/nccl_log/stream.h"

#include <gtest/gtest.h>

namespace busbar::wire::nccl_log {
namespace {

constexpr std::string_view kText =
    "\xEF\xBB\xBF"
    "a:1:1 [0] NCCL INFO Bootstrap : Using eth0:10.0.0.1<0>\r\n"
    "\x1b[33m[1,0]<stdout>:a:1:2 [0] NCCL INFO Using network IB\x1b[0m\n"
    "\n"
    "a:1:2 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[0] [send] via NET/IB/0/GDRDMA\n"
    "a:1:2 [0] transport/net_ib.cc:93 NCCL WARN NET/IB : Got async event : port error";

std::string facts_in_pieces(std::string_view text, std::size_t piece) {
  NcclLogStream stream;
  for (std::size_t at = 0; at < text.size(); at += piece) stream.feed(text.substr(at, piece));
  return stream.finish().facts_json;
}

TEST(NcclLogStream, GivesTheSameForPiecesOfEverySize) {
  const std::string whole = facts_in_pieces(kText, kText.size());
  EXPECT_NE(whole.find("port error"), std::string::npos);
  EXPECT_NE(whole.find("NET/IB/0/GDRDMA"), std::string::npos);
  for (std::size_t piece = 3; piece < kText.size(); ++piece)
    EXPECT_EQ(facts_in_pieces(kText, piece), whole) << piece;
}

TEST(NcclLogStream, HoldsOnlyTheFactsOfWhatPassesThrough) {
  NcclLogStream stream;
  std::string piece;
  for (int i = 0; i < 1000; ++i)
    piece += "host" + std::to_string(i) + ":1:2 [0] x.cc:1 NCCL WARN fault of number " +
             std::to_string(i * 7919) + "\n";
  for (int i = 0; i < 20; ++i) stream.feed(piece);
  EXPECT_EQ(stream.facts().lines, 20000U);
  EXPECT_EQ(stream.facts().troubles.size(), kNcclTroublesMax);
  EXPECT_EQ(stream.facts().troubles_more, 20U * (1000 - kNcclTroublesMax));
  EXPECT_EQ(stream.facts().hosts.size(), 1000U);
}

TEST(NcclLogStream, DropsWhatIsBeyondTheLongestLine) {
  NcclLogStream stream;
  const std::string block(1 << 16, 'x');
  for (int i = 0; i < 64; ++i) stream.feed(block);
  stream.feed("\na:1:2 [0] NCCL INFO Using network IB\n");
  EXPECT_EQ(stream.facts().lines, 2U);
  EXPECT_EQ(stream.facts().networks_used.size(), 1U);
}

}  // namespace
}  // namespace busbar::wire::nccl_log
