#pragma once
// What can happen to a run, as values. The events of a run, in order, are the only truth about it:
// its state is their fold (state.h), so a restart is a replay.
// Units: seconds. Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/matrix/cell.h"
#include "core/measurement/measurement.h"
#include "core/units/name.h"

namespace busbar {

// Cells that one start can measure, on one node (the launcher `local`), in order.
struct RunGroup {
  NodeId node;
  std::vector<CellIndex> cells;

  bool operator==(const RunGroup&) const = default;
};

struct RunSubmitted {
  std::uint32_t cells = 0;
  std::vector<RunGroup> groups;
  std::optional<Seconds> budget;  // measuring time after which no further launch starts

  bool operator==(const RunSubmitted&) const = default;
};

struct LaunchDispatched {
  LaunchId launch;
  std::uint32_t group = 0;
  NodeId node;
  std::vector<CellIndex> cells;

  bool operator==(const LaunchDispatched&) const = default;
};

struct LaunchStarted {
  LaunchId launch;

  bool operator==(const LaunchStarted&) const = default;
};

struct CellMeasured {
  LaunchId launch;
  CellIndex cell;
  Seconds measuring_time;

  bool operator==(const CellMeasured&) const = default;
};

struct CellFailed {
  LaunchId launch;
  CellIndex cell;
  CellFailure failure = CellFailure::Failed;
  std::string reason;

  bool operator==(const CellFailed&) const = default;
};

// Lost: neither alive on its node nor ended by a record of its agent.
enum class LaunchEnd { Finished, Failed, TimedOut, Cancelled, Lost };
std::string_view to_text(LaunchEnd);
std::optional<LaunchEnd> launch_end_from_text(std::string_view);

struct LaunchEnded {
  LaunchId launch;
  LaunchEnd end = LaunchEnd::Finished;
  std::string reason;

  bool operator==(const LaunchEnded&) const = default;
};

// The remaining cells of a group will not be measured in this run.
struct GroupGivenUp {
  std::uint32_t group = 0;
  CellFailure failure = CellFailure::Failed;
  std::string reason;

  bool operator==(const GroupGivenUp&) const = default;
};

// The budget is used up: what is not measured yet is left out.
struct BudgetSpent {
  std::string reason;

  bool operator==(const BudgetSpent&) const = default;
};

struct CancelRequested {
  std::string reason;

  bool operator==(const CancelRequested&) const = default;
};

enum class RunEnd { Completed, Failed, Cancelled };
std::string_view to_text(RunEnd);
std::optional<RunEnd> run_end_from_text(std::string_view);

struct RunFinished {
  RunEnd end = RunEnd::Completed;
  std::string reason;

  bool operator==(const RunFinished&) const = default;
};

using RunEvent =
    std::variant<RunSubmitted, LaunchDispatched, LaunchStarted, CellMeasured, CellFailed,
                 LaunchEnded, GroupGivenUp, BudgetSpent, CancelRequested, RunFinished>;

// "cell_measured": the word that JSON, SQL and server-sent events use.
std::string_view kind_text(const RunEvent&);

}  // namespace busbar
