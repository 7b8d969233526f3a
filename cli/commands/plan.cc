#include "cli/commands/plan.h"

#include <algorithm>

#include "cli/commands/matrix_file.h"
#include "cli/commands/results_table.h"
#include "cli/output/fault.h"
#include "cli/output/number_text.h"
#include "cli/output/table.h"
#include "core/units/size_text.h"

namespace busbar::cli {
namespace {

struct Curve {  // the cells that differ in size alone
  CellView first;
  std::uint64_t cells = 0;
  MessageSize smallest, largest;
};

bool is_same_curve(const CellView& a, const CellView& b) {
  return a.collective == b.collective && a.algorithm == b.algorithm && a.protocol == b.protocol &&
         a.data_type == b.data_type && a.operation == b.operation && a.buffer == b.buffer &&
         a.placement == b.placement;
}

std::vector<Curve> curves_of(const std::vector<CellView>& cells) {
  std::vector<Curve> curves;
  for (const CellView& cell : cells) {
    auto curve = std::find_if(curves.begin(), curves.end(),
                              [&](const Curve& c) { return is_same_curve(c.first, cell); });
    if (curve == curves.end()) curve = curves.insert(curves.end(), {cell, 0, cell.size, cell.size});
    ++curve->cells;
    curve->smallest = std::min(curve->smallest, cell.size);
    curve->largest = std::max(curve->largest, cell.size);
  }
  return curves;
}

std::string curves_table(const std::vector<CellView>& cells) {
  std::vector<TableRow> rows;
  for (const Curve& curve : curves_of(cells))
    rows.push_back({curve.first.collective, curve.first.algorithm, curve.first.protocol,
                    curve.first.data_type, curve.first.buffer, curve.first.placement,
                    std::to_string(curve.cells), to_size_text(curve.smallest),
                    to_size_text(curve.largest)});
  return render_table({{"collective"},
                       {"algorithm"},
                       {"protocol"},
                       {"type"},
                       {"buffer"},
                       {"placement"},
                       {"cells", Align::Right},
                       {"from", Align::Right},
                       {"to", Align::Right}},
                      rows);
}

}  // namespace

std::string plan_text(const PlanView& plan) {
  std::string text = plan.cells.empty() ? "" : curves_table(plan.cells) + "\n";
  text += count_text(plan.cells.size(), "cell") + " in " + count_text(plan.launches, "start") +
          ", about " + duration_text(plan.estimate);
  if (plan.over_budget > 0) text += ", " + std::to_string(plan.over_budget) + " over the budget";
  if (plan.duplicates > 0)
    text += ", " + std::to_string(plan.duplicates) + " named twice and planned once";
  text += "\n";
  if (!plan.pruned.empty())
    text += std::to_string(plan.pruned.size()) + " pruned\n" + pruned_summary(plan.pruned);
  for (const std::string& note : plan.notes) text += "note: " + note + "\n";
  return text;
}

ExitCode plan_command(const Invocation& invocation, Context& context) {
  const Result<MatrixFile> matrix = read_matrix_file(invocation.argument);
  if (!matrix) return report(matrix.error(), context.output);
  const Results<wire::JsonView> plan = post_matrix(context.api, "/plans", *matrix);
  if (!plan) return report(plan.error(), matrix->text, context.output);
  if (invocation.is_json)
    context.output.out << plan->json_text() << '\n';
  else
    context.output.out << plan_text(read_plan(*plan));
  return ExitCode::Success;
}

}  // namespace busbar::cli
