#pragma once
// Why a point of the matrix cannot be measured, as a stable code for programs and a sentence for
// people. Only what is certain is pruned; what the library decides while it runs is left to the
// witness. Codes: node_absent, engine_missing, launcher_local_is_one_node, too_few_ranks,
// algorithm_not_for_collective, algorithm_needs_two_ranks, algorithm_needs_even_ranks,
// algorithm_needs_power_of_two_ranks, algorithm_needs_more_elements, in_place_ignores_algorithm,
// in_place_not_for_collective, size_not_divisible, count_over_mpi_limit, eager_too_large,
// memory_too_small. Threads: pure.
#include <optional>
#include <string>
#include <vector>

#include "core/matrix/cell.h"
#include "core/matrix/plan.h"

namespace busbar {

// Open MPI's shared memory segment of a rank (btl_vader_segment_size) has 4 MiB: no longer message
// is sent eagerly.
inline constexpr MessageSize kEagerSizeMax{4ULL << 20};
// A send and a receive buffer; in place, a copy to fill it again.
inline constexpr std::uint64_t kBuffersPerRank = 2;
// The other half is for the processes, the library's segments and the node's own work; beyond it
// paging is measured.
inline constexpr std::uint64_t kMemoryPart = 2;
// MPI counts elements in an int.
inline constexpr std::uint64_t kMpiCountMax = 2'147'483'647;

struct PruneReason {
  std::string code;
  std::string reason;
};

// The first reason that holds; nothing if the cell can be measured.
std::optional<PruneReason> prune_reason(const Cell&, const std::vector<PlanningNode>& nodes);

}  // namespace busbar
