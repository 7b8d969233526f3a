#pragma once
// Everything that survives: runs with their plans, events, measurements, series, nodes.
// SQLite in WAL mode with synchronous=FULL: what a call has reported as stored is on disk. One
// controller at a time: a lock file beside the database is held for the store's life.
// Units: as in rows.h. Errors: NotFound for an unknown id, Conflict for an idempotency key with
// another matrix or a second controller, Incompatible for a store of a newer version (which is left
// untouched), Unavailable with SQLite's words for a full or broken disk; then nothing of the call
// is stored. Invariants: one outcome for each (run, cell), however often it is reported;
// measurements are never changed or deleted; origins never share a series; every query of more than
// a handful of rows is served by an index (a test reads the query plans).
// Threads: the one that opened it.
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "controller/store/rows.h"
#include "core/error/result.h"
#include "io/file/file.h"

namespace busbar::controller {

class Database;

class Store {
 public:
  // Makes the file and its folder if they are not there; applies the migrations that it lacks.
  static Result<std::unique_ptr<Store>> open(const std::string& path);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  // ---- runs
  // The run that this key made before with the same matrix text: look before planning, because a
  // plan may not be possible any more. Conflict: the key was used with another text.
  Result<std::optional<RunId>> submitted_before(const std::string& key, const std::string& text);
  Result<Submitted> submit(const Submission&);
  Result<RunRow> run(const RunId&);
  Result<Page<RunRow>> runs(const RunFilter&, const PageRequest&);  // newest first
  Result<std::vector<RunRow>> unfinished_runs();  // highest priority first, then oldest
  Result<std::string> matrix_text(const RunId&);
  Result<RunRecipe> recipe(const RunId&);  // the whole plan, with its pruned cells and notes
  Result<Page<MatrixRow>> matrices(const PageRequest&);  // by name
  Result<std::vector<LaunchRow>> launches(const RunId&);
  Result<LaunchRow> launch(const LaunchId&);

  // ---- events
  // Stores the entries, all or none of them, with what comes with each. An entry that repeats what
  // is known (a second outcome of a cell, a second end of a launch) is left out. Returns the events
  // that are new, after telling the subscribers.
  Result<std::vector<StoredEvent>> append(std::span<const Entry>,
                                          const std::optional<SpoolPosition>& = std::nullopt);
  // Oldest first, at most `limit`, those with a greater id than `after`.
  Result<std::vector<StoredEvent>> events(const RunId&, EventId after, std::uint32_t limit);
  // Called for each new event when it is on disk, inside the call that stored it; it must not call
  // `append` or `submit` there. The subscription lasts until `unsubscribe`.
  using Subscription = std::uint64_t;
  Subscription subscribe(std::function<void(const StoredEvent&)> task);
  void unsubscribe(Subscription);

  // ---- results
  Result<Page<CellRow>> cells(const RunId&, const PageRequest&);  // those with an outcome, by index
  Result<std::vector<float>> raw_seconds(const RunId&, CellIndex);
  Result<Page<SeriesRow>> series(const PageRequest&);  // by id
  Result<SeriesRow> one_series(std::int64_t id);
  Result<Page<SeriesPoint>> series_history(std::int64_t id, const PageRequest&);  // oldest first
  // Measuring time of a cell when it was last measured here. Uses the store: not beyond its life.
  History history();

  // ---- nodes
  Result<void> save_node(const NodeRow&, const std::string& spool);  // first_seen is kept
  Result<void> touch_node(const NodeId&, WallTime last_seen);
  Result<std::vector<NodeRow>> nodes();  // by name
  // Up to where this spool of the node is stored; 0 if nothing of it is.
  Result<std::uint64_t> spool_sequence(const NodeId&, const std::string& spool);

  Result<StoreStatistics> statistics();
  Database& database() { return *database_; }  // for tests of the query plans

 private:
  Store(std::unique_ptr<io::FileLock> lock, std::unique_ptr<Database> database);
  void tell(const std::vector<StoredEvent>&);

  std::unique_ptr<io::FileLock> lock_;  // outlives the database
  std::unique_ptr<Database> database_;
  std::vector<std::pair<Subscription, std::function<void(const StoredEvent&)>>> subscribers_;
  Subscription next_subscription_ = 1;
};

}  // namespace busbar::controller
