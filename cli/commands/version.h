#pragma once
// `busbar version`.
// Threads: pure.
#include "cli/commands/context.h"
#include "cli/commands/invocation.h"

namespace busbar::cli {

ExitCode version_command(const Invocation& invocation, Context& context);

}  // namespace busbar::cli
