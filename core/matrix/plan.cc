#include "core/matrix/plan.h"

#include "core/matrix/budget.h"
#include "core/matrix/expand.h"
#include "core/matrix/group.h"
#include "core/matrix/place.h"
#include "core/matrix/prune.h"

#include <limits>
#include <sstream>

namespace busbar {
namespace {

Error too_many_points(std::uint64_t points) {
  const bool is_saturated = points == std::numeric_limits<std::uint64_t>::max();
  return {ErrorKind::TooLarge, Scope::Run, "sweeps",
          "the matrix has " + std::string(is_saturated ? "at least " : "") +
              std::to_string(points) + " cells, at most " + std::to_string(kCellsMax) +
              " are allowed",
          "give fewer sizes, algorithms or placements, or several matrices"};
}

std::vector<Cell> keep_measurable(std::vector<Cell> cells, const std::vector<PlanningNode>& nodes,
                                  std::vector<PrunedCell>& pruned) {
  std::vector<Cell> kept;
  for (Cell& cell : cells) {
    if (auto why = prune_reason(cell, nodes))
      pruned.push_back({std::move(cell), std::move(why->code), std::move(why->reason)});
    else
      kept.push_back(std::move(cell));
  }
  return kept;
}

std::vector<PlannedCell> with_estimates(std::vector<Cell> cells, const Matrix& matrix,
                                        const History& history) {
  const Seconds unknown = matrix.sampling.cell_time_max + kCellOverhead;
  std::vector<PlannedCell> planned;
  planned.reserve(cells.size());
  for (Cell& cell : cells) {
    const std::optional<Seconds> known = history ? history(cell) : std::nullopt;
    const Seconds estimate = known && *known > Seconds(0) ? *known : unknown;
    planned.push_back({std::move(cell), estimate});
  }
  return planned;
}

void add_budget_note(const Matrix& matrix, Plan& plan) {
  if (plan.over_budget.empty() || !matrix.budget.time_max) return;
  std::ostringstream note;
  note << "budget: " << plan.over_budget.size() << " of "
       << plan.cells.size() + plan.over_budget.size() << " cells left out to stay within "
       << matrix.budget.time_max->value() << " s, the longest first";
  plan.notes.push_back(note.str());
}

}  // namespace

Result<Plan> make_plan(const Matrix& matrix, const std::vector<PlanningNode>& nodes,
                       const History& history) {
  TRY(places, place(matrix, nodes));
  const std::uint64_t points = count_points(matrix, places.placements.size());
  if (points > kCellsMax) return fail(too_many_points(points));

  Plan plan;
  plan.notes = std::move(places.notes);
  Expansion expansion = expand(matrix, places.placements);
  plan.duplicates = expansion.duplicates;
  std::vector<Cell> kept = keep_measurable(std::move(expansion.cells), nodes, plan.pruned);
  Trimmed trimmed = trim_to_budget(
      in_measuring_order(with_estimates(std::move(kept), matrix, history)), matrix.budget);
  plan.cells = std::move(trimmed.kept);
  plan.over_budget = std::move(trimmed.over_budget);
  plan.groups = group_into_launches(plan.cells);
  for (const LaunchGroup& group : plan.groups) plan.estimate += group.estimate;
  add_budget_note(matrix, plan);
  return plan;
}

}  // namespace busbar
