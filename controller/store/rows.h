#pragma once
// What the store gives back: rows as values.
// Units: microseconds since 1970 UTC in WallTime, seconds elsewhere.
// Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/fabric/node.h"
#include "core/matrix/plan.h"
#include "core/measurement/measurement.h"
#include "core/run/state.h"

namespace busbar::controller {

using EventId = std::int64_t;  // grows over all runs

struct RunRow {
  std::int64_t sequence = 0;  // grows with every run; the order of lists
  RunId id;
  std::string matrix;
  RunPhase phase = RunPhase::Queued;
  std::string reason;
  WallTime submitted;
  std::optional<WallTime> started, ended;
  std::uint32_t planned = 0, measured = 0, failed = 0, left_out = 0, pruned = 0, over_budget = 0;
  std::uint64_t duplicates = 0;
  Seconds estimate;
  std::vector<std::string> notes;
};

struct RunFilter {
  std::optional<RunPhase> phase;
  std::optional<std::string> matrix;
  std::optional<WallTime> since;
  std::optional<std::int64_t> before;  // sequence; newest first
  std::uint32_t limit = 100;
};

struct StoredEvent {
  EventId id = 0;
  WallTime at;
  std::string kind;
  std::string content;  // JSON
};

struct LaunchRow {
  LaunchId id;
  std::uint32_t number = 0;
  NodeId node;
  std::uint32_t group = 0;
  std::string state;
  std::string reason;
  WallTime dispatched;
  std::optional<WallTime> started, ended;
  std::string command;  // JSON array
  std::optional<std::int64_t> exit_code, signal;
  std::optional<double> start_seconds, launch_seconds;
  std::string output_tail;
};

// A cell of a run with what became of it.
struct CellRow {
  CellIndex index;
  std::string cell;  // JSON
  Seconds estimate;
  CellState state = CellState::Pending;
  std::string reason;
  std::optional<std::string> launch;
  std::optional<std::string> origin;
  std::string measurement;  // JSON, empty if there is none
  std::string provenance;   // JSON, empty before the launch started
  std::optional<std::int64_t> series;
  std::optional<WallTime> at;
};

struct LeftOutRow {
  std::int64_t position = 0;
  std::string cell;  // JSON
  std::string code;
  std::string reason;
};

struct NodeRow {
  NodeId id;
  std::string version;
  std::string spool;
  NodeFacts facts;
  Provenance provenance;
  WallTime last_seen;
};

struct MatrixRow {
  std::string name;
  std::uint64_t runs = 0;
  RunId last_run;
  WallTime last_submitted;
};

struct SeriesRow {
  std::int64_t id = 0;
  std::string key;
  std::string origin;
  bool is_oversubscribed = false;
  std::string cell;  // JSON
};

struct SeriesPoint {
  std::int64_t run_sequence = 0;
  std::uint32_t cell = 0;
  RunId run;
  WallTime at;
  double median_seconds = 0, interval_low_seconds = 0, interval_high_seconds = 0;
  double algorithm_bandwidth = 0, bus_bandwidth = 0;  // bytes per second
  std::string used_algorithm, used_protocol;
  std::string provenance;  // JSON
};

}  // namespace busbar::controller
