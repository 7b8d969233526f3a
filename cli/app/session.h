#pragma once
// One command with the real world: the controller over HTTP, the clock, the signals.
// Threads: blocks; one owner.
#include "cli/commands/invocation.h"
#include "cli/output/exit_code.h"
#include "cli/output/output.h"

namespace busbar::cli {

ExitCode run_session(const Invocation& invocation, const Output& output);

}  // namespace busbar::cli
