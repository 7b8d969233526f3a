#include "core/matrix/group.h"

#include <gtest/gtest.h>

#include "tests/unit/core/matrix/matrix_builders.h"

namespace busbar {
namespace {

PlannedCell planned(MessageSize size, const char* algorithm = "default") {
  PlannedCell cell{test::a_cell(), Seconds(2)};
  cell.cell.size = size;
  cell.cell.algorithm = test::algorithm(algorithm);
  return cell;
}

TEST(MeasuringOrder, BringsAlgorithmsOfOnePointTogether) {
  const auto ordered =
      in_measuring_order({planned(MessageSize(16), "ring"), planned(MessageSize(8), "ring"),
                          planned(MessageSize(16), "default"), planned(MessageSize(8), "default")});
  EXPECT_EQ(ordered[0].cell.size, MessageSize(8));
  EXPECT_EQ(ordered[1].cell.size, MessageSize(8));
  EXPECT_EQ(ordered[0].cell.algorithm.text(), "ring");
  EXPECT_EQ(ordered[1].cell.algorithm.text(), "default");
  EXPECT_EQ(ordered[3].cell.size, MessageSize(16));
}

TEST(MeasuringOrder, KeepsPlacementsAsTheyCome) {
  PlannedCell on_n2 = planned(MessageSize(64));
  on_n2.cell.placement = test::on("n2", 2);
  const auto ordered = in_measuring_order({on_n2, planned(MessageSize(8)), on_n2});
  EXPECT_EQ(ordered[0].cell.placement, on_n2.cell.placement);
  EXPECT_EQ(ordered[1].cell.placement, on_n2.cell.placement);
}

TEST(GroupIntoLaunches, StartsAnewForEachPlacementAndProtocol) {
  PlannedCell eager = planned(MessageSize(8));
  eager.cell.protocol = Protocol::Eager;
  PlannedCell elsewhere = planned(MessageSize(8));
  elsewhere.cell.placement = test::on("n1", 4);
  const auto cells =
      in_measuring_order({planned(MessageSize(8)), eager, elsewhere, planned(MessageSize(16))});
  const auto groups = group_into_launches(cells);
  ASSERT_EQ(groups.size(), 3u);
  EXPECT_EQ(groups[0].cells, (std::vector{CellIndex(0), CellIndex(1)}));
  EXPECT_EQ(groups[1].protocol, Protocol::Eager);
  EXPECT_EQ(groups[2].placement.ranks_per_node, 4u);
}

TEST(GroupIntoLaunches, EstimatesOneStartAndTheCells) {
  const auto groups = group_into_launches({planned(MessageSize(8)), planned(MessageSize(16))});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].estimate, kLaunchStart + Seconds(4));
}

TEST(GroupIntoLaunches, OfNothingAreNone) {
  EXPECT_TRUE(group_into_launches({}).empty());
}

TEST(Compared, AreCellsThatDifferInTheAlgorithmAlone) {
  const Cell cell = test::a_cell();
  Cell other = cell;
  other.algorithm = test::algorithm("ring");
  EXPECT_TRUE(are_compared(cell, other));
  other.size = MessageSize(8);
  EXPECT_FALSE(are_compared(cell, other));
  other = cell;
  other.protocol = Protocol::Eager;
  EXPECT_FALSE(are_compared(cell, other));
}

}  // namespace
}  // namespace busbar
