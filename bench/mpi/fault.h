#pragma once
// Faults on demand, for the tests of those who must survive them: BUSBAR_BENCH_FAULT is
// hang_at_cell=N, crash_at_cell=N, rubbish_at_cell=N or wrong_at_cell=N (docs/guide/bench.md).
// Without it nothing of this happens. Threads: the main one.
#include <optional>

#include "core/error/result.h"
#include "core/matrix/cell.h"

namespace busbar::bench {

enum class FaultKind { Hang, Crash, Rubbish, Wrong };
struct PlannedFault {
  FaultKind kind;
  CellIndex cell;
};

// Errors: InvalidInput for a text that asks for nothing known.
Result<std::optional<PlannedFault>> planned_fault();

// Hang and crash do not come back; rubbish prints; wrong is left to the engine.
void commit(FaultKind kind, bool is_rank_0);

}  // namespace busbar::bench
