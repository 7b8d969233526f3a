#pragma once
// Completion scripts for bash, zsh and fish, made from the command table. They complete commands,
// options, the values of options, matrix files, and the ids of runs by asking the controller.
// Threads: pure.
#include <string>
#include <string_view>

#include "cli/commands/context.h"
#include "cli/commands/invocation.h"
#include "core/error/result.h"

namespace busbar::cli {

// InvalidInput for another shell.
Result<std::string> completion_script(std::string_view shell);

ExitCode completion_command(const Invocation& invocation, Context& context);

}  // namespace busbar::cli
