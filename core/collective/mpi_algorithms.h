#pragma once
// Open MPI's forced algorithms of the component `tuned`, by their published names, with the numbers
// that its parameters take and the conditions under which each really runs. Source: `ompi_info
// --param coll tuned --level 9 --parsable` of 4.1.4; conditions from the behaviour of that release
// (two_proc with more than two ranks aborts; see docs/method/mpi-engine.md).
// Threads: pure.
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/collective/collective.h"
#include "core/units/name.h"

namespace busbar {

struct MpiAlgorithm {
  std::string_view name;  // "ring"
  int number;             // value of coll_tuned_<operation>_algorithm
  std::string_view
      symbol;  // the function of libmpi that runs it, e.g. "ompi_coll_base_allreduce_intra_ring"
};

// All algorithms of a collective; empty for send_recv, which has no choice of algorithm.
std::span<const MpiAlgorithm> mpi_algorithms(Collective);
const MpiAlgorithm* find_mpi_algorithm(Collective, const AlgorithmName&);

// "allreduce" in coll_tuned_allreduce_algorithm; empty for send_recv.
std::string_view tuned_operation_name(Collective);

// What an algorithm demands of the number of ranks. Two: it aborts the job with any other. Even and
// PowerOfTwo: with any other the library silently runs another algorithm.
enum class RankRequirement { None, Two, Even, PowerOfTwo };
RankRequirement rank_requirement(Collective, const MpiAlgorithm&);

// The fewest elements in the whole buffer with which it runs itself; below, the library silently
// runs another algorithm.
std::uint64_t elements_min(Collective, const MpiAlgorithm&, RankCount);

// Why this algorithm cannot run on so many ranks; nothing if it can.
std::optional<std::string> mpi_algorithm_fault(Collective, const MpiAlgorithm&, RankCount);

}  // namespace busbar
