#pragma once
// A run's state as a fold over its events.
// Units: seconds. Invariants: `apply` is pure and total: an event that does not fit (a second
// outcome of a cell, an end of a launch that is over, an index beyond the plan) changes nothing, so
// applying an event twice is the same as once. The counts always agree with the outcomes.
// Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/matrix/plan.h"
#include "core/run/events.h"
#include "core/run/transitions.h"

namespace busbar {

struct LaunchState {
  LaunchId id;
  GroupIndex group;
  NodeId node;
  LaunchPhase phase = LaunchPhase::Dispatched;
  std::vector<CellIndex> cells;
  std::uint32_t results = 0;  // cells that the bench itself gave an outcome
  WallTime dispatched_at;
  WallTime over_at;  // of a launch that is not live
};

struct GroupState {
  NodeId node;                          // the first of its placement: launches start there
  std::vector<CellIndex> cells;         // in the order to measure them
  std::uint32_t waiting = 0;            // cells without an outcome
  Seconds waiting_estimate;             // of those, without starts
  std::uint32_t fruitless = 0;          // launches in a row that ended without a result
  std::uint32_t lost = 0;               // launches in a row that were lost without a result
  std::optional<std::size_t> launched;  // position in RunState::launches of the live one
  std::string last_reason;              // why its last launch ended or was lost
};

struct OutcomeCounts {
  std::uint32_t measured = 0;
  std::uint32_t failed = 0;  // failed, timed out, node lost, wrong data, unsupported
  std::uint32_t cancelled = 0;
  std::uint32_t over_budget = 0;  // while it ran
  bool operator==(const OutcomeCounts&) const = default;
};

struct RunState {
  RunPhase phase = RunPhase::Queued;
  std::vector<std::optional<CellOutcome>> outcomes;  // by CellIndex
  std::vector<GroupIndex> group_of;                  // by CellIndex
  std::vector<Seconds> estimates;                    // by CellIndex
  std::vector<GroupState> groups;
  std::vector<LaunchState> launches;  // in the order of dispatch
  OutcomeCounts counts;
  std::optional<Seconds> time_max;  // the matrix's budget
  bool is_budget_spent = false;
  std::string end_reason;  // of the cancel, then of the end
};

// The state before anything has happened.
RunState initial_state(const Plan&, const Budget&);

RunState apply(RunState, const Event&);

const LaunchState* find_launch(const RunState&, const LaunchId&);
bool has_live_launch(const RunState&);
std::uint32_t waiting_cells(const RunState&);

// The group's cells without an outcome, in the order to measure them.
std::vector<CellIndex> remaining_cells(const RunState&, GroupIndex);

// Launches that are over, from dispatch to their end, and live ones until now.
Seconds time_spent(const RunState&, WallTime now);

// Until the last cell has an outcome, by the estimates: nodes work side by side, the groups of one
// node one after the other.
Seconds time_left(const RunState&);

}  // namespace busbar
