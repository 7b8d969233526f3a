#pragma once
// From the dimensions of a matrix to its distinct points, in a stable order: sweeps as written,
// then placements, collectives, types, operations, protocols, buffers, sizes and, fastest,
// algorithms. Invariants: no point twice; where a collective reduces nothing its operation is Sum,
// so that the points that differ in the operation alone are one. Threads: pure.
#include <cstdint>
#include <vector>

#include "core/matrix/cell.h"
#include "core/matrix/matrix.h"

namespace busbar {

struct Expansion {
  std::vector<Cell> cells;
  std::uint64_t duplicates = 0;
};

// The caller has checked count_points() against kCellsMax.
Expansion expand(const Matrix&, const std::vector<Placement>& placements);

}  // namespace busbar
