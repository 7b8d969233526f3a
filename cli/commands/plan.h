#pragma once
// `busbar plan`: what a matrix would measure here, and what not and why. Nothing is run or stored.
// Threads: blocks; one owner.
#include <string>

#include "cli/api/views.h"
#include "cli/commands/context.h"
#include "cli/commands/invocation.h"

namespace busbar::cli {

std::string plan_text(const PlanView& plan);

ExitCode plan_command(const Invocation& invocation, Context& context);

}  // namespace busbar::cli
