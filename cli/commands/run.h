#pragma once
// `busbar run`: submits a matrix, follows the run, prints its results.
// An interrupt cancels the run and still prints what was measured. Exit code: of the run's end.
// Threads: blocks; one owner.
#include "cli/commands/context.h"
#include "cli/commands/invocation.h"

namespace busbar::cli {

ExitCode run_command(const Invocation& invocation, Context& context);

}  // namespace busbar::cli
