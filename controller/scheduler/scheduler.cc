// Submitting, cancelling, and doing what core/run says is missing.
#include "controller/scheduler/scheduler.h"

#include <algorithm>

#include "core/units/time_text.h"
#include "io/log/log.h"
#include "wire/run/events.h"

namespace busbar::controller {
namespace {

constexpr std::string_view kPart = "controller.scheduler";
constexpr std::uint32_t kEventsPage = 10'000;  // events read at once when a run is folded

}  // namespace

Scheduler::Scheduler(io::Loop& loop, Store& store, Sessions& sessions,
                     std::function<std::string()> random_name, SchedulerLimits limits)
    : loop_(loop),
      store_(store),
      sessions_(sessions),
      random_name_(std::move(random_name)),
      limits_(limits) {
  sessions_.listen(*this);
}

Scheduler::~Scheduler() {
  *is_alive_ = false;
  for (const auto& [launch, timer] : timers_) loop_.cancel(timer);
}

Result<void> Scheduler::start() {
  // Which nodes share a machine must be known before the first of them is back.
  TRY(known, store_.nodes());
  for (const NodeRow& node : known) nodes_.at(node.id).facts = node.facts;
  TRY(unfinished, store_.unfinished_runs());
  for (const RunId& id : unfinished) {
    TRY(row, store_.run(id));
    ActiveRun run;
    run.sequence = row.sequence;
    run.estimate = row.estimate;
    TRY(sampling, store_.sampling(id));
    TRY(timeouts, store_.timeouts(id));
    run.sampling = sampling;
    run.timeouts = timeouts;
    EventId last = 0;
    while (true) {
      TRY(events, store_.events(id, last, kEventsPage));
      for (const StoredEvent& stored : events) {
        TRY(event, wire::parse_event(stored.kind, stored.content));
        run.state = busbar::apply(std::move(run.state), event);
        last = stored.id;
      }
      if (events.size() < kEventsPage) break;
    }
    for (const auto& [launch, state] : run.state.launches) {
      if (state.phase == LaunchPhase::Ended) continue;
      nodes_.occupy(state.node, launch);
      arm_deadline(id, launch, deadline_of(run, state.group));
    }
    for (const GroupState& group : run.state.groups) watch_absent(group.plan.node, Seconds(0));
    order_[run.sequence] = id;
    runs_.emplace(id, std::move(run));
    io::log(io::LogLevel::Info, kPart, "run taken up", {{"run", id.text()}});
  }
  work_soon();
  return {};
}

void Scheduler::stop() {
  is_stopped_ = true;
}

Result<RunId> Scheduler::submit(Submission submission) {
  if (is_stopped_)
    return fail({ErrorKind::Unavailable, Scope::Process, "controller", "is stopping",
                 "try again when it is back"});
  const WallTime now = loop_.wall_now();
  TRY(id, RunId::parse("r-" + compact_utc(now) + "-" + random_name_()));
  RunSubmitted submitted;
  submitted.cells = static_cast<std::uint32_t>(submission.plan.cells.size());
  submitted.budget = submission.matrix.budget.time_max;
  for (const LaunchGroup& group : submission.plan.groups)
    submitted.groups.push_back({group.placement.nodes.front(), group.cells});
  ActiveRun run;
  run.state = busbar::apply(RunState{}, submitted);
  run.sampling = submission.matrix.sampling;
  run.timeouts = submission.matrix.timeouts;
  run.estimate = submission.plan.estimate;
  const NewRun fresh{id,
                     std::move(submission.matrix_text),
                     std::move(submission.matrix),
                     std::move(submission.plan),
                     now,
                     std::move(submission.idempotency_key)};
  TRY(event, store_.submit(fresh, run.state, submitted));
  static_cast<void>(event);
  TRY(row, store_.run(id));
  run.sequence = row.sequence;
  order_[run.sequence] = id;
  runs_.emplace(id, std::move(run));
  io::log(io::LogLevel::Info, kPart, "run submitted",
          {{"run", id.text()}, {"matrix", fresh.matrix.name.text()}});
  work_soon();
  return id;
}

Result<void> Scheduler::cancel(const RunId& id, const std::string& reason) {
  const auto active = runs_.find(id);
  if (active == runs_.end()) {
    TRY(row, store_.run(id));
    return fail({ErrorKind::Conflict, Scope::Run, "run " + id.text(),
                 "has ended already (" + std::string(to_text(row.phase)) + ")",
                 "only a queued or running run can be cancelled"});
  }
  if (active->second.state.phase == RunPhase::Cancelling) return {};
  TRY_VOID(record(id, active->second, CancelRequested{reason}));
  work_soon();
  return {};
}

std::optional<RunProgress> Scheduler::progress(const RunId& id) const {
  const auto active = runs_.find(id);
  if (active == runs_.end()) return std::nullopt;
  const ActiveRun& run = active->second;
  RunProgress progress;
  if (!run.at.empty()) {
    progress.launch = run.at.begin()->first;
    progress.cell = run.at.begin()->second;
  }
  const double total = static_cast<double>(std::max<std::size_t>(run.state.cells.size(), 1));
  const double each = run.state.measured > 0 ? run.state.measuring_time.value() / run.state.measured
                                             : run.estimate.value() / total;
  progress.time_left = Seconds(each * run.state.pending());
  return progress;
}

void Scheduler::work_soon() {
  if (is_work_posted_) return;
  is_work_posted_ = true;
  loop_.post([this, alive = is_alive_] {
    if (!*alive) return;
    is_work_posted_ = false;
    work();
  });
}

void Scheduler::work() {
  const std::map<std::int64_t, RunId> order = order_;  // runs that finish leave it meanwhile
  for (const auto& [sequence, id] : order) {
    while (true) {
      const auto active = runs_.find(id);
      if (active == runs_.end()) break;
      const Result<bool> again = work_on(id, active->second);
      if (!again) {
        io::log(io::LogLevel::Error, kPart, "run cannot go on now",
                {{"run", id.text()}, {"cause", to_line(again.error())}});
        loop_.call_after(limits_.store_retry, [this, alive = is_alive_] {
          if (*alive) work_soon();
        });
        return;
      }
      if (!*again) break;
    }
  }
}

Result<bool> Scheduler::work_on(const RunId& id, ActiveRun& run) {
  const auto is_free = [this](const NodeId& node) { return !is_stopped_ && nodes_.is_free(node); };
  for (const RunAction& action : actions(run.state, is_free)) {
    if (const auto* wanted = std::get_if<Dispatch>(&action)) {
      // An earlier dispatch of this round may have taken the machine.
      if (is_free(run.state.groups[wanted->group].plan.node))
        TRY_VOID(dispatch(id, run, wanted->group));
    } else if (const auto* unwanted = std::get_if<Stop>(&action)) {
      TRY_VOID(stop_launch(id, run, *unwanted));
    } else if (const auto* decision = std::get_if<Decide>(&action)) {
      TRY_VOID(record(id, run, decision->event));
      return true;
    }
  }
  return false;
}

Result<std::vector<wire::LaunchCell>> Scheduler::cells_of(const RunId& id,
                                                          const std::vector<CellIndex>& cells) {
  std::vector<wire::LaunchCell> found;
  for (const CellIndex index : cells) {
    TRY(cell, store_.cell(id, index));
    found.push_back({index, std::move(cell)});
  }
  return found;
}

Result<void> Scheduler::dispatch(const RunId& id, ActiveRun& run, std::uint32_t group) {
  const NodeId node = run.state.groups[group].plan.node;
  const std::vector<CellIndex> pending = pending_cells(run.state, group);
  TRY(cells, cells_of(id, pending));
  TRY(launch, LaunchId::parse(id.text() + ".l" + std::to_string(run.state.launches.size() + 1)));
  wire::StartLaunch start;
  start.launch = launch;
  start.run = id;
  start.ranks = cells.front().cell.placement.ranks();
  start.protocol = cells.front().cell.protocol;
  start.cells = std::move(cells);
  start.sampling = run.sampling;
  start.timeouts = run.timeouts;
  TRY_VOID(record(id, run, LaunchDispatched{launch, group, node, pending}));
  nodes_.occupy(node, launch);
  arm_deadline(id, launch, deadline_of(run, group));
  io::log(io::LogLevel::Info, kPart, "launch dispatched",
          {{"launch", launch.text()},
           {"node", node.text()},
           {"cells", std::to_string(pending.size())}});
  // A send that fails is a session that is ending; the launch is found missing at the next hello.
  sessions_.send(node, std::move(start));
  return {};
}

Result<void> Scheduler::stop_launch(const RunId& id, const ActiveRun& run, const Stop& stop) {
  if (stops_sent_.contains(stop.launch)) return {};
  const NodeId& node = run.state.launches.at(stop.launch).node;
  if (!sessions_.send(node, wire::StopLaunch{stop.launch, stop.reason})) return {};
  stops_sent_.insert(stop.launch);
  io::log(io::LogLevel::Info, kPart, "launch told to stop",
          {{"launch", stop.launch.text()}, {"run", id.text()}, {"reason", stop.reason}});
  loop_.cancel(timers_[stop.launch]);
  timers_[stop.launch] =
      loop_.call_after(limits_.stop_grace, [this, launch = stop.launch, alive = is_alive_] {
        if (*alive) end_as_lost(launch, "did not end after it was told to stop");
      });
  return {};
}

Seconds Scheduler::deadline_of(const ActiveRun& run, std::uint32_t group) const {
  const double each = std::max(run.sampling.cell_time_max.value(),
                               run.estimate.value() / static_cast<double>(run.state.cells.size()));
  const double expected = each * static_cast<double>(pending_cells(run.state, group).size());
  return Seconds(run.timeouts.launch_start.value() + limits_.deadline_margin.value() +
                 limits_.deadline_factor * expected);
}

void Scheduler::arm_deadline(const RunId& id, const LaunchId& launch, Seconds after) {
  timers_[launch] = loop_.call_after(after, [this, id, launch, after, alive = is_alive_] {
    if (!*alive) return;
    const auto active = runs_.find(id);
    if (active == runs_.end()) return;
    const std::string reason =
        "did not end within " + std::to_string(static_cast<int>(after.value())) + " s";
    static_cast<void>(stop_launch(id, active->second, Stop{launch, reason}));
    if (!stops_sent_.contains(launch)) end_as_lost(launch, reason);
  });
}

Result<void> Scheduler::record(const RunId& id, ActiveRun& run, const RunEvent& event) {
  RunState after = busbar::apply(run.state, event);
  TRY(event_id, store_.append(id, event, after, loop_.wall_now()));
  static_cast<void>(event_id);
  adopt_state(id, std::move(after));
  return {};
}

void Scheduler::adopt_state(const RunId& id, RunState state) {
  const auto active = runs_.find(id);
  if (active == runs_.end()) return;
  for (const auto& [launch, now] : state.launches) {
    if (now.phase != LaunchPhase::Ended) continue;
    const auto before = active->second.state.launches.find(launch);
    if (before != active->second.state.launches.end() && before->second.phase == LaunchPhase::Ended)
      continue;
    nodes_.release(launch);
    stops_sent_.erase(launch);
    active->second.at.erase(launch);
    if (const auto timer = timers_.find(launch); timer != timers_.end()) {
      loop_.cancel(timer->second);
      timers_.erase(timer);
    }
  }
  active->second.state = std::move(state);
  if (has_ended(active->second.state.phase)) {
    io::log(io::LogLevel::Info, kPart, "run ended",
            {{"run", id.text()}, {"state", std::string(to_text(active->second.state.phase))}});
    order_.erase(active->second.sequence);
    runs_.erase(active);
  }
  tell(id);
}

void Scheduler::tell(const RunId& run) {
  if (on_change_) on_change_(run);
}

}  // namespace busbar::controller
