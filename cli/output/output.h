#pragma once
// Where a command writes: results to `out`, everything else (progress, errors, hints) to `err`.
// Threads: one owner.
#include <ostream>

#include "cli/output/terminal.h"

namespace busbar::cli {

struct Output {
  std::ostream& out;
  std::ostream& err;
  Terminal err_terminal;  // progress is drawn there
};

}  // namespace busbar::cli
