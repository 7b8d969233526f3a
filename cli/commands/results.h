#pragma once
// `busbar results`: the cells of a run as table, CSV or JSON.
// Threads: blocks; one owner.
#include <string>
#include <vector>

#include "cli/api/views.h"
#include "cli/commands/context.h"
#include "cli/commands/invocation.h"

namespace busbar::cli {

enum class ResultsFormat { Table, Csv, Json };

ExitCode results_command(const Invocation& invocation, Context& context);

// Fetches and writes; for `run` too.
Results<RunView> print_results(Context& context, const std::string& run, ResultsFormat format);

// The id itself, or of the newest run for "latest" and "". NotFound if there is no run.
Results<std::string> resolve_run(Api& api, const std::string& run);

}  // namespace busbar::cli
