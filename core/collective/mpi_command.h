#pragma once
// The argument vector of mpirun on one host, without the program.
// Invariants: never a shell string; yields when idle only if ranks share cores, so that they do
// not starve each other; no binding, the measuring user decides. Threads: pure.
#include <string>
#include <vector>

#include "core/units/quantity.h"

namespace busbar {

struct MpiStart {
  RankCount ranks{2};
  bool is_oversubscribed = false;  // more ranks than cores
  bool is_root = false;            // Open MPI refuses to start as root unless told
};

// {"-np", "2", "--bind-to", "none", …}: to follow "mpirun" and to precede the program.
std::vector<std::string> mpirun_arguments(const MpiStart&);

}  // namespace busbar
