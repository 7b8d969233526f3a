#pragma once
// What can happen to a run: the only source of its state. An event is a fact that was stored; state
// is the fold over them (state.h), so a restarted controller knows what the one before it knew.
// Units: seconds; wall time in microseconds since 1970 UTC, for people, never for deciding.
// Invariants: every cell of the plan gets exactly one outcome; a cell that was running when its
// launch hung or crashed has one (CellFailed comes before the LaunchEnded) and is not tried again.
// Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/matrix/cell.h"
#include "core/measurement/measurement.h"
#include "core/units/name.h"
#include "core/units/quantity.h"

namespace busbar {

// How a cell of a plan ended. Cancelled and OverBudget were not run.
enum class CellOutcome {
  Measured,
  Failed,
  TimedOut,
  NodeLost,
  WrongData,
  Unsupported,
  Cancelled,
  OverBudget
};
std::string_view to_text(CellOutcome);
std::optional<CellOutcome> cell_outcome_from_text(std::string_view);
CellOutcome outcome_of(CellFailure);

enum class LaunchEnd { Finished, Failed, TimedOut, Cancelled };
std::string_view to_text(LaunchEnd);
std::optional<LaunchEnd> launch_end_from_text(std::string_view);

// Completed: every cell has an outcome. Failed: so it has, but none is measured.
enum class RunEnd { Completed, Cancelled, Failed };
std::string_view to_text(RunEnd);
std::optional<RunEnd> run_end_from_text(std::string_view);

// Position of a launch group in its run's plan, from 0.
using GroupIndex = Quantity<struct GroupIndexTag, std::uint32_t>;

struct RunSubmitted {
  std::uint32_t cells = 0;
  std::string by;  // who asked, as far as it is known: an address
  bool operator==(const RunSubmitted&) const = default;
};

struct LaunchDispatched {
  LaunchId launch;
  GroupIndex group;
  NodeId node;
  std::vector<CellIndex> cells;  // in the order to measure them
  bool operator==(const LaunchDispatched&) const = default;
};

struct LaunchStarted {
  LaunchId launch;
  bool operator==(const LaunchStarted&) const = default;
};

struct CellMeasured {
  LaunchId launch;
  CellIndex cell;
  bool operator==(const CellMeasured&) const = default;
};

// Who says that a cell has failed decides whether its launch gave a result at all.
enum class FailureSource {
  Bench,  // the bench program itself, which then went on: a result
  Launch  // the launch's end took the cell with it
};

struct CellFailed {
  LaunchId launch;
  CellIndex cell;
  CellFailure failure = CellFailure::Failed;
  std::string reason;
  FailureSource source = FailureSource::Bench;
  bool operator==(const CellFailed&) const = default;
};

struct LaunchEnded {
  LaunchId launch;
  LaunchEnd end = LaunchEnd::Failed;
  std::string reason;
  Seconds launch_time;  // exec to exit
  bool operator==(const LaunchEnded&) const = default;
};

// Nothing more is expected of the launch: its node is gone, or does not know it.
struct LaunchLost {
  LaunchId launch;
  std::string reason;
  bool operator==(const LaunchLost&) const = default;
};

// Cells that will not be measured in this run any more, without having been begun.
struct CellsGivenUp {
  std::vector<CellIndex> cells;
  CellOutcome outcome = CellOutcome::Failed;
  std::string reason;
  bool operator==(const CellsGivenUp&) const = default;
};

// The matrix's time budget is used up.
struct BudgetSpent {
  Seconds spent;
  Seconds time_max;
  bool operator==(const BudgetSpent&) const = default;
};

struct CancelRequested {
  std::string by;
  std::string reason;
  bool operator==(const CancelRequested&) const = default;
};

struct RunFinished {
  RunEnd end = RunEnd::Completed;
  std::string reason;
  bool operator==(const RunFinished&) const = default;
};

using EventBody =
    std::variant<RunSubmitted, LaunchDispatched, LaunchStarted, CellMeasured, CellFailed,
                 LaunchEnded, LaunchLost, CellsGivenUp, BudgetSpent, CancelRequested, RunFinished>;

struct Event {
  WallTime at;
  EventBody body;
  bool operator==(const Event&) const = default;
};

// "run_submitted", "cell_measured", …: stable, for programs.
std::string_view event_type(const EventBody&);

}  // namespace busbar
