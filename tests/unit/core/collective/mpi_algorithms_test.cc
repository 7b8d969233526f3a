#include "core/collective/mpi_algorithms.h"

#include <gtest/gtest.h>

#include <array>
#include <set>
#include <string>

namespace busbar {
namespace {

constexpr std::array kWithChoice{Collective::AllReduce,     Collective::AllGather,
                                 Collective::ReduceScatter, Collective::Broadcast,
                                 Collective::Reduce,        Collective::AllToAll};

const MpiAlgorithm& algorithm(Collective collective, const char* name) {
  static const MpiAlgorithm kNone{"", 0, ""};
  const MpiAlgorithm* found = find_mpi_algorithm(collective, *AlgorithmName::parse(name));
  EXPECT_NE(found, nullptr) << name;
  return found == nullptr ? kNone : *found;
}

std::string fault(Collective collective, const char* name, std::uint32_t ranks) {
  return mpi_algorithm_fault(collective, algorithm(collective, name), RankCount(ranks))
      .value_or("");
}

std::uint64_t fewest(Collective collective, const char* name, std::uint32_t ranks) {
  return elements_min(collective, algorithm(collective, name), RankCount(ranks));
}

TEST(MpiAlgorithms, HaveThePublishedNumbers) {
  EXPECT_EQ(algorithm(Collective::AllReduce, "ring").number, 4);
  EXPECT_EQ(algorithm(Collective::AllReduce, "rabenseifner").number, 6);
  EXPECT_EQ(algorithm(Collective::AllGather, "neighbor").number, 5);
  EXPECT_EQ(algorithm(Collective::ReduceScatter, "butterfly").number, 4);
  EXPECT_EQ(algorithm(Collective::Broadcast, "scatter_allgather_ring").number, 9);
  EXPECT_EQ(algorithm(Collective::Reduce, "in-order_binary").number, 6);
  EXPECT_EQ(algorithm(Collective::AllToAll, "two_proc").number, 5);
}

TEST(MpiAlgorithms, AreCountedFromOneWithoutAGap) {
  for (const Collective collective : kWithChoice) {
    int expected = 1;
    for (const MpiAlgorithm& each : mpi_algorithms(collective)) EXPECT_EQ(each.number, expected++);
  }
}

TEST(MpiAlgorithms, OfEachCollectiveAreAsManyAsPublished) {
  EXPECT_EQ(mpi_algorithms(Collective::AllReduce).size(), 6u);
  EXPECT_EQ(mpi_algorithms(Collective::AllGather).size(), 6u);
  EXPECT_EQ(mpi_algorithms(Collective::ReduceScatter).size(), 4u);
  EXPECT_EQ(mpi_algorithms(Collective::Broadcast).size(), 9u);
  EXPECT_EQ(mpi_algorithms(Collective::Reduce).size(), 7u);
  EXPECT_EQ(mpi_algorithms(Collective::AllToAll).size(), 5u);
}

TEST(MpiAlgorithms, HaveNamesAndSymbolsOfTheirOwn) {
  std::set<std::string_view> symbols;
  for (const Collective collective : kWithChoice) {
    std::set<std::string_view> names;
    for (const MpiAlgorithm& each : mpi_algorithms(collective)) {
      EXPECT_TRUE(names.insert(each.name).second) << each.name;
      EXPECT_TRUE(symbols.insert(each.symbol).second) << each.symbol;
      EXPECT_TRUE(AlgorithmName::parse(std::string(each.name))) << each.name;
      const std::string prefix = "ompi_coll_base_" + std::string(tuned_operation_name(collective));
      EXPECT_TRUE(each.symbol.starts_with(prefix + "_")) << each.symbol;
    }
  }
}

TEST(MpiAlgorithms, OfSendRecvAreNone) {
  EXPECT_TRUE(mpi_algorithms(Collective::SendRecv).empty());
  EXPECT_EQ(tuned_operation_name(Collective::SendRecv), "");
  EXPECT_EQ(find_mpi_algorithm(Collective::SendRecv, *AlgorithmName::parse("ring")), nullptr);
}

TEST(MpiAlgorithms, DefaultAndForeignNamesAreNotFound) {
  EXPECT_EQ(find_mpi_algorithm(Collective::AllReduce, default_algorithm()), nullptr);
  EXPECT_EQ(find_mpi_algorithm(Collective::AllReduce, *AlgorithmName::parse("bruck")), nullptr);
}

TEST(MpiAlgorithms, ReduceScatterIsTheBlockForm) {
  EXPECT_EQ(tuned_operation_name(Collective::ReduceScatter), "reduce_scatter_block");
}

TEST(MpiAlgorithmFault, TwoProcRunsWithTwoRanksOnly) {
  for (const Collective each : {Collective::AllGather, Collective::AllToAll}) {
    EXPECT_EQ(fault(each, "two_proc", 2), "");
    EXPECT_EQ(fault(each, "two_proc", 4), "two_proc runs only with 2 ranks, there are 4");
  }
}

TEST(MpiAlgorithmFault, NeighborExchangeNeedsPairs) {
  EXPECT_EQ(fault(Collective::AllGather, "neighbor", 4), "");
  EXPECT_NE(fault(Collective::AllGather, "neighbor", 3).find("even"), std::string::npos);
}

TEST(MpiAlgorithmFault, AllGatherByDoublingNeedsAPowerOfTwo) {
  EXPECT_EQ(fault(Collective::AllGather, "recursive_doubling", 8), "");
  EXPECT_NE(fault(Collective::AllGather, "recursive_doubling", 6), "");
}

TEST(MpiAlgorithmFault, AllReduceByDoublingTakesAnyNumber) {
  EXPECT_EQ(fault(Collective::AllReduce, "recursive_doubling", 3), "");
  EXPECT_EQ(fault(Collective::ReduceScatter, "recursive_halving", 3), "");
}

TEST(ElementsMin, RingsNeedABlockForEachRank) {
  EXPECT_EQ(fewest(Collective::AllReduce, "ring", 4), 4u);
  EXPECT_EQ(fewest(Collective::AllReduce, "segmented_ring", 3), 3u);
  EXPECT_EQ(fewest(Collective::Broadcast, "scatter_allgather", 3), 3u);
  EXPECT_EQ(fewest(Collective::Broadcast, "scatter_allgather_ring", 4), 4u);
}

TEST(ElementsMin, RabenseifnerNeedsTheLargestPowerOfTwoOfRanks) {
  EXPECT_EQ(fewest(Collective::AllReduce, "rabenseifner", 3), 2u);
  EXPECT_EQ(fewest(Collective::AllReduce, "rabenseifner", 4), 4u);
  EXPECT_EQ(fewest(Collective::Reduce, "rabenseifner", 7), 4u);
}

TEST(ElementsMin, SplitTreeNeedsTwoHalvesAndTheRestOne) {
  EXPECT_EQ(fewest(Collective::Broadcast, "split_binary_tree", 8), 2u);
  EXPECT_EQ(fewest(Collective::Broadcast, "binomial", 8), 1u);
  EXPECT_EQ(fewest(Collective::AllReduce, "recursive_doubling", 8), 1u);
  EXPECT_EQ(fewest(Collective::AllToAll, "pairwise", 8), 1u);
}

}  // namespace
}  // namespace busbar
