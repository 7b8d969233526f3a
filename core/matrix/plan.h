#pragma once
// From a matrix and the nodes that are there to a plan: cells, pruned cells with reasons, launches,
// time. Invariants: the same input gives the same plan, byte for byte; every point of the matrix is
// in exactly one of `cells`, `pruned` and `over_budget`, save duplicates, which are counted.
// Errors: no usable node, more cells than kCellsMax (said with the count before anything is
// allocated). Threads: pure.
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "core/error/result.h"
#include "core/matrix/cell.h"
#include "core/matrix/matrix.h"

namespace busbar {

// A night of 8 hours holds 28,800 cells of one second; 100,000 leaves room and keeps a plan under
// 100 MiB.
inline constexpr std::uint64_t kCellsMax = 100'000;

struct PlannedCell {
  Cell cell;
  Seconds estimate;
};

struct PrunedCell {
  Cell cell;
  std::string code;    // stable, for programs: "algorithm_needs_two_ranks"
  std::string reason;  // for people
};

// Cells that one start of the bench program can measure: same placement, same environment.
struct LaunchGroup {
  Placement placement;
  Protocol protocol =
      Protocol::Default;         // read once at start by the library, so a start of its own
  std::vector<CellIndex> cells;  // in the order to measure them
  Seconds estimate;              // with one start
};

struct Plan {
  std::vector<PlannedCell> cells;  // index = CellIndex
  std::vector<PrunedCell> pruned;
  std::vector<PlannedCell> over_budget;
  std::vector<LaunchGroup> groups;
  std::uint64_t duplicates = 0;  // points that several sweeps name; planned once
  Seconds estimate;
  std::vector<std::string> notes;  // "ranks_per_node: 2 chosen, the cores of n1"
};

struct PlanningNode {
  NodeId id;
  NodeFacts facts;
};

// Measuring time of a cell from its series' history; nothing if it has none.
using History = std::function<std::optional<Seconds>(const Cell&)>;

// The number of points before any pruning; saturates, never overflows.
std::uint64_t count_points(const Matrix&, std::size_t placements);

Result<Plan> make_plan(const Matrix&, const std::vector<PlanningNode>& nodes, const History&);

}  // namespace busbar
