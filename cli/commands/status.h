#pragma once
// `busbar status`: the controller, its nodes and what runs now; or one run in detail.
// Threads: blocks; one owner.
#include <string>

#include "cli/api/views.h"
#include "cli/commands/context.h"
#include "cli/commands/invocation.h"

namespace busbar::cli {

std::string run_text(const RunView& run);

ExitCode status_command(const Invocation& invocation, Context& context);

}  // namespace busbar::cli
