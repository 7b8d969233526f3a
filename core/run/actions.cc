#include "core/run/actions.h"

#include <set>

namespace busbar {
namespace {

bool any_live_launch(const RunState& state) {
  for (const auto& [id, launch] : state.launches)
    if (launch.phase != LaunchPhase::Ended) return true;
  return false;
}

std::vector<RunAction> stop_live_launches(const RunState& state, const std::string& reason) {
  std::vector<RunAction> wanted;
  for (const auto& [id, launch] : state.launches)
    if (launch.phase != LaunchPhase::Ended) wanted.push_back(Stop{id, reason});
  return wanted;
}

std::vector<RunAction> when_cancelling(const RunState& state) {
  std::vector<RunAction> wanted = stop_live_launches(state, "the run is cancelled");
  if (wanted.empty()) wanted.push_back(Decide{RunFinished{RunEnd::Cancelled, "cancelled"}});
  return wanted;
}

std::vector<RunAction> when_budget_is_spent(const RunState& state) {
  std::vector<RunAction> wanted = stop_live_launches(state, "the budget is used up");
  if (wanted.empty()) wanted.push_back(Decide{BudgetSpent{"the budget of the matrix is used up"}});
  return wanted;
}

std::optional<GroupGivenUp> hopeless(const GroupState& now, std::uint32_t group) {
  if (now.barren_launches >= kBarrenLaunchesMax)
    return GroupGivenUp{
        group, CellFailure::Failed,
        std::to_string(now.barren_launches) + " starts in a row ended without a result"};
  if (now.lost_launches >= kLostLaunchesMax)
    return GroupGivenUp{
        group, CellFailure::NodeLost,
        std::to_string(now.lost_launches) + " launches in a row were lost without a result"};
  return std::nullopt;
}

RunFinished outcome(const RunState& state) {
  if (state.measured == 0) return {RunEnd::Failed, "no cell could be measured"};
  return {RunEnd::Completed, ""};
}

}  // namespace

std::vector<RunAction> actions(const RunState& state,
                               const std::function<bool(const NodeId&)>& is_free) {
  if (has_ended(state.phase)) return {};
  if (state.phase == RunPhase::Cancelling) return when_cancelling(state);
  if (state.pending() == 0 && !any_live_launch(state)) return {Decide{outcome(state)}};
  if (state.budget && state.measuring_time > *state.budget && state.pending() > 0)
    return when_budget_is_spent(state);

  std::vector<RunAction> wanted;
  std::set<NodeId> taken;
  for (std::uint32_t group = 0; group < state.groups.size(); ++group) {
    const GroupState& now = state.groups[group];
    if (live_launch(state, group) || pending_cells(state, group).empty()) continue;
    if (const auto given_up = hopeless(now, group)) {
      wanted.push_back(Decide{*given_up});
      continue;
    }
    if (taken.contains(now.plan.node) || !is_free(now.plan.node)) continue;
    taken.insert(now.plan.node);
    wanted.push_back(Dispatch{group});
  }
  return wanted;
}

}  // namespace busbar
