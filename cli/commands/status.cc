#include "cli/commands/status.h"

#include <vector>

#include "cli/api/pages.h"
#include "cli/commands/lists.h"
#include "cli/commands/results.h"
#include "cli/output/fault.h"
#include "cli/output/number_text.h"

namespace busbar::cli {
namespace {

struct Overview {
  std::vector<wire::JsonView> nodes, runs;  // runs that have not ended, newest first
};

Results<Overview> fetch_overview(Api& api) {
  Overview overview;
  TRY(nodes, fetch(api, {.path = "/nodes"}));
  if (const auto items = nodes.field("items")) overview.nodes = items->items();
  for (const char* state : {"cancelling", "running", "queued"}) {
    TRY(runs, fetch_items(api, {.path = "/runs", .query = {{"state", state}}}, {.items = 100}));
    overview.runs.insert(overview.runs.end(), runs.begin(), runs.end());
  }
  return overview;
}

std::string overview_json(const std::string& address, const Overview& overview) {
  wire::JsonWriter writer;
  writer.begin_object().field("controller", address).key("nodes").begin_array();
  for (const wire::JsonView& node : overview.nodes) writer.raw(node.json_text());
  writer.end_array().key("runs").begin_array();
  for (const wire::JsonView& run : overview.runs) writer.raw(run.json_text());
  writer.end_array().end_object();
  return writer.take();
}

std::string overview_text(const std::string& address, const Overview& overview) {
  std::vector<NodeView> nodes;
  std::vector<RunView> runs;
  for (const wire::JsonView& node : overview.nodes) nodes.push_back(read_node(node));
  for (const wire::JsonView& run : overview.runs) runs.push_back(read_run(run));
  return "controller " + address + "\n\n" + nodes_table(nodes) + "\n" +
         (runs.empty() ? "nothing runs or waits\n" : runs_table(runs));
}

ExitCode show_run(const Invocation& invocation, Context& context) {
  const Results<std::string> id = resolve_run(context.api, invocation.argument);
  if (!id) return report(id.error(), context.output);
  const Results<wire::JsonView> run = fetch(context.api, {.path = "/runs/" + path_segment(*id)});
  if (!run) return report(run.error(), context.output);
  context.output.out << (invocation.is_json ? run->json_text() + "\n" : run_text(read_run(*run)));
  return ExitCode::Success;
}

}  // namespace

std::string run_text(const RunView& run) {
  std::string text = "run        " + run.id + "\nmatrix     " + run.matrix + "\nstate      " +
                     run.state + (run.reason.empty() ? "" : ": " + run.reason) + "\ncells      " +
                     std::to_string(run.planned) + " planned, " + std::to_string(run.measured) +
                     " measured, " + std::to_string(run.failed) + " failed, " +
                     std::to_string(run.left_out) + " left out, " + std::to_string(run.pruned) +
                     " pruned, " + std::to_string(run.over_budget) + " over the budget\n";
  text += "estimate   " + duration_text(run.estimate) + "\nsubmitted  " + run.submitted_at + "\n";
  if (!run.started_at.empty()) text += "started    " + run.started_at + "\n";
  if (!run.ended_at.empty()) text += "ended      " + run.ended_at + "\n";
  for (const std::string& note : run.notes) text += "note       " + note + "\n";
  return text;
}

ExitCode status_command(const Invocation& invocation, Context& context) {
  if (!invocation.argument.empty()) return show_run(invocation, context);
  const Results<Overview> overview = fetch_overview(context.api);
  if (!overview) return report(overview.error(), context.output);
  const std::string address = context.api.address();
  context.output.out << (invocation.is_json ? overview_json(address, *overview) + "\n"
                                            : overview_text(address, *overview));
  return ExitCode::Success;
}

}  // namespace busbar::cli
