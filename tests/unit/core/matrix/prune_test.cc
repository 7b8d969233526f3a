#include "core/matrix/prune.h"

#include <gtest/gtest.h>

#include "tests/unit/core/matrix/matrix_builders.h"

namespace busbar {
namespace {

std::string code(const Cell& cell, const std::vector<PlanningNode>& nodes = {test::a_node("n1"),
                                                                             test::a_node("n2")}) {
  const auto why = prune_reason(cell, nodes);
  EXPECT_FALSE(why && why->reason.empty());
  return why ? why->code : "";
}

Cell cell_of(Collective collective, const char* algorithm, std::uint32_t ranks) {
  Cell cell = test::a_cell();
  cell.collective = collective;
  cell.algorithm = test::algorithm(algorithm);
  cell.placement.ranks_per_node = ranks;
  cell.size = MessageSize(4 * ranks * 1024);
  return cell;
}

TEST(Prune, KeepsWhatCanBeMeasured) {
  EXPECT_EQ(code(test::a_cell()), "");
  EXPECT_EQ(code(cell_of(Collective::AllReduce, "ring", 4)), "");
  EXPECT_EQ(code(cell_of(Collective::SendRecv, "default", 2)), "");
}

TEST(Prune, NodeThatIsNotThere) {
  Cell cell = test::a_cell();
  cell.placement = test::on("n9", 2);
  EXPECT_EQ(code(cell), "node_absent");
}

TEST(Prune, NodeWithoutTheEngine) {
  PlanningNode node = test::a_node("n1");
  node.facts.engines.clear();
  EXPECT_EQ(code(test::a_cell(), {node}), "engine_missing");
}

TEST(Prune, SeveralNodesUnderTheLocalLauncher) {
  Cell cell = test::a_cell();
  cell.placement.nodes.push_back(test::node_id("n2"));
  EXPECT_EQ(code(cell), "launcher_local_is_one_node");
}

TEST(Prune, OneRankHasNoBus) {
  Cell cell = test::a_cell();
  cell.placement.ranks_per_node = 1;
  EXPECT_EQ(code(cell), "too_few_ranks");
  cell.placement.ranks_per_node = 0;
  EXPECT_EQ(code(cell), "too_few_ranks");
}

TEST(Prune, AlgorithmOfAnotherCollective) {
  EXPECT_EQ(code(cell_of(Collective::AllReduce, "bruck", 2)), "algorithm_not_for_collective");
}

TEST(Prune, SendRecvHasNoAlgorithm) {
  const auto why = prune_reason(cell_of(Collective::SendRecv, "ring", 2), {test::a_node("n1")});
  ASSERT_TRUE(why);
  EXPECT_EQ(why->code, "algorithm_not_for_collective");
  EXPECT_EQ(why->reason, "send_recv has no choice of algorithm");
}

TEST(Prune, TwoProcWithOtherThanTwoRanks) {
  EXPECT_EQ(code(cell_of(Collective::AllGather, "two_proc", 2)), "");
  EXPECT_EQ(code(cell_of(Collective::AllGather, "two_proc", 4)), "algorithm_needs_two_ranks");
  EXPECT_EQ(code(cell_of(Collective::AllToAll, "two_proc", 3)), "algorithm_needs_two_ranks");
}

TEST(Prune, AllGatherThatWouldSilentlyRunAnother) {
  EXPECT_EQ(code(cell_of(Collective::AllGather, "neighbor", 3)), "algorithm_needs_even_ranks");
  EXPECT_EQ(code(cell_of(Collective::AllGather, "recursive_doubling", 6)),
            "algorithm_needs_power_of_two_ranks");
}

TEST(Prune, RingWithFewerElementsThanRanks) {
  Cell cell = cell_of(Collective::AllReduce, "ring", 4);
  cell.size = MessageSize(8);
  const auto why = prune_reason(cell, {test::a_node("n1")});
  ASSERT_TRUE(why);
  EXPECT_EQ(why->code, "algorithm_needs_more_elements");
  EXPECT_NE(why->reason.find("at least 4 elements on 4 ranks, there are 2"), std::string::npos);
  cell.size = MessageSize(16);
  EXPECT_EQ(code(cell), "");
}

TEST(Prune, AllToAllInPlaceIgnoresTheAlgorithm) {
  Cell cell = cell_of(Collective::AllToAll, "pairwise", 2);
  cell.buffer = BufferMode::InPlace;
  EXPECT_EQ(code(cell), "in_place_ignores_algorithm");
  cell.algorithm = default_algorithm();
  EXPECT_EQ(code(cell), "");
}

TEST(Prune, InPlaceWhereThereIsNoSuchThing) {
  for (const Collective each : {Collective::SendRecv, Collective::Broadcast}) {
    Cell cell = cell_of(each, "default", 2);
    cell.buffer = BufferMode::InPlace;
    EXPECT_EQ(code(cell), "in_place_not_for_collective");
  }
}

TEST(Prune, SizeThatRanksCannotDivide) {
  Cell cell = cell_of(Collective::AllGather, "default", 3);
  cell.size = MessageSize(1024);
  const auto why = prune_reason(cell, {test::a_node("n1")});
  ASSERT_TRUE(why);
  EXPECT_EQ(why->code, "size_not_divisible");
  EXPECT_EQ(why->reason, "1 KiB is not a multiple of 12 B, float32 × 3 ranks");
  cell.collective = Collective::AllReduce;
  EXPECT_EQ(code(cell), "");
}

TEST(Prune, SizeThatIsNoMultipleOfTheType) {
  Cell cell = test::a_cell();
  cell.size = MessageSize(1022);
  EXPECT_EQ(code(cell), "size_not_divisible");
}

TEST(Prune, MoreElementsThanMpiCounts) {
  PlanningNode node = test::a_node("n1");
  node.facts.memory_bytes = 1ULL << 44;
  Cell cell = test::a_cell();
  cell.data_type = DataType::Int8;
  cell.size = MessageSize(kMpiCountMax);
  EXPECT_EQ(code(cell, {node}), "");
  cell.size = MessageSize(kMpiCountMax + 1);
  EXPECT_EQ(code(cell, {node}), "count_over_mpi_limit");
}

TEST(Prune, EagerAboveItsSegment) {
  Cell cell = test::a_cell();
  cell.protocol = Protocol::Eager;
  cell.size = kEagerSizeMax;
  EXPECT_EQ(code(cell), "");
  cell.size = MessageSize(8ULL << 20);
  EXPECT_EQ(code(cell), "eager_too_large");
  cell.protocol = Protocol::Rendezvous;
  EXPECT_EQ(code(cell), "");
}

// 8 GiB of memory: half is 4 GiB, for 2 ranks with 2 buffers 1 GiB each.
TEST(Prune, BuffersBeyondHalfOfTheMemory) {
  Cell cell = test::a_cell();
  cell.size = MessageSize(1ULL << 30);
  EXPECT_EQ(code(cell), "");
  cell.size = MessageSize((1ULL << 30) + 4);
  EXPECT_EQ(code(cell), "memory_too_small");
}

TEST(Prune, HugeSizesDoNotOverflow) {
  Cell cell = test::a_cell();
  cell.data_type = DataType::Float64;
  cell.size = MessageSize(1ULL << 33);
  cell.placement.ranks_per_node = 1U << 30;
  EXPECT_EQ(code(cell), "memory_too_small");
}

TEST(Prune, UnknownMemoryIsNoReason) {
  PlanningNode node = test::a_node("n1");
  node.facts.memory_bytes = 0;
  Cell cell = test::a_cell();
  cell.size = MessageSize(1ULL << 32);
  EXPECT_EQ(code(cell, {node}), "");
}

}  // namespace
}  // namespace busbar
