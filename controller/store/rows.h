#pragma once
// What goes into the store and what comes out: plain values, the store's words made typed.
// Units: seconds, bytes, bytes per second; wall time in microseconds since 1970 UTC.
// Invariants: an origin has no default and is part of a series' identity; pages are in a stable
// order, so that going on after `next` misses nothing that was there. Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/fabric/node.h"
#include "core/matrix/matrix.h"
#include "core/matrix/plan.h"
#include "core/measurement/measurement.h"
#include "core/run/events.h"
#include "core/run/transitions.h"

namespace busbar::controller {

// How Busbar measures, as a part of a series' identity: raised when numbers of before and after
// must not be compared.
inline constexpr std::uint32_t kPlanVersion = 1;

// A position in a listing; opaque to callers, who may hand it out as text and take it back.
using Cursor = std::int64_t;

struct PageRequest {
  std::uint32_t limit = 100;  // 1 to kPageMax; more is cut
  std::optional<Cursor> after;
};
inline constexpr std::uint32_t kPageMax = 1000;

template <class T>
struct Page {
  std::vector<T> items;
  std::optional<Cursor> next;  // nothing: this was the last page
};

// ---- runs

struct Submission {
  std::string matrix_text;  // as it came; with the key, what makes a repeat a repeat
  Matrix matrix;
  Plan plan;
  std::string idempotency_key;  // empty: none
  std::string by;               // who asked, as far as it is known: an address
  WallTime at;
  std::int32_t priority = 0;  // higher goes first; of the same, the older run
};

struct Submitted {
  RunId run;
  bool is_new = true;  // false: the same key with the same matrix had made it before
};

struct RunFilter {
  std::optional<RunPhase> phase;
  std::optional<MatrixName> matrix;
  std::optional<WallTime> since;  // submitted then or later
};

// Counts of a run's cells. planned = measured + failed + cancelled + cells without an outcome +
// those of over_budget that were given up while it ran.
struct RunCounts {
  std::uint32_t planned = 0;
  std::uint32_t measured = 0;
  std::uint32_t failed = 0;  // failed, timed out, node lost, wrong data, unsupported
  std::uint32_t cancelled = 0;
  std::uint32_t pruned = 0;
  std::uint32_t over_budget = 0;  // left out of the plan, or given up while it ran
};

struct RunRow {
  RunId id;
  MatrixName matrix;
  std::string description;
  RunPhase phase = RunPhase::Queued;
  std::string end_reason;
  std::string by;
  std::int32_t priority = 0;
  RunCounts counts;
  std::uint32_t launches = 0;
  Seconds estimate;      // of the plan
  Seconds measured_for;  // sum of the cells' own measuring times
  WallTime submitted_at;
  std::optional<WallTime> started_at;  // first dispatch
  std::optional<WallTime> ended_at;
};

// What the scheduler needs of a matrix once its plan is made.
struct RunRecipe {
  Plan plan;
  SamplingPlan sampling;
  Timeouts timeouts;
  Budget budget;
};

struct MatrixRow {
  MatrixName name;
  std::string description;  // of its last run
  std::uint64_t runs = 0;
  RunId last_run;
  RunPhase last_phase = RunPhase::Queued;
  WallTime last_submitted_at;
};

struct LaunchRow {
  LaunchId id;
  GroupIndex group;
  NodeId node;
  LaunchPhase phase = LaunchPhase::Dispatched;
  std::uint32_t cells = 0;
  std::optional<LaunchEnd> end;
  std::string reason;
  std::string output_tail;
  std::vector<std::string> command;  // empty until it has started
  std::string library;               // as the bench program named it
  WallTime dispatched_at;
  std::optional<WallTime> started_at, ended_at;
  std::optional<Seconds> launch_time, start_time;
  Provenance provenance;  // of the node and of the bench program
};

// ---- events and what comes with them

using EventId = std::int64_t;  // grows over all runs; the id of a server-sent event

struct StoredEvent {
  EventId id = 0;
  RunId run;
  Event event;
  std::string type;  // event_type(event.body)
  std::string data;  // the body as a JSON object
};

// With CellMeasured.
struct MeasuredWith {
  Origin origin;
  Measurement measurement;
};
// With CellFailed: what was measured nevertheless; evidence only.
struct FailedWith {
  std::optional<Measurement> evidence;
};
// With LaunchStarted.
struct StartedWith {
  std::int64_t pid = 0;
  std::vector<std::string> command;
  std::string library;
  Provenance provenance;  // of the bench program; joined with the node's
};
// With LaunchEnded.
struct EndedWith {
  std::optional<std::int32_t> exit_code;
  std::optional<std::int32_t> signal;
  std::optional<Seconds> start_time;
  std::string output_tail;
};
using Attachment = std::variant<std::monostate, MeasuredWith, FailedWith, StartedWith, EndedWith>;

struct Entry {
  RunId run;
  Event event;
  Attachment attachment;
};

// How far a node's spool is stored: kept in the transaction of the records themselves.
struct SpoolPosition {
  NodeId node;
  std::string spool;  // the spool's identity
  std::uint64_t sequence = 0;
};

// ---- results

// One cell of a run that has an outcome.
struct CellRow {
  CellIndex index;
  Cell requested;
  Seconds estimate;
  CellOutcome outcome = CellOutcome::Failed;
  WallTime at;
  std::string reason;                      // why there is no valid measurement
  std::optional<Origin> origin;            // there if `measurement` is
  std::optional<Measurement> measurement;  // valid if measured, else evidence; without raw samples
  bool is_as_requested = true;  // false: another algorithm or protocol than asked for was used
  std::optional<LaunchId> launch;
  std::optional<NodeId> node;
  Provenance provenance;
  std::optional<std::int64_t> series;  // nothing if it entered none
};

struct SeriesRow {
  std::int64_t id = 0;
  std::string key;  // cell_key
  Cell cell;
  Origin origin;
  bool is_oversubscribed = false;
  std::uint32_t plan_version = kPlanVersion;
  std::uint64_t measurements = 0;
  RunId last_run;
  WallTime last_at;
  BusBandwidth last_bus_bandwidth;
};

// One measurement of a series.
struct SeriesPoint {
  RunId run;
  CellIndex cell;
  WallTime at;
  Seconds median, interval_low, interval_high;
  AlgorithmBandwidth algorithm_bandwidth;
  BusBandwidth bus_bandwidth;
  std::uint32_t samples = 0;
  Provenance provenance;
};

// ---- nodes and the store itself

struct NodeRow {
  NodeId id;
  NodeFacts facts;
  Provenance provenance;
  std::string version;  // of its agent
  WallTime first_seen, last_seen;
};

struct StoreStatistics {
  std::uint64_t runs = 0, measurements = 0, events = 0, series = 0, nodes = 0;
  std::uint64_t database_bytes = 0, log_bytes = 0;  // the file and its write-ahead log
};

}  // namespace busbar::controller
