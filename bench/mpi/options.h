#pragma once
// The command line of busbar-bench-mpi and the cells that it asks for.
// Threads: one. Errors: InvalidInput with the wrong value and what would be right.
#include <string>
#include <vector>

#include "core/error/result.h"
#include "core/matrix/cell.h"
#include "core/matrix/matrix.h"

namespace busbar::bench {

struct Options {
  std::string launch_file;
  std::vector<Cell> cells;
  SamplingPlan sampling;
  bool is_json = false;
  bool is_help = false;
  std::string help;
};

Result<Options> parse_options(int argc, char** argv);

}  // namespace busbar::bench
