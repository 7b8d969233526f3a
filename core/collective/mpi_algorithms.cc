#include "core/collective/mpi_algorithms.h"

#include <algorithm>
#include <array>
#include <bit>

namespace busbar {
namespace {

constexpr std::array kAllReduce{
    MpiAlgorithm{"basic_linear", 1, "ompi_coll_base_allreduce_intra_basic_linear"},
    MpiAlgorithm{"nonoverlapping", 2, "ompi_coll_base_allreduce_intra_nonoverlapping"},
    MpiAlgorithm{"recursive_doubling", 3, "ompi_coll_base_allreduce_intra_recursivedoubling"},
    MpiAlgorithm{"ring", 4, "ompi_coll_base_allreduce_intra_ring"},
    MpiAlgorithm{"segmented_ring", 5, "ompi_coll_base_allreduce_intra_ring_segmented"},
    MpiAlgorithm{"rabenseifner", 6, "ompi_coll_base_allreduce_intra_redscat_allgather"},
};
constexpr std::array kAllGather{
    MpiAlgorithm{"linear", 1, "ompi_coll_base_allgather_intra_basic_linear"},
    MpiAlgorithm{"bruck", 2, "ompi_coll_base_allgather_intra_bruck"},
    MpiAlgorithm{"recursive_doubling", 3, "ompi_coll_base_allgather_intra_recursivedoubling"},
    MpiAlgorithm{"ring", 4, "ompi_coll_base_allgather_intra_ring"},
    MpiAlgorithm{"neighbor", 5, "ompi_coll_base_allgather_intra_neighborexchange"},
    MpiAlgorithm{"two_proc", 6, "ompi_coll_base_allgather_intra_two_procs"},
};
// Of MPI_Reduce_scatter_block: equal blocks, as the collective is defined here.
constexpr std::array kReduceScatter{
    MpiAlgorithm{"basic_linear", 1, "ompi_coll_base_reduce_scatter_block_basic_linear"},
    MpiAlgorithm{"recursive_doubling", 2,
                 "ompi_coll_base_reduce_scatter_block_intra_recursivedoubling"},
    MpiAlgorithm{"recursive_halving", 3,
                 "ompi_coll_base_reduce_scatter_block_intra_recursivehalving"},
    MpiAlgorithm{"butterfly", 4, "ompi_coll_base_reduce_scatter_block_intra_butterfly"},
};
constexpr std::array kBroadcast{
    MpiAlgorithm{"basic_linear", 1, "ompi_coll_base_bcast_intra_basic_linear"},
    MpiAlgorithm{"chain", 2, "ompi_coll_base_bcast_intra_chain"},
    MpiAlgorithm{"pipeline", 3, "ompi_coll_base_bcast_intra_pipeline"},
    MpiAlgorithm{"split_binary_tree", 4, "ompi_coll_base_bcast_intra_split_bintree"},
    MpiAlgorithm{"binary_tree", 5, "ompi_coll_base_bcast_intra_bintree"},
    MpiAlgorithm{"binomial", 6, "ompi_coll_base_bcast_intra_binomial"},
    MpiAlgorithm{"knomial", 7, "ompi_coll_base_bcast_intra_knomial"},
    MpiAlgorithm{"scatter_allgather", 8, "ompi_coll_base_bcast_intra_scatter_allgather"},
    MpiAlgorithm{"scatter_allgather_ring", 9, "ompi_coll_base_bcast_intra_scatter_allgather_ring"},
};
constexpr std::array kReduce{
    MpiAlgorithm{"linear", 1, "ompi_coll_base_reduce_intra_basic_linear"},
    MpiAlgorithm{"chain", 2, "ompi_coll_base_reduce_intra_chain"},
    MpiAlgorithm{"pipeline", 3, "ompi_coll_base_reduce_intra_pipeline"},
    MpiAlgorithm{"binary", 4, "ompi_coll_base_reduce_intra_binary"},
    MpiAlgorithm{"binomial", 5, "ompi_coll_base_reduce_intra_binomial"},
    MpiAlgorithm{"in-order_binary", 6, "ompi_coll_base_reduce_intra_in_order_binary"},
    MpiAlgorithm{"rabenseifner", 7, "ompi_coll_base_reduce_intra_redscat_gather"},
};
constexpr std::array kAllToAll{
    MpiAlgorithm{"linear", 1, "ompi_coll_base_alltoall_intra_basic_linear"},
    MpiAlgorithm{"pairwise", 2, "ompi_coll_base_alltoall_intra_pairwise"},
    MpiAlgorithm{"modified_bruck", 3, "ompi_coll_base_alltoall_intra_bruck"},
    MpiAlgorithm{"linear_sync", 4, "ompi_coll_base_alltoall_intra_linear_sync"},
    MpiAlgorithm{"two_proc", 5, "ompi_coll_base_alltoall_intra_two_procs"},
};

std::string with_ranks(const MpiAlgorithm& algorithm, std::string_view demand, RankCount ranks) {
  return std::string(algorithm.name) + " runs only with " + std::string(demand) + ", there are " +
         std::to_string(ranks.value());
}

}  // namespace

std::span<const MpiAlgorithm> mpi_algorithms(Collective collective) {
  switch (collective) {
    case Collective::AllReduce:
      return kAllReduce;
    case Collective::AllGather:
      return kAllGather;
    case Collective::ReduceScatter:
      return kReduceScatter;
    case Collective::Broadcast:
      return kBroadcast;
    case Collective::Reduce:
      return kReduce;
    case Collective::AllToAll:
      return kAllToAll;
    case Collective::SendRecv:
      return {};
  }
  return {};
}

const MpiAlgorithm* find_mpi_algorithm(Collective collective, const AlgorithmName& name) {
  const std::span<const MpiAlgorithm> all = mpi_algorithms(collective);
  const auto found = std::find_if(all.begin(), all.end(), [&name](const MpiAlgorithm& each) {
    return each.name == name.text();
  });
  return found == all.end() ? nullptr : &*found;
}

std::string_view tuned_operation_name(Collective collective) {
  switch (collective) {
    case Collective::AllReduce:
      return "allreduce";
    case Collective::AllGather:
      return "allgather";
    case Collective::ReduceScatter:
      return "reduce_scatter_block";
    case Collective::Broadcast:
      return "bcast";
    case Collective::Reduce:
      return "reduce";
    case Collective::AllToAll:
      return "alltoall";
    case Collective::SendRecv:
      return "";
  }
  return "";
}

RankRequirement rank_requirement(Collective collective, const MpiAlgorithm& algorithm) {
  if (algorithm.name == "two_proc") return RankRequirement::Two;
  if (collective != Collective::AllGather) return RankRequirement::None;
  if (algorithm.name == "neighbor") return RankRequirement::Even;
  if (algorithm.name == "recursive_doubling") return RankRequirement::PowerOfTwo;
  return RankRequirement::None;
}

// Seen by counting the calls of each symbol with 2, 3 and 4 ranks and 1, 2 and 1000 elements.
std::uint64_t elements_min(Collective collective, const MpiAlgorithm& algorithm, RankCount ranks) {
  const std::string_view name = algorithm.name;
  const std::uint32_t n = ranks.value();
  switch (collective) {
    case Collective::AllReduce:
      if (name == "ring" || name == "segmented_ring") return n;  // a block for each rank
      return name == "rabenseifner" ? std::bit_floor(n) : 1;
    case Collective::Broadcast:
      if (name.starts_with("scatter_allgather")) return n;
      return name == "split_binary_tree" ? 2 : 1;  // a half for each tree
    case Collective::Reduce:
      return name == "rabenseifner" ? std::bit_floor(n) : 1;
    case Collective::AllGather:
    case Collective::ReduceScatter:
    case Collective::AllToAll:
    case Collective::SendRecv:
      return 1;
  }
  return 1;
}

std::optional<std::string> mpi_algorithm_fault(Collective collective, const MpiAlgorithm& algorithm,
                                               RankCount ranks) {
  const std::uint32_t n = ranks.value();
  switch (rank_requirement(collective, algorithm)) {
    case RankRequirement::None:
      return std::nullopt;
    case RankRequirement::Two:
      if (n == 2) return std::nullopt;
      return with_ranks(algorithm, "2 ranks", ranks);
    case RankRequirement::Even:
      if (n % 2 == 0) return std::nullopt;
      return with_ranks(algorithm, "an even number of ranks", ranks);
    case RankRequirement::PowerOfTwo:
      if (std::has_single_bit(n)) return std::nullopt;
      return with_ranks(algorithm, "a power of two of ranks", ranks);
  }
  return std::nullopt;
}

}  // namespace busbar
