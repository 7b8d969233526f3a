#include "core/matrix/cell.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/core/matrix/matrix_builders.h"

namespace busbar {
namespace {

TEST(CellKey, NamesEveryDimension) {
  Cell cell = test::a_cell();
  cell.algorithm = test::algorithm("ring");
  cell.placement = {{test::node_id("n1"), test::node_id("n2")}, 2};
  EXPECT_EQ(cell_key(cell), "mpi/all_reduce/float32/sum/1048576/out_of_place/ring/default/n1,n2x2");
}

TEST(CellKey, DiffersWhereCellsDiffer) {
  std::vector<Cell> cells(9, test::a_cell());
  cells[1].collective = Collective::Reduce;
  cells[2].size = MessageSize(8);
  cells[3].data_type = DataType::Int8;
  cells[4].operation = ReductionOperation::Max;
  cells[5].algorithm = test::algorithm("ring");
  cells[6].protocol = Protocol::Eager;
  cells[7].buffer = BufferMode::InPlace;
  cells[8].placement.ranks_per_node = 3;
  std::set<std::string> keys;
  for (const Cell& cell : cells) EXPECT_TRUE(keys.insert(cell_key(cell)).second) << cell_key(cell);
}

TEST(CellKey, KeepsTheOrderOfNodes) {
  Cell a = test::a_cell();
  Cell b = a;
  a.placement.nodes = {test::node_id("n1"), test::node_id("n2")};
  b.placement.nodes = {test::node_id("n2"), test::node_id("n1")};
  EXPECT_NE(cell_key(a), cell_key(b));
}

TEST(CellOf, RanksAreNodesTimesRanksPerNode) {
  const Placement placement{{test::node_id("n1"), test::node_id("n2")}, 4};
  EXPECT_EQ(placement.ranks(), RankCount(8));
}

}  // namespace
}  // namespace busbar
