#pragma once
// Everything that must survive: runs with their events, plans and results, nodes, series.
// Promises: what a method has returned is on disk; a repeated result of a (run, cell) or a repeated
// end of a launch changes nothing and is not an error; several calls inside one `Store::Batch` are
// one transaction. Every query is served by an index (store_plans_test.cc holds the plans).
// Errors: Unavailable for a full or unwritable disk (nothing was changed), Conflict for a second
// controller or an idempotency key with another body, Incompatible for a store of a newer version.
// Threads: the controller's loop.
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "controller/store/database.h"
#include "controller/store/rows.h"
#include "core/error/result.h"
#include "core/matrix/matrix.h"
#include "core/run/events.h"
#include "core/run/state.h"
#include "io/file/file.h"

namespace busbar::controller {

// Of the way of measuring: raise it when numbers would not be comparable with older ones.
inline constexpr std::int64_t kPlanVersion = 1;

struct NewRun {
  RunId id;
  std::string matrix_text;
  Matrix matrix;
  Plan plan;
  WallTime at;
  std::optional<std::string> idempotency_key;
};

// What the agent said beyond the event itself.
struct LaunchStartFacts {
  std::int64_t pid = 0;
  std::string command;  // JSON array
  Provenance provenance;
};
struct LaunchEndFacts {
  std::optional<std::int64_t> exit_code, signal;
  std::optional<Seconds> start_time;
  Seconds launch_time;
  std::string output_tail;
};

class Store {
 public:
  // Takes the folder's lock, opens or makes busbar.db in it, migrates.
  static Result<std::unique_ptr<Store>> open(const std::string& folder);
  static Result<std::unique_ptr<Store>> open_in_memory();

  // One transaction from its making to `commit`; rolled back if it goes without one.
  using Batch = Transaction;
  Batch batch() { return Batch(*database_); }

  // --- writing
  // The run's first event is appended too. A known idempotency key: see `run_of_key`.
  Result<EventId> submit(const NewRun& run, const RunState& state, const RunEvent& submitted);
  Result<std::optional<RunId>> run_of_key(const std::string& key, std::string_view body);
  // `after` is the state that the event led to; the run's row follows it.
  Result<EventId> append(const RunId& run, const RunEvent& event, const RunState& after,
                         WallTime at);
  Result<void> record_launch_start(const LaunchId& launch, const LaunchStartFacts& facts);
  Result<void> record_launch_end(const LaunchId& launch, const LaunchEndFacts& facts);
  // The measurement itself; its event is appended by the caller in the same batch.
  Result<void> insert_measurement(const RunId& run, const LaunchId& launch, Origin origin,
                                  const Measurement& measurement, WallTime at);
  Result<void> insert_failure_evidence(const RunId& run, CellIndex cell, const std::string& json);
  Result<void> save_node(const NodeRow& node);
  Result<void> touch_node(const NodeId& node, WallTime at);

  // --- reading
  Result<std::vector<RunRow>> runs(const RunFilter& filter);
  Result<RunRow> run(const RunId& id);  // NotFound
  Result<std::string> matrix_text(const RunId& id);
  Result<SamplingPlan> sampling(const RunId& id);
  Result<Timeouts> timeouts(const RunId& id);
  Result<std::vector<RunId>> unfinished_runs();
  Result<std::vector<StoredEvent>> events(const RunId& run, EventId after, std::uint32_t limit);
  Result<std::vector<LaunchRow>> launches(const RunId& run);
  Result<std::vector<CellRow>> cells(const RunId& run, std::uint32_t from, std::uint32_t limit);
  Result<Cell> cell(const RunId& run, CellIndex index);
  Result<std::vector<LeftOutRow>> left_out(const RunId& run, std::int64_t from,
                                           std::uint32_t limit);
  Result<std::vector<std::string>> group_texts(const RunId& run);  // JSON each
  Result<std::vector<NodeRow>> nodes();
  Result<std::vector<MatrixRow>> matrices();
  Result<std::vector<SeriesRow>> series(const std::optional<std::string>& collective,
                                        std::int64_t after, std::uint32_t limit);
  Result<SeriesRow> series_row(std::int64_t id);  // NotFound
  // Oldest first, after (run, cell).
  Result<std::vector<SeriesPoint>> series_points(std::int64_t id, std::int64_t after_run,
                                                 std::uint32_t limit);
  // For estimates: the last measuring time of a measured cell with this key.
  std::optional<Seconds> last_measuring_time(const Cell& cell);

  Database& database() { return *database_; }

 private:
  Store(std::unique_ptr<Database> database, std::unique_ptr<io::FileLock> lock)
      : lock_(std::move(lock)), database_(std::move(database)) {}
  Result<std::int64_t> sequence_of(const RunId& id);
  Result<std::int64_t> provenance_row(const Provenance& provenance);
  Result<std::int64_t> series_of(const Cell& cell, Origin origin, bool is_oversubscribed);
  Result<void> insert_plan(std::int64_t run, const Plan& plan);
  Result<void> insert_left_out(std::int64_t run, const Plan& plan);
  Result<void> update_run(const RunId& id, const RunEvent& event, const RunState& after,
                          WallTime at);
  Result<void> update_launch(const RunId& id, const RunEvent& event, WallTime at);
  Result<void> update_failures(const RunId& id, const RunEvent& event, const RunState& after,
                               WallTime at);
  Result<EventId> insert_event(std::int64_t run, const RunEvent& event, WallTime at);

  std::unique_ptr<io::FileLock> lock_;
  std::unique_ptr<Database> database_;
};

}  // namespace busbar::controller
