#pragma once
// From a command's name to what does it.
// Invariants: every command of the command table is here. Threads: blocks; one owner.
#include "cli/commands/context.h"
#include "cli/commands/invocation.h"

namespace busbar::cli {

ExitCode dispatch(const Invocation& invocation, Context& context);

}  // namespace busbar::cli
