#pragma once
// How to start the services, in words: nothing is started here.
// Threads: pure.
#include "cli/commands/context.h"
#include "cli/commands/invocation.h"

namespace busbar::cli {

ExitCode serve_command(const Invocation& invocation, Context& context);

}  // namespace busbar::cli
