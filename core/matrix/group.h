#pragma once
// The order of measuring and the launches that it makes.
// Within a launch: collective, type, operation, buffer, size ascending and, fastest, the
// algorithms. Algorithms of one point are neighbours in time, so that a comparison between them
// sees the same state of the machine. Invariants: a stable order; launches are contiguous in it.
// Threads: pure.
#include <vector>

#include "core/matrix/plan.h"

namespace busbar {

// One start of mpirun with its ranks and the reading of provenance, on one node.
inline constexpr Seconds kLaunchStart{1.0};
// Warm-up, checking of data and reporting of a cell, beside its sampling.
inline constexpr Seconds kCellOverhead{0.05};

// Same start of the bench program: placement and protocol.
bool are_of_one_launch(const Cell&, const Cell&);
// Equal but for the algorithm, within one launch: what people compare.
bool are_compared(const Cell&, const Cell&);

// Placements in the order of their first cell, then protocols, then as above.
std::vector<PlannedCell> in_measuring_order(std::vector<PlannedCell> cells);

// `cells` are in measuring order; a cell's position is its CellIndex.
std::vector<LaunchGroup> group_into_launches(const std::vector<PlannedCell>& cells);

}  // namespace busbar
