#include "core/matrix/budget.h"

#include <gtest/gtest.h>

#include "core/matrix/group.h"
#include "tests/unit/core/matrix/matrix_builders.h"

namespace busbar {
namespace {

PlannedCell planned(Collective collective, MessageSize size, Seconds estimate) {
  PlannedCell cell{test::a_cell(), estimate};
  cell.cell.collective = collective;
  cell.cell.size = size;
  return cell;
}

std::vector<PlannedCell> two_curves(Seconds each) {
  std::vector<PlannedCell> cells;
  for (const Collective collective : {Collective::AllReduce, Collective::Broadcast})
    for (const std::uint64_t size : {8u, 64u, 512u})
      cells.push_back(planned(collective, MessageSize(size), each));
  return in_measuring_order(std::move(cells));
}

TEST(Budget, WithoutALimitKeepsAll) {
  EXPECT_EQ(trim_to_budget(two_curves(Seconds(1)), {}).kept.size(), 6u);
}

TEST(Budget, ThatFitsExactlyKeepsAll) {
  const Trimmed trimmed = trim_to_budget(two_curves(Seconds(0.1)), {Seconds(1.6)});
  EXPECT_TRUE(trimmed.over_budget.empty());
}

TEST(Budget, LeavesOutTheLargestSizeOfEveryCurveAlike) {
  const Trimmed trimmed = trim_to_budget(two_curves(Seconds(1)), {Seconds(5.5)});
  ASSERT_EQ(trimmed.kept.size(), 4u);
  for (const PlannedCell& cell : trimmed.kept) EXPECT_LT(cell.cell.size, MessageSize(512));
  for (const PlannedCell& cell : trimmed.over_budget) EXPECT_EQ(cell.cell.size, MessageSize(512));
}

TEST(Budget, LeavesOutTheLongestFirst) {
  std::vector<PlannedCell> cells = two_curves(Seconds(1));
  cells[0].estimate = Seconds(9);
  const Trimmed trimmed = trim_to_budget(cells, {Seconds(6.5)});
  ASSERT_EQ(trimmed.over_budget.size(), 1u);
  EXPECT_EQ(trimmed.over_budget[0].cell, cells[0].cell);
}

TEST(Budget, KeepsAComparisonWholeOrNotAtAll) {
  PlannedCell fast = planned(Collective::AllReduce, MessageSize(8), Seconds(1));
  PlannedCell slow = fast;
  slow.cell.algorithm = test::algorithm("ring");
  slow.estimate = Seconds(5);
  const PlannedCell other = planned(Collective::AllReduce, MessageSize(64), Seconds(2));
  const Trimmed trimmed = trim_to_budget({fast, slow, other}, {Seconds(4.5)});
  ASSERT_EQ(trimmed.kept.size(), 1u);
  EXPECT_EQ(trimmed.kept[0].cell, other.cell);
}

TEST(Budget, CountsTheStartOfEachLaunch) {
  PlannedCell eager = planned(Collective::AllReduce, MessageSize(8), Seconds(0.1));
  eager.cell.protocol = Protocol::Eager;
  const PlannedCell first = planned(Collective::AllReduce, MessageSize(8), Seconds(0.1));
  EXPECT_EQ(trim_to_budget({first, eager}, {Seconds(2.1)}).kept.size(), 1u);
  EXPECT_EQ(trim_to_budget({first, eager}, {Seconds(2.2)}).kept.size(), 2u);
}

TEST(Budget, TooSmallForAnythingKeepsNothing) {
  const Trimmed trimmed = trim_to_budget(two_curves(Seconds(1)), {Seconds(0.5)});
  EXPECT_TRUE(trimmed.kept.empty());
  EXPECT_EQ(trimmed.over_budget.size(), 6u);
}

}  // namespace
}  // namespace busbar
