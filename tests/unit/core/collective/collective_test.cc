#include "core/collective/collective.h"

#include <gtest/gtest.h>

#include <array>

namespace busbar {
namespace {

constexpr std::array kAll{Collective::AllReduce, Collective::AllGather, Collective::ReduceScatter,
                          Collective::Broadcast, Collective::Reduce,    Collective::AllToAll,
                          Collective::SendRecv};

double factor(Collective collective, std::uint32_t ranks) {
  return bus_factor(collective, RankCount(ranks)).value();
}

TEST(BusFactor, AllReduceMovesNearlyTwice) {
  EXPECT_DOUBLE_EQ(factor(Collective::AllReduce, 2), 1.0);
  EXPECT_DOUBLE_EQ(factor(Collective::AllReduce, 4), 1.5);
  EXPECT_DOUBLE_EQ(factor(Collective::AllReduce, 8), 1.75);
  EXPECT_DOUBLE_EQ(factor(Collective::AllReduce, 64), 1.96875);
}

TEST(BusFactor, DividedCollectivesKeepTheirOwnPart) {
  for (const Collective each :
       {Collective::AllGather, Collective::ReduceScatter, Collective::AllToAll}) {
    EXPECT_DOUBLE_EQ(factor(each, 2), 0.5);
    EXPECT_DOUBLE_EQ(factor(each, 8), 0.875);
  }
}

TEST(BusFactor, OneDirectionOfTheRestCounts) {
  for (const Collective each : {Collective::Broadcast, Collective::Reduce, Collective::SendRecv})
    for (const std::uint32_t ranks : {2u, 8u, 1000u}) EXPECT_DOUBLE_EQ(factor(each, ranks), 1.0);
}

TEST(BusFactor, OneRankHasNoBus) {
  EXPECT_DOUBLE_EQ(factor(Collective::AllReduce, 1), 0.0);
  EXPECT_DOUBLE_EQ(factor(Collective::AllGather, 1), 0.0);
  EXPECT_DOUBLE_EQ(factor(Collective::AllReduce, 0), 0.0);
}

TEST(BusBandwidth, OfAllReduceOn8RanksAt100GigabytesIs175) {
  EXPECT_EQ(bus_bandwidth(Collective::AllReduce, AlgorithmBandwidth(100e9), RankCount(8)),
            BusBandwidth(175e9));
}

TEST(BusBandwidth, OfAllGatherOn4RanksAt100GigabytesIs75) {
  EXPECT_EQ(bus_bandwidth(Collective::AllGather, AlgorithmBandwidth(100e9), RankCount(4)),
            BusBandwidth(75e9));
}

TEST(AlgorithmBandwidthOf, OneGibibyteInAMillisecondIs1073Gigabytes) {
  EXPECT_DOUBLE_EQ(algorithm_bandwidth(MessageSize(1ULL << 30), Seconds(1e-3)).value(),
                   1073.741824e9);
}

TEST(AlgorithmBandwidthOf, NoTimeIsNoBandwidth) {
  EXPECT_EQ(algorithm_bandwidth(MessageSize(8), Seconds(0)), AlgorithmBandwidth(0));
}

TEST(CollectiveTexts, ReadBackToTheSameValue) {
  for (const Collective each : kAll) EXPECT_EQ(from_text<Collective>(to_text(each)), each);
}

TEST(CollectiveTexts, AreThePublishedWords) {
  EXPECT_EQ(all_texts<Collective>(),
            "all_reduce, all_gather, reduce_scatter, broadcast, reduce, all_to_all, send_recv");
  EXPECT_EQ(all_texts<DataType>(), "int8, int32, int64, float32, float64");
  EXPECT_EQ(all_texts<ReductionOperation>(), "sum, prod, min, max");
  EXPECT_EQ(all_texts<Engine>(), "mpi");
  EXPECT_EQ(all_texts<Protocol>(), "default, eager, rendezvous");
  EXPECT_EQ(all_texts<BufferMode>(), "out_of_place, in_place");
}

TEST(CollectiveTexts, OtherWordsAreNothing) {
  EXPECT_EQ(from_text<Collective>("allreduce"), std::nullopt);
  EXPECT_EQ(from_text<Collective>("ALL_REDUCE"), std::nullopt);
  EXPECT_EQ(from_text<Collective>(""), std::nullopt);
  EXPECT_EQ(from_text<DataType>("float"), std::nullopt);
  EXPECT_EQ(from_text<Engine>("nccl"), std::nullopt);
}

TEST(CollectiveTexts, OfEveryOtherEnumReadBack) {
  for (const auto each :
       {DataType::Int8, DataType::Int32, DataType::Int64, DataType::Float32, DataType::Float64})
    EXPECT_EQ(from_text<DataType>(to_text(each)), each);
  for (const auto each : {ReductionOperation::Sum, ReductionOperation::Prod,
                          ReductionOperation::Min, ReductionOperation::Max})
    EXPECT_EQ(from_text<ReductionOperation>(to_text(each)), each);
  for (const auto each : {Protocol::Default, Protocol::Eager, Protocol::Rendezvous})
    EXPECT_EQ(from_text<Protocol>(to_text(each)), each);
  for (const auto each : {BufferMode::OutOfPlace, BufferMode::InPlace})
    EXPECT_EQ(from_text<BufferMode>(to_text(each)), each);
  EXPECT_EQ(from_text<Engine>(to_text(Engine::Mpi)), Engine::Mpi);
}

TEST(DataTypes, HaveTheirSize) {
  EXPECT_EQ(element_size(DataType::Int8), MessageSize(1));
  EXPECT_EQ(element_size(DataType::Int32), MessageSize(4));
  EXPECT_EQ(element_size(DataType::Float32), MessageSize(4));
  EXPECT_EQ(element_size(DataType::Int64), MessageSize(8));
  EXPECT_EQ(element_size(DataType::Float64), MessageSize(8));
}

TEST(Collectives, ThatReduceAreThree) {
  for (const Collective each : kAll)
    EXPECT_EQ(reduces(each), each == Collective::AllReduce || each == Collective::ReduceScatter ||
                                 each == Collective::Reduce)
        << to_text(each);
}

TEST(Collectives, ThatDivideBuffersAreThree) {
  for (const Collective each : kAll)
    EXPECT_EQ(is_divided_by_ranks(each), each == Collective::AllGather ||
                                             each == Collective::ReduceScatter ||
                                             each == Collective::AllToAll)
        << to_text(each);
}

}  // namespace
}  // namespace busbar
