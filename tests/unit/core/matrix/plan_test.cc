#include "core/matrix/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "core/matrix/group.h"
#include "tests/unit/core/matrix/matrix_builders.h"

namespace busbar {
namespace {

using testing::Contains;
using testing::HasSubstr;

const std::vector<PlanningNode> kNodes{test::a_node("n1")};

// Every dimension with more than one value, some of it impossible.
Matrix a_wide_matrix() {
  Matrix matrix = test::a_matrix();
  Sweep& sweep = matrix.sweeps[0];
  sweep.collectives = {Collective::AllReduce, Collective::AllGather, Collective::SendRecv};
  sweep.sizes = {MessageSize(8), MessageSize(1 << 20), MessageSize(16 << 20)};
  sweep.operations = {ReductionOperation::Sum, ReductionOperation::Max};
  sweep.algorithms = {default_algorithm(), test::algorithm("ring"), test::algorithm("two_proc")};
  sweep.protocols = {Protocol::Default, Protocol::Eager};
  sweep.buffers = {BufferMode::OutOfPlace, BufferMode::InPlace};
  return matrix;
}

Plan plan_of(const Matrix& matrix, const History& history = {}) {
  auto plan = make_plan(matrix, kNodes, history);
  EXPECT_TRUE(plan) << (plan ? "" : to_line(plan.error()));
  return plan ? std::move(*plan) : Plan{};
}

TEST(MakePlan, OfOnePointIsOneCellInOneLaunch) {
  const Plan plan = plan_of(test::a_matrix());
  ASSERT_EQ(plan.cells.size(), 1u);
  ASSERT_EQ(plan.groups.size(), 1u);
  EXPECT_EQ(plan.groups[0].cells, std::vector{CellIndex(0)});
  EXPECT_EQ(plan.cells[0].cell.placement, test::on("n1", 2));
}

TEST(MakePlan, AccountsForEveryPoint) {
  const Matrix matrix = a_wide_matrix();
  const Plan plan = plan_of(matrix);
  EXPECT_EQ(plan.cells.size() + plan.pruned.size() + plan.over_budget.size() + plan.duplicates,
            count_points(matrix, 1));
  EXPECT_GT(plan.pruned.size(), 0u);
  EXPECT_GT(plan.duplicates, 0u);
}

TEST(MakePlan, PutsEveryCellIntoExactlyOneLaunchInOrder) {
  const Plan plan = plan_of(a_wide_matrix());
  std::uint32_t next = 0;
  for (const LaunchGroup& group : plan.groups)
    for (const CellIndex index : group.cells) {
      EXPECT_EQ(index, CellIndex(next++));
      EXPECT_EQ(plan.cells[index.value()].cell.protocol, group.protocol);
      EXPECT_EQ(plan.cells[index.value()].cell.placement, group.placement);
    }
  EXPECT_EQ(next, plan.cells.size());
}

TEST(MakePlan, NamesACodeAndAReasonForEachPrunedCell) {
  std::set<std::string> codes;
  for (const PrunedCell& pruned : plan_of(a_wide_matrix()).pruned) {
    codes.insert(pruned.code);
    EXPECT_FALSE(pruned.reason.empty());
  }
  EXPECT_THAT(codes, Contains("algorithm_not_for_collective"));
  EXPECT_THAT(codes, Contains("eager_too_large"));
  EXPECT_THAT(codes, Contains("in_place_not_for_collective"));
}

TEST(MakePlan, IsTheSameWhateverTheOrderOfNodes) {
  const Matrix matrix = a_wide_matrix();
  const auto one = make_plan(matrix, {test::a_node("n1"), test::a_node("n2")}, {});
  const auto other = make_plan(matrix, {test::a_node("n2"), test::a_node("n1")}, {});
  ASSERT_TRUE(one && other);
  ASSERT_EQ(one->cells.size(), other->cells.size());
  for (std::size_t i = 0; i < one->cells.size(); ++i)
    EXPECT_EQ(one->cells[i].cell, other->cells[i].cell);
  EXPECT_EQ(one->notes, other->notes);
}

TEST(MakePlan, EstimatesUnknownCellsByTheirLimit) {
  Matrix matrix = test::a_matrix();
  matrix.sampling.cell_time_max = Seconds(3);
  const Plan plan = plan_of(matrix);
  EXPECT_EQ(plan.cells[0].estimate, Seconds(3) + kCellOverhead);
  EXPECT_EQ(plan.estimate, kLaunchStart + plan.cells[0].estimate);
}

TEST(MakePlan, EstimatesKnownCellsByTheirHistory) {
  const Plan plan = plan_of(test::a_matrix(), [](const Cell&) { return Seconds(0.25); });
  EXPECT_EQ(plan.cells[0].estimate, Seconds(0.25));
}

TEST(MakePlan, DoesNotBelieveAHistoryWithoutTime) {
  const Plan plan = plan_of(test::a_matrix(), [](const Cell&) { return Seconds(0); });
  EXPECT_GT(plan.cells[0].estimate, Seconds(1));
}

TEST(MakePlan, StaysWithinTheBudgetAndNotesWhatIsLeftOut) {
  Matrix matrix = a_wide_matrix();
  matrix.budget.time_max = Seconds(10.5);
  const Plan plan = plan_of(matrix);
  EXPECT_LE(plan.estimate, Seconds(10.5));
  EXPECT_FALSE(plan.cells.empty());
  EXPECT_FALSE(plan.over_budget.empty());
  EXPECT_THAT(plan.notes, Contains(HasSubstr("left out to stay within 10.5 s")));
}

TEST(MakePlan, RefusesTooManyCellsWithCountAndLimit) {
  Matrix matrix = test::a_matrix();
  matrix.sweeps[0].sizes.assign(10'000, MessageSize(8));
  matrix.sweeps[0].algorithms.assign(1'000, default_algorithm());
  const auto plan = make_plan(matrix, kNodes, {});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().kind, ErrorKind::TooLarge);
  EXPECT_EQ(plan.error().what, "the matrix has 10000000 cells, at most 100000 are allowed");
}

TEST(MakePlan, TakesTheLargestAllowedMatrix) {
  Matrix matrix = test::a_matrix();
  matrix.sweeps[0].sizes.clear();
  for (std::uint64_t i = 1; i <= kCellsMax; ++i) matrix.sweeps[0].sizes.emplace_back(4 * i);
  EXPECT_EQ(plan_of(matrix).cells.size(), kCellsMax);
}

TEST(MakePlan, SeveralNodesTogetherAreNamedAsPruned) {
  Matrix matrix = test::a_matrix();
  matrix.placements = {{PlacementRule::Kind::All, {}, {}}};
  const auto plan = make_plan(matrix, {test::a_node("n1"), test::a_node("n2")}, {});
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->cells.empty());
  ASSERT_EQ(plan->pruned.size(), 1u);
  EXPECT_EQ(plan->pruned[0].code, "launcher_local_is_one_node");
}

TEST(MakePlan, WithoutNodesSaysWhatToDo) {
  const auto plan = make_plan(test::a_matrix(), {}, {});
  ASSERT_FALSE(plan);
  EXPECT_EQ(plan.error().scope, Scope::Run);
}

}  // namespace
}  // namespace busbar
