#include "core/matrix/prune.h"

#include <array>

#include "core/collective/mpi_algorithms.h"
#include "core/matrix/place.h"
#include "core/units/size_text.h"

namespace busbar {
namespace {

using Reason = std::optional<PruneReason>;
using Nodes = std::vector<PlanningNode>;

std::string named(Collective collective) {
  return std::string(to_text(collective));
}

std::string ranks_text(const Cell& cell) {
  return std::to_string(cell.placement.ranks().value()) + " ranks";
}

Reason nodes_reason(const Cell& cell, const Nodes& nodes) {
  for (const NodeId& id : cell.placement.nodes) {
    const PlanningNode* node = find_node(nodes, id);
    if (node == nullptr)
      return PruneReason{"node_absent", "node " + id.text() + " is not connected"};
    if (!offers(*node, cell.engine))
      return PruneReason{"engine_missing", "node " + id.text() + " does not offer the engine " +
                                               std::string(to_text(cell.engine))};
  }
  return std::nullopt;
}

Reason placement_reason(const Cell& cell, const Nodes&) {
  if (cell.placement.nodes.size() > 1)
    return PruneReason{"launcher_local_is_one_node",
                       "the launcher local starts ranks on one node, the placement has " +
                           std::to_string(cell.placement.nodes.size())};
  if (cell.placement.ranks() < RankCount(2))
    return PruneReason{"too_few_ranks", "fewer than 2 ranks have no bus to measure"};
  return std::nullopt;
}

std::string requirement_code(RankRequirement requirement) {
  switch (requirement) {
    case RankRequirement::None:
      break;
    case RankRequirement::Two:
      return "algorithm_needs_two_ranks";
    case RankRequirement::Even:
      return "algorithm_needs_even_ranks";
    case RankRequirement::PowerOfTwo:
      return "algorithm_needs_power_of_two_ranks";
  }
  return "";
}

Reason elements_reason(const Cell& cell, const MpiAlgorithm& algorithm) {
  const std::uint64_t elements = cell.size.value() / element_size(cell.data_type).value();
  const std::uint64_t fewest = elements_min(cell.collective, algorithm, cell.placement.ranks());
  if (elements >= fewest) return std::nullopt;
  return PruneReason{"algorithm_needs_more_elements",
                     std::string(algorithm.name) + " of " + named(cell.collective) +
                         " needs at least " + std::to_string(fewest) + " elements on " +
                         ranks_text(cell) + ", there are " + std::to_string(elements) +
                         "; the library would run another algorithm"};
}

Reason algorithm_reason(const Cell& cell, const Nodes&) {
  if (cell.algorithm == default_algorithm()) return std::nullopt;
  const MpiAlgorithm* algorithm = find_mpi_algorithm(cell.collective, cell.algorithm);
  if (algorithm == nullptr) {
    const bool has_choice = !mpi_algorithms(cell.collective).empty();
    return PruneReason{"algorithm_not_for_collective",
                       named(cell.collective) + " has no " +
                           (has_choice ? "algorithm " + cell.algorithm.text()
                                       : std::string("choice of algorithm"))};
  }
  if (auto fault = mpi_algorithm_fault(cell.collective, *algorithm, cell.placement.ranks()))
    return PruneReason{requirement_code(rank_requirement(cell.collective, *algorithm)), *fault};
  if (cell.collective == Collective::AllToAll && cell.buffer == BufferMode::InPlace)
    return PruneReason{"in_place_ignores_algorithm",
                       "in place, the library runs one all_to_all whatever algorithm is forced"};
  return elements_reason(cell, *algorithm);
}

Reason buffer_reason(const Cell& cell, const Nodes&) {
  if (cell.buffer != BufferMode::InPlace) return std::nullopt;
  if (cell.collective == Collective::SendRecv)
    return PruneReason{"in_place_not_for_collective",
                       "send_recv sends one buffer while it receives into another"};
  if (cell.collective == Collective::Broadcast)
    return PruneReason{"in_place_not_for_collective",
                       "MPI's broadcast has one buffer; it is measured as out_of_place"};
  return std::nullopt;
}

Reason size_reason(const Cell& cell, const Nodes&) {
  const std::uint64_t element = element_size(cell.data_type).value();
  const bool is_divided = is_divided_by_ranks(cell.collective);
  const std::uint64_t parts = is_divided ? cell.placement.ranks().value() : 1;
  const std::uint64_t unit = element * parts;
  if (cell.size.value() % unit != 0)
    return PruneReason{"size_not_divisible",
                       to_size_text(cell.size) + " is not a multiple of " + std::to_string(unit) +
                           " B, " + std::string(to_text(cell.data_type)) +
                           (is_divided ? " × " + ranks_text(cell) : std::string())};
  if (cell.size.value() / unit > kMpiCountMax)
    return PruneReason{"count_over_mpi_limit", std::to_string(cell.size.value() / unit) +
                                                   " elements in one call, MPI counts to " +
                                                   std::to_string(kMpiCountMax)};
  return std::nullopt;
}

Reason eager_reason(const Cell& cell, const Nodes&) {
  if (cell.protocol != Protocol::Eager || cell.size <= kEagerSizeMax) return std::nullopt;
  return PruneReason{"eager_too_large", to_size_text(cell.size) + " is more than the " +
                                            to_size_text(kEagerSizeMax) +
                                            " that a rank's shared segment holds"};
}

// By division, since sizes near 2^64 would overflow a product.
Reason memory_reason(const Cell& cell, const Nodes& nodes) {
  for (const NodeId& id : cell.placement.nodes) {
    const PlanningNode* node = find_node(nodes, id);
    if (node == nullptr || node->facts.memory_bytes == 0) continue;  // unknown: no claim
    const std::uint64_t usable = node->facts.memory_bytes / kMemoryPart;
    if (cell.size.value() <= usable / kBuffersPerRank / cell.placement.ranks_per_node) continue;
    return PruneReason{"memory_too_small",
                       std::to_string(kBuffersPerRank) + " buffers of " + to_size_text(cell.size) +
                           " for each of " + std::to_string(cell.placement.ranks_per_node) +
                           " ranks exceed half of the memory of " + id.text() + " (" +
                           to_size_text(MessageSize(node->facts.memory_bytes)) + ")"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<PruneReason> prune_reason(const Cell& cell, const Nodes& nodes) {
  constexpr std::array kRules{nodes_reason, placement_reason, algorithm_reason, buffer_reason,
                              size_reason,  eager_reason,     memory_reason};
  for (const auto rule : kRules)
    if (Reason reason = rule(cell, nodes)) return reason;
  return std::nullopt;
}

}  // namespace busbar
