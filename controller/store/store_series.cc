// Reading what spans runs: nodes, matrices, series.
#include "controller/store/store.h"
#include "wire/json/facts.h"

namespace busbar::controller {
namespace {

SeriesRow series_row_at(const Statement& row) {
  return {row.integer(0), row.text(1), row.text(2), row.integer(3) != 0, row.text(4)};
}

}  // namespace

Result<std::vector<NodeRow>> Store::nodes() {
  TRY(statement,
      database_->prepare("SELECT n.id, n.version, n.spool, n.facts, p.content, n.last_seen_us FROM "
                         "nodes n JOIN provenance p ON p.id = n.provenance_id ORDER BY n.id"));
  std::vector<NodeRow> found;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) return found;
    TRY(id, NodeId::parse(statement.text(0)));
    TRY(facts, wire::parse_facts(statement.text(3)));
    TRY(provenance, wire::parse_provenance(statement.text(4)));
    found.push_back({std::move(id), statement.text(1), statement.text(2), std::move(facts),
                     std::move(provenance), WallTime(statement.integer(5))});
  }
}

Result<std::vector<MatrixRow>> Store::matrices() {
  TRY(statement, database_->prepare("SELECT matrix, count(*), max(sequence) FROM runs INDEXED BY "
                                    "runs_by_matrix GROUP BY matrix ORDER BY matrix"));
  std::vector<MatrixRow> found;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) break;
    MatrixRow row;
    row.name = statement.text(0);
    row.runs = static_cast<std::uint64_t>(statement.integer(1));
    TRY(last, database_->prepare("SELECT id, submitted_us FROM runs WHERE sequence = ?"));
    TRY(is_there, last.bind(statement.integer(2)).step());
    static_cast<void>(is_there);
    TRY(id, RunId::parse(last.text(0)));
    row.last_run = std::move(id);
    row.last_submitted = WallTime(last.integer(1));
    found.push_back(std::move(row));
  }
  return found;
}

Result<std::vector<SeriesRow>> Store::series(const std::optional<std::string>& collective,
                                             std::int64_t after, std::uint32_t limit) {
  std::string sql = "SELECT id, key, origin, oversubscribed, content FROM series WHERE id > ?";
  if (collective) sql += " AND collective = ?";
  sql += " ORDER BY id LIMIT ?";
  TRY(statement, database_->prepare(sql));
  statement.bind(after);
  if (collective) statement.bind(*collective);
  statement.bind(static_cast<std::int64_t>(limit));
  std::vector<SeriesRow> found;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) return found;
    found.push_back(series_row_at(statement));
  }
}

Result<SeriesRow> Store::series_row(std::int64_t id) {
  TRY(statement, database_->prepare("SELECT id, key, origin, oversubscribed, content FROM series "
                                    "WHERE id = ?"));
  TRY(has_row, statement.bind(id).step());
  if (!has_row)
    return fail({ErrorKind::NotFound, Scope::Run, "series " + std::to_string(id), "does not exist",
                 "list the series with GET /api/v1/series"});
  return series_row_at(statement);
}

Result<std::vector<SeriesPoint>> Store::series_points(std::int64_t id, std::int64_t after_run,
                                                      std::uint32_t limit) {
  TRY(statement,
      database_->prepare(
          "SELECT m.run, m.cell, r.id, m.measured_us, m.median_seconds, m.interval_low_seconds, "
          "m.interval_high_seconds, m.algorithm_bandwidth_bytes_per_second, "
          "m.bus_bandwidth_bytes_per_second, m.used_algorithm, m.used_protocol, p.content "
          "FROM measurements m INDEXED BY measurements_by_series JOIN runs r ON r.sequence = m.run "
          "JOIN launches l ON l.id = m.launch LEFT JOIN provenance p ON p.id = l.provenance_id "
          "WHERE m.series = ? AND m.run > ? ORDER BY m.run, m.cell LIMIT ?"));
  statement.bind(id).bind(after_run).bind(static_cast<std::int64_t>(limit));
  std::vector<SeriesPoint> found;
  while (true) {
    TRY(has_row, statement.step());
    if (!has_row) return found;
    TRY(run, RunId::parse(statement.text(2)));
    found.push_back({statement.integer(0), static_cast<std::uint32_t>(statement.integer(1)),
                     std::move(run), WallTime(statement.integer(3)), statement.real(4),
                     statement.real(5), statement.real(6), statement.real(7), statement.real(8),
                     statement.text(9), statement.text(10), statement.text(11)});
  }
}

std::optional<Seconds> Store::last_measuring_time(const Cell& cell) {
  auto statement = database_->prepare(
      "SELECT m.measuring_seconds FROM series s JOIN measurements m ON m.series = s.id WHERE "
      "s.key = ? AND s.origin = 'measured' ORDER BY m.run DESC LIMIT 1");
  if (!statement) return std::nullopt;
  const auto has_row = statement->bind(cell_key(cell)).step();
  if (!has_row || !*has_row) return std::nullopt;
  return Seconds(statement->real(0));
}

}  // namespace busbar::controller
