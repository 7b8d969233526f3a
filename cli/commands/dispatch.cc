#include "cli/commands/dispatch.h"

#include "cli/commands/cancel.h"
#include "cli/commands/completion.h"
#include "cli/commands/lists.h"
#include "cli/commands/plan.h"
#include "cli/commands/read.h"
#include "cli/commands/results.h"
#include "cli/commands/run.h"
#include "cli/commands/serve.h"
#include "cli/commands/status.h"
#include "cli/commands/version.h"
#include "cli/output/fault.h"

namespace busbar::cli {
namespace {

struct Entry {
  std::string_view name;
  ExitCode (*command)(const Invocation&, Context&);
};

constexpr Entry kCommands[] = {
    {"run", run_command},
    {"plan", plan_command},
    {"status", status_command},
    {"results", results_command},
    {"runs", runs_command},
    {"nodes", nodes_command},
    {"cancel", cancel_command},
    {"serve", serve_command},
    {"read", read_command},
    {"version", version_command},
    {"completion", completion_command},
};

}  // namespace

ExitCode dispatch(const Invocation& invocation, Context& context) {
  for (const Entry& entry : kCommands)
    if (entry.name == invocation.command) return entry.command(invocation, context);
  return report(Error{ErrorKind::InvalidInput, Scope::Process, "busbar",
                      "'" + invocation.command + "' is no command", "see busbar --help"},
                context.output);
}

}  // namespace busbar::cli
