// Plans: of a matrix, and of a run.
#include "wire/api/plan.h"

#include "controller/api/answer.h"
#include "controller/api/handlers.h"
#include "controller/api/matrix_body.h"
#include "wire/json/cell.h"

namespace busbar::controller {
namespace {

constexpr std::uint32_t kAll = kCellsMax + 1;
constexpr std::string_view kOverBudget = "over_budget";

Result<Plan> stored_plan(Store& store, const RunId& id) {
  TRY(run, store.run(id));
  Plan plan;
  plan.duplicates = run.duplicates;
  plan.estimate = run.estimate;
  plan.notes = run.notes;
  TRY(cells, store.cells(id, 0, kAll));
  for (const CellRow& row : cells) {
    TRY(cell, wire::parse_cell(row.cell));
    plan.cells.push_back({std::move(cell), row.estimate});
  }
  TRY(left_out, store.left_out(id, 0, kAll));
  for (const LeftOutRow& row : left_out) {
    TRY(cell, wire::parse_cell(row.cell));
    if (row.code == kOverBudget)
      plan.over_budget.push_back({std::move(cell), Seconds(0)});
    else
      plan.pruned.push_back({std::move(cell), row.code, row.reason});
  }
  return plan;
}

}  // namespace

Answer plan_matrix(Service& service, const Request& request) {
  auto planned = planned_matrix(service, request);
  if (!planned) return std::move(planned.error());
  return json_answer(wire::plan_json(planned->plan, wire::group_summaries(planned->plan)));
}

Answer read_run_plan(Service& service, const Request& request) {
  TRY(id, run_id_of(request));
  TRY(plan, stored_plan(service.store, id));
  TRY(texts, service.store.group_texts(id));
  std::vector<wire::GroupSummary> groups;
  for (const std::string& text : texts) {
    TRY(group, wire::parse_group_summary(text));
    groups.push_back(std::move(group));
  }
  return tagged(request, json_answer(wire::plan_json(plan, groups)));
}

}  // namespace busbar::controller
