#pragma once
// `busbar runs` and `busbar nodes`: lists as tables or JSON.
// Threads: blocks; one owner.
#include <string>
#include <vector>

#include "cli/api/views.h"
#include "cli/commands/context.h"
#include "cli/commands/invocation.h"

namespace busbar::cli {

std::string runs_table(const std::vector<RunView>& runs);
std::string nodes_table(const std::vector<NodeView>& nodes);

ExitCode runs_command(const Invocation& invocation, Context& context);
ExitCode nodes_command(const Invocation& invocation, Context& context);

}  // namespace busbar::cli
