#pragma once
// `busbar cancel`: asks for the end of a run; what was measured stays.
// Threads: blocks; one owner.
#include "cli/commands/context.h"
#include "cli/commands/invocation.h"

namespace busbar::cli {

ExitCode cancel_command(const Invocation& invocation, Context& context);

}  // namespace busbar::cli
