// Reading runs, their events, launches, plans and cells.
#include "controller/store/store.h"
#include "wire/json/cell.h"
#include "wire/json/sampling.h"

namespace busbar::controller {
namespace {

constexpr const char* kRunColumns =
    "sequence, id, matrix, state, reason, submitted_us, started_us, ended_us, cells_planned, "
    "cells_measured, cells_failed, cells_left_out, cells_pruned, cells_over_budget, duplicates, "
    "estimate_seconds, notes FROM runs";

std::uint32_t count_at(const Statement& row, int column) {
  return static_cast<std::uint32_t>(row.integer(column));
}

std::optional<WallTime> time_at(const Statement& row, int column) {
  const auto value = row.optional_integer(column);
  return value ? std::optional(WallTime(*value)) : std::nullopt;
}

std::vector<std::string> texts(const std::string& json) {
  std::vector<std::string> found;
  if (const auto view = wire::JsonView::parse(json))
    for (const wire::JsonView& item : view->items()) found.push_back(item.as_text().value_or(""));
  return found;
}

Result<RunRow> run_row(const Statement& row) {
  TRY(id, RunId::parse(row.text(1)));
  RunRow run;
  run.sequence = row.integer(0);
  run.id = std::move(id);
  run.matrix = row.text(2);
  run.phase = run_phase_from_text(row.text(3)).value_or(RunPhase::Failed);
  run.reason = row.text(4);
  run.submitted = WallTime(row.integer(5));
  run.started = time_at(row, 6);
  run.ended = time_at(row, 7);
  run.planned = count_at(row, 8);
  run.measured = count_at(row, 9);
  run.failed = count_at(row, 10);
  run.left_out = count_at(row, 11);
  run.pruned = count_at(row, 12);
  run.over_budget = count_at(row, 13);
  run.duplicates = static_cast<std::uint64_t>(row.integer(14));
  run.estimate = Seconds(row.real(15));
  run.notes = texts(row.text(16));
  return run;
}

}  // namespace

Result<std::vector<RunRow>> Store::runs(const RunFilter& filter) {
  std::string sql = std::string("SELECT ") + kRunColumns + " WHERE sequence < ?";
  if (filter.phase) sql += " AND state = ?";
  if (filter.matrix) sql += " AND matrix = ?";
  if (filter.since) sql += " AND submitted_us >= ?";
  sql += " ORDER BY sequence DESC LIMIT ?";
  TRY(statement, database_->prepare(sql));
  statement.bind(filter.before.value_or(INT64_MAX));
  if (filter.phase) statement.bind(to_text(*filter.phase));
  if (filter.matrix) statement.bind(*filter.matrix);
  if (filter.since) statement.bind(filter.since->value());
  statement.bind(static_cast<std::int64_t>(filter.limit));
  std::vector<RunRow> rows;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) return rows;
    TRY(row, run_row(statement));
    rows.push_back(std::move(row));
  }
}

Result<RunRow> Store::run(const RunId& id) {
  TRY_VOID(sequence_of(id));
  TRY(statement, database_->prepare(std::string("SELECT ") + kRunColumns + " WHERE id = ?"));
  TRY(has_row, statement.bind(id.text()).step());
  static_cast<void>(has_row);
  return run_row(statement);
}

Result<std::string> Store::matrix_text(const RunId& id) {
  TRY_VOID(sequence_of(id));
  TRY(statement, database_->prepare("SELECT matrix_text FROM runs WHERE id = ?"));
  TRY(has_row, statement.bind(id.text()).step());
  return has_row ? statement.text(0) : std::string();
}

Result<SamplingPlan> Store::sampling(const RunId& id) {
  TRY(statement, database_->prepare("SELECT sampling FROM runs WHERE id = ?"));
  TRY_VOID(statement.bind(id.text()).step());
  TRY(view, wire::JsonView::parse(statement.text(0)));
  return wire::read_sampling(view);
}

Result<Timeouts> Store::timeouts(const RunId& id) {
  TRY(statement, database_->prepare("SELECT timeouts FROM runs WHERE id = ?"));
  TRY_VOID(statement.bind(id.text()).step());
  TRY(view, wire::JsonView::parse(statement.text(0)));
  return wire::read_timeouts(view);
}

Result<std::vector<RunId>> Store::unfinished_runs() {
  TRY(statement,
      database_->prepare("SELECT id FROM runs WHERE state IN ('queued', 'running', 'cancelling') "
                         "ORDER BY sequence"));
  std::vector<RunId> found;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) return found;
    TRY(id, RunId::parse(statement.text(0)));
    found.push_back(std::move(id));
  }
}

Result<std::vector<StoredEvent>> Store::events(const RunId& run, EventId after,
                                               std::uint32_t limit) {
  TRY(sequence, sequence_of(run));
  TRY(statement, database_->prepare("SELECT id, at_us, kind, content FROM events WHERE run = ? "
                                    "AND id > ? ORDER BY id LIMIT ?"));
  statement.bind(sequence).bind(after).bind(static_cast<std::int64_t>(limit));
  std::vector<StoredEvent> found;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) return found;
    found.push_back({statement.integer(0), WallTime(statement.integer(1)), statement.text(2),
                     statement.text(3)});
  }
}

Result<std::vector<LaunchRow>> Store::launches(const RunId& run) {
  TRY(sequence, sequence_of(run));
  TRY(statement, database_->prepare(
                     "SELECT id, number, node, launch_group, state, reason, dispatched_us, "
                     "started_us, ended_us, command, exit_code, signal, start_seconds, "
                     "launch_seconds, output_tail FROM launches WHERE run = ? ORDER BY number"));
  statement.bind(sequence);
  std::vector<LaunchRow> found;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) return found;
    TRY(id, LaunchId::parse(statement.text(0)));
    TRY(node, NodeId::parse(statement.text(2)));
    LaunchRow row{std::move(id),
                  count_at(statement, 1),
                  std::move(node),
                  count_at(statement, 3),
                  statement.text(4),
                  statement.text(5),
                  WallTime(statement.integer(6)),
                  time_at(statement, 7),
                  time_at(statement, 8),
                  statement.text(9),
                  statement.optional_integer(10),
                  statement.optional_integer(11),
                  statement.optional_real(12),
                  statement.optional_real(13),
                  statement.text(14)};
    found.push_back(std::move(row));
  }
}

Result<std::vector<CellRow>> Store::cells(const RunId& run, std::uint32_t from,
                                          std::uint32_t limit) {
  TRY(sequence, sequence_of(run));
  TRY(statement,
      database_->prepare(
          "SELECT c.cell, c.content, c.estimate_seconds, f.state, f.reason, "
          "coalesce(m.launch, f.launch), m.origin, coalesce(m.content, f.evidence, ''), "
          "p.content, m.series, coalesce(m.measured_us, f.failed_us), m.run FROM cells c "
          "LEFT JOIN measurements m ON m.run = c.run AND m.cell = c.cell "
          "LEFT JOIN cell_failures f ON f.run = c.run AND f.cell = c.cell "
          "LEFT JOIN launches l ON l.id = coalesce(m.launch, f.launch) "
          "LEFT JOIN provenance p ON p.id = l.provenance_id "
          "WHERE c.run = ? AND c.cell >= ? ORDER BY c.cell LIMIT ?"));
  statement.bind(sequence).bind(static_cast<std::int64_t>(from));
  statement.bind(static_cast<std::int64_t>(limit));
  std::vector<CellRow> found;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) return found;
    CellRow row;
    row.index = CellIndex(count_at(statement, 0));
    row.cell = statement.text(1);
    row.estimate = Seconds(statement.real(2));
    if (!statement.is_null(11))
      row.state = CellState::Measured;
    else if (!statement.is_null(3))
      row.state = cell_state_from_text(statement.text(3)).value_or(CellState::Failed);
    row.reason = row.state == CellState::Measured ? "" : statement.text(4);
    if (!statement.is_null(5)) row.launch = statement.text(5);
    if (!statement.is_null(6)) row.origin = statement.text(6);
    row.measurement = statement.text(7);
    row.provenance = statement.text(8);
    row.series = statement.optional_integer(9);
    row.at = time_at(statement, 10);
    found.push_back(std::move(row));
  }
}

Result<Cell> Store::cell(const RunId& run, CellIndex index) {
  TRY(sequence, sequence_of(run));
  TRY(statement, database_->prepare("SELECT content FROM cells WHERE run = ? AND cell = ?"));
  statement.bind(sequence).bind(static_cast<std::int64_t>(index.value()));
  TRY(has_row, statement.step());
  if (!has_row)
    return fail({ErrorKind::NotFound, Scope::Cell, "run " + run.text(),
                 "has no cell " + std::to_string(index.value()), ""});
  return wire::parse_cell(statement.text(0));
}

Result<std::vector<LeftOutRow>> Store::left_out(const RunId& run, std::int64_t from,
                                                std::uint32_t limit) {
  TRY(sequence, sequence_of(run));
  TRY(statement, database_->prepare("SELECT position, content, code, reason FROM left_out_cells "
                                    "WHERE run = ? AND position >= ? ORDER BY position LIMIT ?"));
  statement.bind(sequence).bind(from).bind(static_cast<std::int64_t>(limit));
  std::vector<LeftOutRow> found;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) return found;
    found.push_back(
        {statement.integer(0), statement.text(1), statement.text(2), statement.text(3)});
  }
}

Result<std::vector<std::string>> Store::group_texts(const RunId& run) {
  TRY(sequence, sequence_of(run));
  TRY(statement,
      database_->prepare("SELECT content FROM launch_groups WHERE run = ? ORDER BY position"));
  statement.bind(sequence);
  std::vector<std::string> found;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) return found;
    found.push_back(statement.text(0));
  }
}

}  // namespace busbar::controller
