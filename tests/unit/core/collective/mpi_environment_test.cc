#include "core/collective/mpi_environment.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

TEST(MpiEnvironment, LeavesTheDefaultProtocolToTheLibrary) {
  EXPECT_TRUE(mpi_environment(Protocol::Default, MessageSize(1 << 20)).empty());
}

TEST(MpiEnvironment, EagerLimitsHoldTheLargestMessageAndItsHeader) {
  const auto environment = mpi_environment(Protocol::Eager, MessageSize(65536));
  EXPECT_EQ(environment.at("OMPI_MCA_btl_vader_eager_limit"), "65792");
  EXPECT_EQ(environment.at("OMPI_MCA_btl_vader_max_send_size"), "65792");
  EXPECT_EQ(environment.at("OMPI_MCA_btl_tcp_eager_limit"), "65792");
}

TEST(MpiEnvironment, EagerLimitIsCapped) {
  const auto environment = mpi_environment(Protocol::Eager, MessageSize(1u << 30));
  EXPECT_EQ(environment.at("OMPI_MCA_btl_vader_eager_limit"), "4194560");
}

TEST(MpiEnvironment, RendezvousLeavesRoomForHeadersAlone) {
  const auto environment = mpi_environment(Protocol::Rendezvous, MessageSize(1 << 20));
  EXPECT_EQ(environment.at("OMPI_MCA_btl_vader_eager_limit"), "64");
  EXPECT_EQ(environment.at("OMPI_MCA_btl_vader_max_send_size"), "32768");
}

}  // namespace
}  // namespace busbar
