#include "core/collective/mpi_command.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace busbar {
namespace {

using ::testing::ElementsAre;

TEST(MpirunArguments, RanksWithACoreEachDoNotYield) {
  EXPECT_THAT(mpirun_arguments({.ranks = RankCount(2)}),
              ElementsAre("-np", "2", "--bind-to", "none", "--oversubscribe", "--mca",
                          "mpi_yield_when_idle", "0"));
}

TEST(MpirunArguments, RanksThatShareCoresYieldWhenIdle) {
  EXPECT_THAT(mpirun_arguments({.ranks = RankCount(4), .is_oversubscribed = true}),
              ElementsAre("-np", "4", "--bind-to", "none", "--oversubscribe", "--mca",
                          "mpi_yield_when_idle", "1"));
}

TEST(MpirunArguments, RootIsAllowedOnlyWhereItIsRoot) {
  EXPECT_EQ(mpirun_arguments({.is_root = true}).back(), "--allow-run-as-root");
}

}  // namespace
}  // namespace busbar
