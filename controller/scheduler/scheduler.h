#pragma once
// Does what core/run says should be going on: dispatches launches to nodes that are free, stops
// them, gives cells up, finishes runs. Every step is an event in the store before anything is sent,
// so a controller that is killed goes on where it was: read the events, fold, act.
// One launch a node and one a machine at a time; older runs first; runs on other nodes go on side
// by side. Units: seconds. Errors: what cannot be stored is not done; it is tried again after
// `store_retry`. Invariants: docs/protocols.md; each cell of a run gets exactly one outcome.
// Threads: the loop's.
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "controller/scheduler/nodes.h"
#include "controller/sessions/sessions.h"
#include "controller/store/store.h"
#include "core/run/actions.h"
#include "io/async/loop.h"

namespace busbar::controller {

struct SchedulerLimits {
  Seconds lost_after{60.0};      // a gone node's launches are lost so long after it was gone
  Seconds abandoned_after{600};  // runs that wait for a node away so long go on without it
  Seconds stop_grace{30.0};      // for a launch to end after it was told to; then it is lost
  Seconds store_retry{1.0};      // after a store that failed
  double deadline_factor = 5.0;  // times the estimate of a launch's cells: a net below the agent's
                                 // own time-outs, which know more
  Seconds deadline_margin{120.0};
};

// What a run is doing now.
struct RunProgress {
  std::optional<LaunchId> launch;  // one that runs
  std::optional<CellIndex> cell;   // the one it is at
  Seconds time_left;
};

// What a client sends, with its text; the id is made here.
struct Submission {
  std::string matrix_text;
  Matrix matrix;
  Plan plan;
  std::optional<std::string> idempotency_key;
};

class Scheduler final : public AgentListener {
 public:
  // `random_name` gives the random part of a run's id.
  Scheduler(io::Loop& loop, Store& store, Sessions& sessions,
            std::function<std::string()> random_name, SchedulerLimits limits = {});
  ~Scheduler() override;
  Scheduler(const Scheduler&) = delete;
  Scheduler& operator=(const Scheduler&) = delete;

  // Reads the unfinished runs and goes on with them. Before the first agent is accepted.
  Result<void> start();
  // Dispatches nothing more; launches that run go on in their agents and are taken up by the next
  // controller.
  void stop();

  Result<RunId> submit(Submission submission);
  Result<void> cancel(const RunId& run, const std::string& reason);  // Conflict if it has ended

  std::optional<RunProgress> progress(const RunId& run) const;  // nothing: it has ended
  // Called when a run has new events, or has begun another cell.
  void on_change(std::function<void(const RunId&)> task) { on_change_ = std::move(task); }
  std::vector<PlanningNode> ready_nodes() const { return nodes_.ready_nodes(); }
  const NodePresence* node(const NodeId& id) const { return nodes_.find(id); }
  std::size_t unfinished_runs() const { return runs_.size(); }
  std::size_t live_launches() const { return nodes_.busy(); }

  Result<std::uint64_t> on_hello(const wire::Hello&) override;
  Result<void> on_records(const Batch&) override;
  void on_ready(const NodeId&) override;
  void on_progress(const NodeId&, const wire::Progress&) override;
  void on_disconnected(const NodeId&) override;
  void on_gone(const NodeId&) override;

 private:
  struct ActiveRun {
    std::int64_t sequence = 0;
    RunState state;
    SamplingPlan sampling;
    Timeouts timeouts;
    Seconds estimate;
    std::map<LaunchId, CellIndex> at;  // what each live launch is measuring
  };
  // The states that a batch of records leads to, kept apart until it is stored.
  using Changed = std::map<RunId, RunState>;

  void work_soon();
  void work();
  Result<bool> work_on(const RunId& id, ActiveRun& run);  // true: look again
  Result<void> dispatch(const RunId& id, ActiveRun& run, std::uint32_t group);
  Result<void> stop_launch(const RunId& id, const ActiveRun& run, const Stop& stop);
  Result<void> record(const RunId& id, ActiveRun& run, const RunEvent& event);
  Result<std::vector<wire::LaunchCell>> cells_of(const RunId& id,
                                                 const std::vector<CellIndex>& cells);
  Seconds deadline_of(const ActiveRun& run, std::uint32_t group) const;
  void arm_deadline(const RunId& id, const LaunchId& launch, Seconds after);
  void end_as_lost(const LaunchId& launch, const std::string& reason);
  void lose_launches(const NodeId& node, const std::string& reason);
  void abandon(const NodeId& node);
  void watch_absent(const NodeId& node, Seconds already_away);
  void forget_timers(const NodeId& node);
  Result<void> take_record(const NodeId& node, const wire::Record& record, Changed& changed);
  Result<void> store_event(const wire::Record& record, const RunEvent& event, RunState& state);
  void adopt(Changed changed);
  void adopt_state(const RunId& id, RunState state);
  ActiveRun* run_of_launch(const LaunchId& launch, RunId* id);
  void tell(const RunId& run);

  io::Loop& loop_;
  Store& store_;
  Sessions& sessions_;
  std::function<std::string()> random_name_;
  SchedulerLimits limits_;
  std::map<RunId, ActiveRun> runs_;
  std::map<std::int64_t, RunId> order_;  // by age
  Nodes nodes_;
  std::set<LaunchId> stops_sent_;
  std::map<LaunchId, io::Loop::TimerId> timers_;  // deadline, or grace after a stop
  std::function<void(const RunId&)> on_change_;
  bool is_work_posted_ = false;
  bool is_stopped_ = false;
  std::shared_ptr<bool> is_alive_ = std::make_shared<bool>(true);
};

}  // namespace busbar::controller
