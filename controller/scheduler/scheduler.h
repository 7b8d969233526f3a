#pragma once
// Does what core/run says should be going on: dispatches launches to nodes that are free, stops
// them, gives cells up, finishes runs. Every step is an event in the store before anything is sent,
// so a controller that is killed goes on where it was: read the events, fold, act.
// One launch a node and one a machine at a time; runs by priority, then age; runs on other nodes go
// on side by side. Units: seconds. Errors: what cannot be stored is not done; it is tried again
// after kStoreRetry. Invariants: docs/protocols.md; each cell of a run gets exactly one outcome.
// Threads: the loop's.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "controller/sessions/sessions.h"
#include "controller/store/store.h"
#include "core/matrix/plan.h"
#include "core/run/actions.h"
#include "core/run/state.h"
#include "io/async/loop.h"

namespace busbar::controller {

struct SchedulerLimits {
  Seconds lost_after{60.0};      // a gone node's launches are lost so long after it was gone
  Seconds abandoned_after{600};  // a node away for so long is given up by the runs that wait for it
  Seconds stop_grace{30.0};      // for a launch to end after it was told to, then it is lost
  Seconds store_retry{1.0};      // after a store that failed
  double deadline_factor = 3.0;  // times the estimate of a launch's cells
};

// What a run is doing now; for a run that is over there is none.
struct RunProgress {
  struct Running {
    LaunchId launch;
    NodeId node;
    std::optional<CellIndex> cell;  // nothing: it is starting
  };
  std::vector<Running> running;
  std::uint32_t waiting = 0;  // cells without an outcome
  Seconds time_left;
  WallTime estimated_end;
};

struct NodeView {
  NodeRow row;
  bool is_online = false;          // connected and ready
  std::optional<LaunchId> launch;  // the one that it runs
};

class Scheduler final : public AgentListener {
 public:
  Scheduler(io::Loop& loop, Store& store, Sessions& sessions, SchedulerLimits limits = {});
  ~Scheduler() override;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // Reads the unfinished runs and goes on with them. Before the first agent is accepted.
  Result<void> start();
  // Dispatches nothing more; launches that run go on in their agents and are taken up by the next
  // controller.
  void stop();

  Result<Submitted> submit(const Submission&);
  // Conflict: the run is over. A second cancel is the same as one.
  Result<void> cancel(const RunId&, const std::string& by, const std::string& reason);

  std::optional<RunProgress> progress(const RunId&) const;
  // Called when a run has begun another cell.
  void on_cell_begun(std::function<void(const RunId&, const RunProgress&)> task);
  std::vector<PlanningNode> planning_nodes() const;  // online, by name
  Result<std::vector<NodeView>> nodes() const;       // all that were ever seen, by name
  std::size_t unfinished_runs() const;
  std::size_t live_launches() const;

  Result<std::uint64_t> on_hello(const wire::Hello&) override;
  Result<void> on_records(const Batch&) override;
  void on_ready(const NodeId&) override;
  void on_progress(const NodeId&, const wire::Progress&) override;
  void on_disconnected(const NodeId&) override;
  void on_gone(const NodeId&) override;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace busbar::controller
