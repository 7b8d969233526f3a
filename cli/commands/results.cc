#include "cli/commands/results.h"

#include "cli/api/pages.h"
#include "cli/commands/follow.h"
#include "cli/commands/results_table.h"
#include "cli/output/fault.h"

namespace busbar::cli {
namespace {

ResultsFormat format_of(const Invocation& invocation) {
  const std::string format = invocation.option_or("format", "table");
  if (invocation.is_json || format == "json") return ResultsFormat::Json;
  return format == "csv" ? ResultsFormat::Csv : ResultsFormat::Table;
}

std::vector<ResultView> read_results(const std::vector<wire::JsonView>& items) {
  std::vector<ResultView> results;
  for (const wire::JsonView& item : items) results.push_back(read_result(item));
  return results;
}

Results<std::vector<PrunedView>> fetch_pruned(Api& api, const RunView& run) {
  if (run.pruned == 0) return std::vector<PrunedView>{};
  TRY(plan, fetch(api, {.path = "/runs/" + path_segment(run.id) + "/plan"}));
  return read_plan(plan).pruned;
}

std::string results_text(const RunView& run, const std::vector<ResultView>& results,
                         const std::vector<PrunedView>& pruned) {
  const std::string tables = results_tables(results);
  return tables + (tables.empty() ? "" : "\n") + results_summary(run, results, pruned);
}

}  // namespace

Results<std::string> resolve_run(Api& api, const std::string& run) {
  if (!run.empty() && run != "latest") return run;
  TRY(items, fetch_items(api, {.path = "/runs"}, {.page = 1, .items = 1}));
  if (!items.empty()) return read_run(items.front()).id;
  return std::unexpected(
      std::vector{Error{ErrorKind::NotFound, Scope::Process, api.address(), "there is no run yet",
                        "start one with 'busbar run MATRIX'"}});
}

Results<RunView> print_results(Context& context, const std::string& run, ResultsFormat format) {
  TRY(view, fetch_run(context.api, run));
  TRY(items,
      fetch_items(context.api, {.path = "/runs/" + path_segment(view.id) + "/measurements"}));
  switch (format) {
    case ResultsFormat::Json:
      context.output.out << items_json(items) << '\n';
      break;
    case ResultsFormat::Csv:
      context.output.out << results_csv(view, read_results(items));
      break;
    case ResultsFormat::Table: {
      TRY(pruned, fetch_pruned(context.api, view));
      context.output.out << results_text(view, read_results(items), pruned);
      break;
    }
  }
  return view;
}

ExitCode results_command(const Invocation& invocation, Context& context) {
  const Results<std::string> run = resolve_run(context.api, invocation.argument);
  if (!run) return report(run.error(), context.output);
  const Results<RunView> printed = print_results(context, *run, format_of(invocation));
  return printed ? ExitCode::Success : report(printed.error(), context.output);
}

}  // namespace busbar::cli
