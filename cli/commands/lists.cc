#include "cli/commands/lists.h"

#include <charconv>

#include "cli/api/pages.h"
#include "cli/output/fault.h"
#include "cli/output/number_text.h"
#include "cli/output/table.h"

namespace busbar::cli {
namespace {

constexpr std::size_t kRunsShown = 20;  // a screen

Result<std::size_t> limit_of(const Invocation& invocation) {
  const std::string text = invocation.option_or("limit", std::to_string(kRunsShown));
  std::size_t limit = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
  if (error == std::errc() && end == text.data() + text.size() && limit > 0) return limit;
  return fail({ErrorKind::InvalidInput, Scope::Process, "--limit", "'" + text + "' is no count",
               "give a whole number from 1"});
}

}  // namespace

std::string runs_table(const std::vector<RunView>& runs) {
  if (runs.empty()) return "no runs\n";
  std::vector<TableRow> rows;
  for (const RunView& run : runs)
    rows.push_back({run.id, run.matrix, run.state, std::to_string(run.measured + run.failed),
                    std::to_string(run.planned), std::to_string(run.failed),
                    std::to_string(run.pruned), run.submitted_at});
  return render_table({{"run"},
                       {"matrix"},
                       {"state"},
                       {"done", Align::Right},
                       {"cells", Align::Right},
                       {"failed", Align::Right},
                       {"pruned", Align::Right},
                       {"submitted"}},
                      rows);
}

std::string nodes_table(const std::vector<NodeView>& nodes) {
  if (nodes.empty()) return "no nodes; start an agent ('busbar serve' says how)\n";
  std::vector<TableRow> rows;
  for (const NodeView& node : nodes)
    rows.push_back({node.id, node.state, node.host, std::to_string(node.cores),
                    bytes_text(node.memory_bytes), node.engines, node.version, node.last_seen_at});
  return render_table({{"node"},
                       {"state"},
                       {"host"},
                       {"cores", Align::Right},
                       {"memory", Align::Right},
                       {"engines"},
                       {"version"},
                       {"last seen"}},
                      rows);
}

ExitCode runs_command(const Invocation& invocation, Context& context) {
  const Result<std::size_t> limit = limit_of(invocation);
  if (!limit) return report(limit.error(), context.output);
  ApiRequest request{.path = "/runs"};
  for (const char* filter : {"state", "matrix"})
    if (invocation.has(filter)) request.query[filter] = invocation.option_or(filter, "");
  const auto items = fetch_items(context.api, std::move(request), {.items = *limit});
  if (!items) return report(items.error(), context.output);
  std::vector<RunView> runs;
  for (const wire::JsonView& item : *items) runs.push_back(read_run(item));
  context.output.out << (invocation.is_json ? items_json(*items) + "\n" : runs_table(runs));
  return ExitCode::Success;
}

ExitCode nodes_command(const Invocation& invocation, Context& context) {
  const Results<wire::JsonView> answer = fetch(context.api, {.path = "/nodes"});
  if (!answer) return report(answer.error(), context.output);
  std::vector<NodeView> nodes;
  if (const auto items = answer->field("items"))
    for (const wire::JsonView& item : items->items()) nodes.push_back(read_node(item));
  context.output.out << (invocation.is_json ? answer->json_text() + "\n" : nodes_table(nodes));
  return ExitCode::Success;
}

}  // namespace busbar::cli
