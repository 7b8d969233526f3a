#pragma once
// `busbar read FILE`: the facts and findings in what a tool printed. Needs no controller.
// Errors: the file's; a text of no known kind. Threads: one owner.
#include "cli/commands/context.h"
#include "cli/commands/invocation.h"

namespace busbar::cli {

ExitCode read_command(const Invocation& invocation, Context& context);

}  // namespace busbar::cli
