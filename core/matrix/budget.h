#pragma once
// Leaving out cells that do not fit the time budget, so that every curve loses alike.
// The unit is a comparison: the cells of one point with all their algorithms, kept or left out
// together. The longest go first; of equally long ones the largest size, so that no collective
// disappears while another keeps its whole range; then the last of the plan. Starts of launches
// count; a launch without cells is not started. Invariants: the order of what is kept and of what
// is left out is the measuring order. Threads: pure.
#include <vector>

#include "core/matrix/matrix.h"
#include "core/matrix/plan.h"

namespace busbar {

struct Trimmed {
  std::vector<PlannedCell> kept;
  std::vector<PlannedCell> over_budget;
};

// `cells` are in measuring order.
Trimmed trim_to_budget(std::vector<PlannedCell> cells, const Budget& budget);

}  // namespace busbar
