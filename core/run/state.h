#pragma once
// The state of a run as the fold of its events.
// Promises: `apply` is pure and total; an event that does not fit the state (a repeat, one of a
// launch that is not known, a second result of a cell) changes nothing, so replay and repeats are
// harmless. Invariants: a cell leaves Pending once and never changes after that; a launch that has
// ended stays ended; a finished run stays as it is.
// Threads: values.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/events.h"

namespace busbar {

enum class RunPhase { Queued, Running, Cancelling, Completed, Failed, Cancelled };
std::string_view to_text(RunPhase);
std::optional<RunPhase> run_phase_from_text(std::string_view);
bool has_ended(RunPhase);

enum class CellState {
  Pending,
  Measured,
  Failed,
  TimedOut,
  NodeLost,
  WrongData,
  Unsupported,
  Cancelled,
  OverBudget
};
std::string_view to_text(CellState);
std::optional<CellState> cell_state_from_text(std::string_view);
CellState state_after(CellFailure);

enum class LaunchPhase { Dispatched, Running, Ended };
enum class LaunchTrigger { Started, Ended };

struct LaunchTransition {
  LaunchPhase from;
  LaunchTrigger trigger;
  LaunchPhase to;
};
// The whole life of a launch; what is not listed does not happen.
inline constexpr LaunchTransition kLaunchTransitions[] = {
    {LaunchPhase::Dispatched, LaunchTrigger::Started, LaunchPhase::Running},
    {LaunchPhase::Dispatched, LaunchTrigger::Ended, LaunchPhase::Ended},
    {LaunchPhase::Running, LaunchTrigger::Ended, LaunchPhase::Ended},
};
constexpr std::optional<LaunchPhase> next_phase(LaunchPhase from, LaunchTrigger trigger) {
  for (const LaunchTransition& transition : kLaunchTransitions)
    if (transition.from == from && transition.trigger == trigger) return transition.to;
  return std::nullopt;
}
static_assert(!next_phase(LaunchPhase::Ended, LaunchTrigger::Started), "an ended launch stays so");
static_assert(!next_phase(LaunchPhase::Running, LaunchTrigger::Started), "a start counts once");

struct LaunchState {
  LaunchPhase phase = LaunchPhase::Dispatched;
  std::uint32_t group = 0;
  NodeId node;
  std::uint32_t results = 0;  // cells it has measured or failed
  std::optional<LaunchEnd> end;
};

struct GroupState {
  RunGroup plan;
  std::uint32_t barren_launches = 0;  // in a row, ended without any result through their own fault
  std::uint32_t lost_launches = 0;    // in a row, lost or stopped without any result
};

struct RunState {
  RunPhase phase = RunPhase::Queued;
  std::vector<CellState> cells;
  std::vector<GroupState> groups;
  std::map<LaunchId, LaunchState> launches;
  std::optional<Seconds> budget;
  Seconds measuring_time;
  std::uint32_t measured = 0;
  std::uint32_t failed = 0;    // every outcome but Pending, Measured, Cancelled and OverBudget
  std::uint32_t left_out = 0;  // Cancelled or OverBudget

  std::uint32_t pending() const {
    return static_cast<std::uint32_t>(cells.size()) - measured - failed - left_out;
  }
};

RunState apply(RunState state, const RunEvent& event);

// The live launch of a group, if there is one.
const LaunchId* live_launch(const RunState&, std::uint32_t group);
std::vector<CellIndex> pending_cells(const RunState&, std::uint32_t group);

}  // namespace busbar
