// What agents bring and what their absence means.
#include <algorithm>

#include "controller/scheduler/scheduler.h"
#include "io/log/log.h"
#include "wire/json/measurement.h"
#include "wire/json/value.h"

namespace busbar::controller {
namespace {

constexpr std::string_view kPart = "controller.scheduler";

LaunchEnd end_of(wire::LaunchOutcome outcome) {
  switch (outcome) {
    case wire::LaunchOutcome::Finished:
      return LaunchEnd::Finished;
    case wire::LaunchOutcome::Failed:
      return LaunchEnd::Failed;
    case wire::LaunchOutcome::TimedOut:
      return LaunchEnd::TimedOut;
    case wire::LaunchOutcome::Cancelled:
      return LaunchEnd::Cancelled;
  }
  return LaunchEnd::Failed;
}

RunEvent event_of(const wire::Record& record) {
  if (const auto* measured = std::get_if<wire::CellMeasured>(&record.body))
    return CellMeasured{record.launch, measured->measurement.index,
                        measured->measurement.measuring_time};
  if (const auto* failed = std::get_if<wire::CellFailed>(&record.body))
    return CellFailed{record.launch, failed->cell, failed->failure, failed->reason};
  if (const auto* ended = std::get_if<wire::LaunchEnded>(&record.body))
    return LaunchEnded{record.launch, end_of(ended->outcome), ended->reason};
  return LaunchStarted{record.launch};
}

std::string command_json(const std::vector<std::string>& command) {
  wire::JsonWriter writer;
  writer.begin_array();
  for (const std::string& argument : command) writer.text(argument);
  writer.end_array();
  return writer.take();
}

std::optional<CellIndex> cell_of(const RunEvent& event) {
  if (const auto* measured = std::get_if<CellMeasured>(&event)) return measured->cell;
  if (const auto* failed = std::get_if<CellFailed>(&event)) return failed->cell;
  return std::nullopt;
}

// False: the event repeats what the state knows already.
bool is_news(const RunState& state, const RunEvent& event, const LaunchState& launch) {
  if (const auto cell = cell_of(event)) return state.cells[cell->value()] == CellState::Pending;
  if (std::holds_alternative<LaunchStarted>(event)) return launch.phase == LaunchPhase::Dispatched;
  return launch.phase != LaunchPhase::Ended;
}

}  // namespace

Result<std::uint64_t> Scheduler::on_hello(const wire::Hello& hello) {
  TRY_VOID(store_.save_node(
      {hello.node, hello.version, hello.spool, hello.facts, hello.provenance, loop_.wall_now()}));
  forget_timers(hello.node);
  NodePresence& node = nodes_.at(hello.node);
  node.facts = hello.facts;
  node.alive = hello.launches;
  return 0;
}

void Scheduler::on_ready(const NodeId& id) {
  NodePresence& node = nodes_.at(id);
  node.is_ready = true;
  const std::vector<LaunchId> alive = node.alive;
  const std::optional<LaunchId> expected = node.launch;
  for (const LaunchId& launch : alive) {
    stops_sent_.erase(launch);
    if (launch != expected)
      sessions_.send(id, wire::StopLaunch{launch, "the controller does not want it any more"});
  }
  if (expected && std::find(alive.begin(), alive.end(), *expected) == alive.end())
    end_as_lost(*expected, "its agent does not know it any more");
  work_soon();
}

void Scheduler::on_disconnected(const NodeId& id) {
  nodes_.at(id).is_ready = false;
  static_cast<void>(store_.touch_node(id, loop_.wall_now()));
}

void Scheduler::on_gone(const NodeId& id) {
  if (sessions_.is_connected(id)) return;
  io::log(io::LogLevel::Warning, kPart, "node gone", {{"node", id.text()}});
  watch_absent(id, Seconds(0));
}

void Scheduler::watch_absent(const NodeId& id, Seconds already_away) {
  NodePresence& node = nodes_.at(id);
  if (node.lost_timer != 0 || sessions_.is_connected(id)) return;
  node.lost_timer =
      loop_.call_after(limits_.lost_after - already_away, [this, id, alive = is_alive_] {
        if (*alive) lose_launches(id, "its node is gone");
      });
  node.abandoned_timer = loop_.call_after(limits_.abandoned_after, [this, id, alive = is_alive_] {
    if (*alive) abandon(id);
  });
}

void Scheduler::forget_timers(const NodeId& id) {
  NodePresence& node = nodes_.at(id);
  loop_.cancel(node.lost_timer);
  loop_.cancel(node.abandoned_timer);
  node.lost_timer = node.abandoned_timer = 0;
}

void Scheduler::lose_launches(const NodeId& id, const std::string& reason) {
  const std::optional<LaunchId> launch = nodes_.at(id).launch;
  if (launch) end_as_lost(*launch, reason);
}

void Scheduler::abandon(const NodeId& id) {
  std::vector<RunId> waiting;
  for (const auto& [run, active] : runs_) waiting.push_back(run);
  for (const RunId& run : waiting) {
    for (std::uint32_t group = 0;; ++group) {
      const auto active = runs_.find(run);
      if (active == runs_.end() || group >= active->second.state.groups.size()) break;
      if (active->second.state.groups[group].plan.node != id) continue;
      if (pending_cells(active->second.state, group).empty()) continue;
      const auto stored =
          record(run, active->second,
                 GroupGivenUp{
                     group, CellFailure::NodeLost,
                     "node " + id.text() + " stayed away for " +
                         std::to_string(static_cast<int>(limits_.abandoned_after.value())) + " s"});
      if (!stored)
        io::log(io::LogLevel::Error, kPart, "cells cannot be given up now",
                {{"run", run.text()}, {"cause", to_line(stored.error())}});
    }
  }
  work_soon();
}

Scheduler::ActiveRun* Scheduler::run_of_launch(const LaunchId& launch, RunId* id) {
  for (auto& [run, active] : runs_)
    if (active.state.launches.contains(launch)) {
      *id = run;
      return &active;
    }
  return nullptr;
}

void Scheduler::end_as_lost(const LaunchId& launch, const std::string& reason) {
  RunId id;
  ActiveRun* run = run_of_launch(launch, &id);
  if (!run) return nodes_.release(launch);
  const auto stored = record(id, *run, LaunchEnded{launch, LaunchEnd::Lost, reason});
  if (!stored) {
    loop_.call_after(limits_.store_retry, [this, launch, reason, alive = is_alive_] {
      if (*alive) end_as_lost(launch, reason);
    });
    return;
  }
  io::log(io::LogLevel::Warning, kPart, "launch lost",
          {{"launch", launch.text()}, {"reason", reason}});
  work_soon();
}

void Scheduler::on_progress(const NodeId& node, const wire::Progress& progress) {
  RunId id;
  ActiveRun* run = run_of_launch(progress.launch, &id);
  if (!run || run->state.launches.at(progress.launch).node != node) return;
  if (progress.cell.value() >= run->state.cells.size()) return;
  run->at.insert_or_assign(progress.launch, progress.cell);
  tell(id);
}

Result<void> Scheduler::on_records(const Batch& batch) {
  Store::Batch transaction = store_.batch();
  Changed changed;
  for (const wire::Record& record : batch.records)
    TRY_VOID(take_record(batch.node, record, changed));
  TRY_VOID(transaction.commit());
  adopt(std::move(changed));
  return {};
}

Result<void> Scheduler::take_record(const NodeId& node, const wire::Record& record,
                                    Changed& changed) {
  const auto drop = [&](const std::string& why) -> Result<void> {
    io::log(io::LogLevel::Warning, kPart, "record dropped",
            {{"node", node.text()}, {"launch", record.launch.text()}, {"reason", why}});
    return {};
  };
  const auto active = runs_.find(record.run);
  if (active == runs_.end()) return drop("its run has ended or never was");
  RunState& state = changed.try_emplace(record.run, active->second.state).first->second;
  const auto launch = state.launches.find(record.launch);
  if (launch == state.launches.end() || launch->second.node != node)
    return drop("the launch is not this node's");
  const RunEvent event = event_of(record);
  if (const auto cell = cell_of(event)) {
    const auto& cells = state.groups[launch->second.group].plan.cells;
    if (std::find(cells.begin(), cells.end(), *cell) == cells.end())
      return drop("the cell is not the launch's");
  }
  if (!is_news(state, event, launch->second)) return {};
  return store_event(record, event, state);
}

Result<void> Scheduler::store_event(const wire::Record& record, const RunEvent& event,
                                    RunState& state) {
  if (const auto* measured = std::get_if<wire::CellMeasured>(&record.body))
    TRY_VOID(store_.insert_measurement(record.run, record.launch, Origin::Measured,
                                       measured->measurement, record.at));
  state = busbar::apply(std::move(state), event);
  TRY(id, store_.append(record.run, event, state, loop_.wall_now()));
  static_cast<void>(id);
  if (const auto* failed = std::get_if<wire::CellFailed>(&record.body);
      failed && failed->measurement)
    return store_.insert_failure_evidence(
        record.run, failed->cell,
        wire::measurement_json(*failed->measurement, Origin::Measured, wire::RawSamples::LeftOut));
  if (const auto* started = std::get_if<wire::LaunchStarted>(&record.body)) {
    Provenance provenance = started->start.provenance;
    TRY(nodes, store_.nodes());
    for (const NodeRow& node : nodes)
      if (node.id == state.launches.at(record.launch).node)
        provenance.insert(node.provenance.begin(), node.provenance.end());
    return store_.record_launch_start(
        record.launch, {started->pid, command_json(started->command), std::move(provenance)});
  }
  if (const auto* ended = std::get_if<wire::LaunchEnded>(&record.body)) {
    const auto widened = [](const std::optional<std::int32_t>& value) {
      return value ? std::optional<std::int64_t>(*value) : std::nullopt;
    };
    return store_.record_launch_end(
        record.launch, {widened(ended->exit_code), widened(ended->signal), ended->start_time,
                        ended->launch_time, ended->output_tail});
  }
  return {};
}

void Scheduler::adopt(Changed changed) {
  for (auto& [id, state] : changed) adopt_state(id, std::move(state));
  work_soon();
}

}  // namespace busbar::controller
