#pragma once
// The command that measures one cell once more by hand, on the node where it was measured.
// Promises: an argument vector for `busbar-bench-mpi` under mpirun, with the environment that its
// protocol needs in front; no shell is meant to see it. Threads: pure.
#include <string>
#include <vector>

#include "core/matrix/cell.h"

namespace busbar::wire {

std::vector<std::string> repeat_command(const Cell&);

}  // namespace busbar::wire
