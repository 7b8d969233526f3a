#include "wire/formats/nccl_log/line.h"

#include <gtest/gtest.h>

namespace busbar::wire::nccl_log {
namespace {

TEST(NcclLine, IsTakenApart) {
  const auto line = nccl_line("x: node-1.a_b:12:34 [5] misc/ibvwrap.cc:63 NCCL WARN  Failed");
  ASSERT_TRUE(line);
  EXPECT_EQ(line->host, "node-1.a_b");
  EXPECT_EQ(line->process, 12);
  EXPECT_EQ(line->thread, 34);
  EXPECT_EQ(line->device, 5);
  EXPECT_EQ(line->place, "misc/ibvwrap.cc:63");
  EXPECT_EQ(line->level, NcclLevel::Warn);
  EXPECT_EQ(line->message, " Failed");
  EXPECT_EQ(line->start, 3U);
}

TEST(NcclLine, MayLackHostProcessAndDevice) {
  const auto bare = nccl_line("NCCL INFO Using network IB");
  ASSERT_TRUE(bare);
  EXPECT_EQ(bare->host, "");
  EXPECT_EQ(bare->device, std::nullopt);
  const auto device = nccl_line("[3] include/shm.h:28 NCCL WARN Call to posix_fallocate failed");
  ASSERT_TRUE(device);
  EXPECT_EQ(device->device, 3);
  EXPECT_EQ(device->place, "include/shm.h:28");
  EXPECT_EQ(nccl_line("h:1:2 [0] NCCL INFO")->message, "");
}

TEST(NcclLine, OfOldReleasesNeedsADeviceOrAPlaceInTheSource) {
  EXPECT_EQ(nccl_line("h:1:1 [0] INFO NET : Using")->message, "NET : Using");
  EXPECT_EQ(nccl_line("h:1:1 [0] include/socket.h:360 WARN Call")->place, "include/socket.h:360");
  EXPECT_FALSE(nccl_line("[nodeA:0:23972 - context.c:702] INFO job"));
  EXPECT_FALSE(nccl_line("2024-01-01 [main] INFO starting"));
  EXPECT_FALSE(nccl_line("I like NCCL INFORMATION"));
  EXPECT_FALSE(nccl_line(""));
}

TEST(TaggedRank, IsTheLaunchers) {
  EXPECT_EQ(tagged_rank("[1,12]<stdout>:"), 12);
  EXPECT_EQ(tagged_rank("2019-06-03T09:41:27Z: [1,3]<stderr>:"), 3);
  EXPECT_EQ(tagged_rank(" 7: "), 7);
  EXPECT_EQ(tagged_rank("[rank3]: "), 3);
  EXPECT_EQ(tagged_rank("[3] "), 3);
  EXPECT_EQ(tagged_rank("10.10.23.10: "), std::nullopt);
  EXPECT_EQ(tagged_rank("[0m "), std::nullopt);
  EXPECT_EQ(tagged_rank("2024-05-01T12:00:00Z "), std::nullopt);
}

}  // namespace
}  // namespace busbar::wire::nccl_log
