#include "core/matrix/expand.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/core/matrix/matrix_builders.h"

namespace busbar {
namespace {

const std::vector<Placement> kOnePlace{test::on("n1", 2)};

TEST(CountPoints, IsTheProductOfTheDimensions) {
  Matrix matrix = test::a_matrix();
  Sweep& sweep = matrix.sweeps[0];
  sweep.sizes = {MessageSize(8), MessageSize(16), MessageSize(32)};
  sweep.algorithms = {default_algorithm(), test::algorithm("ring")};
  sweep.buffers = {BufferMode::OutOfPlace, BufferMode::InPlace};
  EXPECT_EQ(count_points(matrix, 1), 12u);
  EXPECT_EQ(count_points(matrix, 5), 60u);
}

TEST(CountPoints, AddsSweeps) {
  Matrix matrix = test::a_matrix();
  matrix.sweeps.push_back(matrix.sweeps[0]);
  EXPECT_EQ(count_points(matrix, 1), 2u);
}

TEST(CountPoints, OfAnEmptyDimensionIsZero) {
  Matrix matrix = test::a_matrix();
  matrix.sweeps[0].sizes.clear();
  EXPECT_EQ(count_points(matrix, 1), 0u);
  EXPECT_EQ(count_points(test::a_matrix(), 0), 0u);
}

TEST(CountPoints, SaturatesInsteadOfOverflowing) {
  Matrix matrix = test::a_matrix();
  Sweep& sweep = matrix.sweeps[0];
  sweep.sizes.assign(100'000, MessageSize(8));
  sweep.algorithms.assign(100'000, default_algorithm());
  sweep.protocols.assign(100'000, Protocol::Default);
  sweep.buffers.assign(100'000, BufferMode::InPlace);
  EXPECT_EQ(count_points(matrix, 1), std::numeric_limits<std::uint64_t>::max());
  matrix.sweeps.push_back(test::a_matrix().sweeps[0]);
  EXPECT_EQ(count_points(matrix, 1), std::numeric_limits<std::uint64_t>::max());
}

TEST(Expand, VariesAlgorithmsFastest) {
  Matrix matrix = test::a_matrix();
  matrix.sweeps[0].sizes = {MessageSize(8), MessageSize(16)};
  matrix.sweeps[0].algorithms = {default_algorithm(), test::algorithm("ring")};
  const std::vector<Cell> cells = expand(matrix, kOnePlace).cells;
  ASSERT_EQ(cells.size(), 4u);
  EXPECT_EQ(cells[1].size, MessageSize(8));
  EXPECT_EQ(cells[1].algorithm.text(), "ring");
  EXPECT_EQ(cells[2].size, MessageSize(16));
}

TEST(Expand, CountsPointsThatTwoSweepsName) {
  Matrix matrix = test::a_matrix();
  matrix.sweeps.push_back(matrix.sweeps[0]);
  matrix.sweeps[1].sizes.emplace_back(2048u);
  const Expansion expansion = expand(matrix, kOnePlace);
  EXPECT_EQ(expansion.cells.size(), 2u);
  EXPECT_EQ(expansion.duplicates, 1u);
}

TEST(Expand, OperationsOfWhatReducesNothingAreOne) {
  Matrix matrix = test::a_matrix();
  matrix.sweeps[0].collectives = {Collective::AllReduce, Collective::Broadcast};
  matrix.sweeps[0].operations = {ReductionOperation::Max, ReductionOperation::Min};
  const Expansion expansion = expand(matrix, kOnePlace);
  ASSERT_EQ(expansion.cells.size(), 3u);
  EXPECT_EQ(expansion.duplicates, 1u);
  EXPECT_EQ(expansion.cells[2].operation, ReductionOperation::Sum);
}

TEST(Expand, AccountsForEveryPoint) {
  Matrix matrix = test::a_matrix();
  matrix.sweeps[0].collectives = {Collective::AllReduce, Collective::AllToAll};
  matrix.sweeps[0].operations = {ReductionOperation::Sum, ReductionOperation::Sum};
  const Expansion expansion = expand(matrix, {test::on("n1", 2), test::on("n1", 4)});
  EXPECT_EQ(expansion.cells.size() + expansion.duplicates, count_points(matrix, 2));
}

}  // namespace
}  // namespace busbar
