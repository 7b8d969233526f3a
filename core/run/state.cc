#include "core/run/state.h"

#include <array>
#include <utility>

namespace busbar {
namespace {

constexpr std::array kPhases{
    std::pair{RunPhase::Queued, std::string_view("queued")},
    std::pair{RunPhase::Running, std::string_view("running")},
    std::pair{RunPhase::Cancelling, std::string_view("cancelling")},
    std::pair{RunPhase::Completed, std::string_view("completed")},
    std::pair{RunPhase::Failed, std::string_view("failed")},
    std::pair{RunPhase::Cancelled, std::string_view("cancelled")},
};

constexpr std::array kCellStates{
    std::pair{CellState::Pending, std::string_view("pending")},
    std::pair{CellState::Measured, std::string_view("measured")},
    std::pair{CellState::Failed, std::string_view("failed")},
    std::pair{CellState::TimedOut, std::string_view("timed_out")},
    std::pair{CellState::NodeLost, std::string_view("node_lost")},
    std::pair{CellState::WrongData, std::string_view("wrong_data")},
    std::pair{CellState::Unsupported, std::string_view("unsupported")},
    std::pair{CellState::Cancelled, std::string_view("cancelled")},
    std::pair{CellState::OverBudget, std::string_view("over_budget")},
};

void settle(RunState& state, CellIndex cell, CellState outcome) {
  if (cell.value() >= state.cells.size()) return;
  CellState& current = state.cells[cell.value()];
  if (current != CellState::Pending) return;
  current = outcome;
  if (outcome == CellState::Measured)
    ++state.measured;
  else if (outcome == CellState::Cancelled || outcome == CellState::OverBudget)
    ++state.left_out;
  else
    ++state.failed;
}

void settle_all_pending(RunState& state, CellState outcome) {
  for (std::uint32_t cell = 0; cell < state.cells.size(); ++cell)
    settle(state, CellIndex(cell), outcome);
}

LaunchState* known_launch(RunState& state, const LaunchId& id) {
  const auto found = state.launches.find(id);
  return found == state.launches.end() ? nullptr : &found->second;
}

// A launch that yields a result shows that its group can be measured.
void count_result(RunState& state, const LaunchId& id) {
  if (LaunchState* launch = known_launch(state, id)) {
    ++launch->results;
    state.groups[launch->group].barren_launches = 0;
    state.groups[launch->group].lost_launches = 0;
  }
}

void on(RunState& state, const RunSubmitted& event) {
  if (!state.cells.empty() || !state.groups.empty()) return;
  state.cells.assign(event.cells, CellState::Pending);
  for (const RunGroup& group : event.groups) state.groups.push_back({group, 0, 0});
  state.budget = event.budget;
}

void on(RunState& state, const LaunchDispatched& event) {
  if (event.group >= state.groups.size()) return;
  const LaunchState launch{LaunchPhase::Dispatched, event.group, event.node, 0, std::nullopt};
  if (!state.launches.emplace(event.launch, launch).second) return;
  if (state.phase == RunPhase::Queued) state.phase = RunPhase::Running;
}

void on(RunState& state, const LaunchStarted& event) {
  LaunchState* launch = known_launch(state, event.launch);
  if (!launch) return;
  if (const auto next = next_phase(launch->phase, LaunchTrigger::Started)) launch->phase = *next;
}

void on(RunState& state, const CellMeasured& event) {
  if (event.cell.value() >= state.cells.size() ||
      state.cells[event.cell.value()] != CellState::Pending)
    return;
  settle(state, event.cell, CellState::Measured);
  state.measuring_time += event.measuring_time;
  count_result(state, event.launch);
}

void on(RunState& state, const CellFailed& event) {
  if (event.cell.value() >= state.cells.size() ||
      state.cells[event.cell.value()] != CellState::Pending)
    return;
  settle(state, event.cell, state_after(event.failure));
  count_result(state, event.launch);
}

void on(RunState& state, const LaunchEnded& event) {
  LaunchState* launch = known_launch(state, event.launch);
  if (!launch) return;
  const auto next = next_phase(launch->phase, LaunchTrigger::Ended);
  if (!next) return;
  launch->phase = *next;
  launch->end = event.end;
  const bool own_fault = event.end != LaunchEnd::Lost && event.end != LaunchEnd::Cancelled;
  if (launch->results > 0) return;
  GroupState& group = state.groups[launch->group];
  ++(own_fault ? group.barren_launches : group.lost_launches);
}

void on(RunState& state, const GroupGivenUp& event) {
  if (event.group >= state.groups.size()) return;
  for (const CellIndex cell : state.groups[event.group].plan.cells)
    settle(state, cell, state_after(event.failure));
}

void on(RunState& state, const BudgetSpent&) {
  settle_all_pending(state, CellState::OverBudget);
}

void on(RunState& state, const CancelRequested&) {
  state.phase = RunPhase::Cancelling;
}

void on(RunState& state, const RunFinished& event) {
  switch (event.end) {
    case RunEnd::Completed:
      state.phase = RunPhase::Completed;
      break;
    case RunEnd::Failed:
      state.phase = RunPhase::Failed;
      break;
    case RunEnd::Cancelled:
      settle_all_pending(state, CellState::Cancelled);
      state.phase = RunPhase::Cancelled;
      break;
  }
}

template <class Table, class Enum>
std::string_view text_in(const Table& table, Enum value) {
  for (const auto& [entry, text] : table)
    if (entry == value) return text;
  return {};
}

template <class Enum, class Table>
std::optional<Enum> value_in(const Table& table, std::string_view text) {
  for (const auto& [entry, name] : table)
    if (name == text) return entry;
  return std::nullopt;
}

}  // namespace

std::string_view to_text(RunPhase phase) {
  return text_in(kPhases, phase);
}
std::optional<RunPhase> run_phase_from_text(std::string_view text) {
  return value_in<RunPhase>(kPhases, text);
}
std::string_view to_text(CellState state) {
  return text_in(kCellStates, state);
}
std::optional<CellState> cell_state_from_text(std::string_view text) {
  return value_in<CellState>(kCellStates, text);
}

bool has_ended(RunPhase phase) {
  return phase == RunPhase::Completed || phase == RunPhase::Failed || phase == RunPhase::Cancelled;
}

CellState state_after(CellFailure failure) {
  switch (failure) {
    case CellFailure::Failed:
      return CellState::Failed;
    case CellFailure::TimedOut:
      return CellState::TimedOut;
    case CellFailure::NodeLost:
      return CellState::NodeLost;
    case CellFailure::WrongData:
      return CellState::WrongData;
    case CellFailure::Unsupported:
      return CellState::Unsupported;
  }
  return CellState::Failed;
}

RunState apply(RunState state, const RunEvent& event) {
  if (has_ended(state.phase)) return state;
  std::visit([&state](const auto& kind) { on(state, kind); }, event);
  return state;
}

const LaunchId* live_launch(const RunState& state, std::uint32_t group) {
  for (const auto& [id, launch] : state.launches)
    if (launch.group == group && launch.phase != LaunchPhase::Ended) return &id;
  return nullptr;
}

std::vector<CellIndex> pending_cells(const RunState& state, std::uint32_t group) {
  std::vector<CellIndex> pending;
  for (const CellIndex cell : state.groups[group].plan.cells)
    if (state.cells[cell.value()] == CellState::Pending) pending.push_back(cell);
  return pending;
}

}  // namespace busbar
