// Opening, and the writing of runs and events.
#include "controller/store/store.h"

#include "controller/store/migrations.h"
#include "wire/json/cell.h"
#include "wire/json/sampling.h"
#include "wire/run/events.h"

namespace busbar::controller {
namespace {

std::string notes_json(const std::vector<std::string>& notes) {
  wire::JsonWriter writer;
  writer.begin_array();
  for (const std::string& note : notes) writer.text(note);
  writer.end_array();
  return writer.take();
}

std::string sampling_json(const SamplingPlan& plan) {
  wire::JsonWriter writer;
  wire::write_sampling(writer, plan);
  return writer.take();
}

std::string timeouts_json(const Timeouts& timeouts) {
  wire::JsonWriter writer;
  wire::write_timeouts(writer, timeouts);
  return writer.take();
}

std::string group_json(const LaunchGroup& group) {
  wire::JsonWriter writer;
  writer.begin_object().key("placement");
  wire::write_placement(writer, group.placement);
  writer.field("protocol", to_text(group.protocol))
      .field("cells", group.cells.size())
      .field("estimate_seconds", group.estimate.value())
      .end_object();
  return writer.take();
}

}  // namespace

Result<std::unique_ptr<Store>> Store::open(const std::string& folder) {
  TRY_VOID(io::make_directories(folder));
  TRY(lock, io::FileLock::take(folder + "/controller.lock"));
  TRY(database, Database::open(folder + "/busbar.db"));
  TRY_VOID(migrate(*database, migration_steps()));
  return std::unique_ptr<Store>(new Store(std::move(database), std::move(lock)));
}

Result<std::unique_ptr<Store>> Store::open_in_memory() {
  TRY(database, Database::open(":memory:"));
  TRY_VOID(migrate(*database, migration_steps()));
  return std::unique_ptr<Store>(new Store(std::move(database), nullptr));
}

Result<EventId> Store::submit(const NewRun& run, const RunState& state, const RunEvent& submitted) {
  Batch transaction = batch();
  TRY(statement,
      database_->prepare(
          "INSERT INTO runs(id, matrix, matrix_text, sampling, timeouts, state, submitted_us, "
          "cells_planned, cells_pruned, cells_over_budget, duplicates, estimate_seconds, notes) "
          "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)"));
  statement.bind(run.id.text())
      .bind(run.matrix.name.text())
      .bind(run.matrix_text)
      .bind(sampling_json(run.matrix.sampling))
      .bind(timeouts_json(run.matrix.timeouts))
      .bind(to_text(state.phase))
      .bind(run.at.value())
      .bind(static_cast<std::int64_t>(run.plan.cells.size()))
      .bind(static_cast<std::int64_t>(run.plan.pruned.size()))
      .bind(static_cast<std::int64_t>(run.plan.over_budget.size()))
      .bind(static_cast<std::int64_t>(run.plan.duplicates))
      .bind(run.plan.estimate.value())
      .bind(notes_json(run.plan.notes));
  TRY_VOID(statement.run());
  const std::int64_t sequence = database_->last_inserted_row();
  TRY_VOID(insert_plan(sequence, run.plan));
  if (run.idempotency_key) {
    TRY(key, database_->prepare("INSERT INTO idempotency(key, body, run) VALUES (?,?,?)"));
    TRY_VOID(key.bind(*run.idempotency_key).bind(run.matrix_text).bind(sequence).run());
  }
  TRY(event, insert_event(sequence, submitted, run.at));
  TRY_VOID(transaction.commit());
  return event;
}

Result<void> Store::insert_plan(std::int64_t run, const Plan& plan) {
  std::int64_t position = 0;
  for (const PlannedCell& planned : plan.cells) {
    TRY(statement, database_->prepare("INSERT INTO cells(run, cell, key, content, "
                                      "estimate_seconds) VALUES (?,?,?,?,?)"));
    statement.bind(run).bind(position++).bind(cell_key(planned.cell));
    TRY_VOID(statement.bind(wire::cell_json(planned.cell)).bind(planned.estimate.value()).run());
  }
  position = 0;
  for (const LaunchGroup& group : plan.groups) {
    TRY(statement,
        database_->prepare("INSERT INTO launch_groups(run, position, content) VALUES (?,?,?)"));
    TRY_VOID(statement.bind(run).bind(position++).bind(group_json(group)).run());
  }
  return insert_left_out(run, plan);
}

Result<void> Store::insert_left_out(std::int64_t run, const Plan& plan) {
  std::int64_t position = 0;
  const auto insert = [&](const Cell& cell, std::string_view code,
                          std::string_view reason) -> Result<void> {
    TRY(statement, database_->prepare("INSERT INTO left_out_cells(run, position, content, code, "
                                      "reason) VALUES (?,?,?,?,?)"));
    return statement.bind(run)
        .bind(position++)
        .bind(wire::cell_json(cell))
        .bind(code)
        .bind(reason)
        .run();
  };
  for (const PrunedCell& pruned : plan.pruned)
    TRY_VOID(insert(pruned.cell, pruned.code, pruned.reason));
  for (const PlannedCell& planned : plan.over_budget)
    TRY_VOID(insert(planned.cell, "over_budget", "does not fit the budget of the matrix"));
  return {};
}

Result<std::optional<RunId>> Store::run_of_key(const std::string& key, std::string_view body) {
  TRY(statement, database_->prepare("SELECT i.body, r.id FROM idempotency i JOIN runs r ON "
                                    "r.sequence = i.run WHERE i.key = ?"));
  TRY(has_row, statement.bind(key).step());
  if (!has_row) return std::nullopt;
  if (statement.text(0) != body)
    return fail({ErrorKind::Conflict, Scope::Run, "Idempotency-Key",
                 "'" + key + "' came before with another body", "use a new key for a new request"});
  TRY(id, RunId::parse(statement.text(1)));
  return id;
}

Result<EventId> Store::insert_event(std::int64_t run, const RunEvent& event, WallTime at) {
  TRY(statement,
      database_->prepare("INSERT INTO events(run, at_us, kind, content) VALUES (?,?,?,?)"));
  statement.bind(run).bind(at.value()).bind(kind_text(event)).bind(wire::event_json(event));
  TRY_VOID(statement.run());
  return database_->last_inserted_row();
}

Result<EventId> Store::append(const RunId& run, const RunEvent& event, const RunState& after,
                              WallTime at) {
  Batch transaction = batch();
  TRY(sequence, sequence_of(run));
  TRY_VOID(update_run(run, event, after, at));
  TRY_VOID(update_launch(run, event, at));
  TRY_VOID(update_failures(run, event, after, at));
  TRY(id, insert_event(sequence, event, at));
  TRY_VOID(transaction.commit());
  return id;
}

Result<void> Store::update_run(const RunId& id, const RunEvent& event, const RunState& after,
                               WallTime at) {
  TRY(statement, database_->prepare("UPDATE runs SET state = ?, cells_measured = ?, "
                                    "cells_failed = ?, cells_left_out = ? WHERE id = ?"));
  statement.bind(to_text(after.phase))
      .bind(static_cast<std::int64_t>(after.measured))
      .bind(static_cast<std::int64_t>(after.failed))
      .bind(static_cast<std::int64_t>(after.left_out));
  TRY_VOID(statement.bind(id.text()).run());
  if (std::holds_alternative<LaunchDispatched>(event)) {
    TRY(started,
        database_->prepare("UPDATE runs SET started_us = coalesce(started_us, ?) WHERE id = ?"));
    TRY_VOID(started.bind(at.value()).bind(id.text()).run());
  }
  if (const auto* finished = std::get_if<RunFinished>(&event)) {
    TRY(ended, database_->prepare("UPDATE runs SET ended_us = ?, reason = ? WHERE id = ?"));
    TRY_VOID(ended.bind(at.value()).bind(finished->reason).bind(id.text()).run());
  }
  return {};
}

Result<std::int64_t> Store::sequence_of(const RunId& id) {
  TRY(statement, database_->prepare("SELECT sequence FROM runs WHERE id = ?"));
  TRY(has_row, statement.bind(id.text()).step());
  if (!has_row)
    return fail({ErrorKind::NotFound, Scope::Run, "run " + id.text(), "does not exist",
                 "list the runs with GET /api/v1/runs"});
  return statement.integer(0);
}

}  // namespace busbar::controller
