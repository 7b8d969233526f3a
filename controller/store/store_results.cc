// Writing what launches bring: their start and end, measurements, failures, nodes, provenance.
#include <zlib.h>

#include <cstring>

#include "controller/store/store.h"
#include "wire/json/cell.h"
#include "wire/json/facts.h"
#include "wire/json/measurement.h"

namespace busbar::controller {
namespace {

std::string compressed(const std::vector<float>& samples) {
  const auto* bytes = reinterpret_cast<const Bytef*>(samples.data());
  const uLong length = static_cast<uLong>(samples.size() * sizeof(float));
  uLongf capacity = compressBound(length);
  std::string blob(capacity, '\0');
  compress2(reinterpret_cast<Bytef*>(blob.data()), &capacity, bytes, length, Z_BEST_SPEED);
  blob.resize(capacity);
  return blob;
}

bool is_seen(const Used& used) {
  return !used.value.empty() && (used.verification == Verification::Witnessed ||
                                 used.verification == Verification::Derived);
}

// The cell whose series a measurement belongs to. What was seen to use something else than it was
// asked for must not enter the series of what it was asked for.
Cell cell_of_series(Cell cell, const Measurement& measurement) {
  if (is_seen(measurement.algorithm) && cell.algorithm != default_algorithm()) {
    const auto name = AlgorithmName::parse(measurement.algorithm.value);
    cell.algorithm = name ? *name : *AlgorithmName::parse("unknown");
  }
  if (is_seen(measurement.protocol) && cell.protocol != Protocol::Default)
    cell.protocol = from_text<Protocol>(measurement.protocol.value).value_or(Protocol::Default);
  return cell;
}

}  // namespace

Result<void> Store::update_launch(const RunId& id, const RunEvent& event, WallTime at) {
  if (const auto* dispatched = std::get_if<LaunchDispatched>(&event)) {
    TRY(statement,
        database_->prepare("INSERT INTO launches(id, run, number, node, launch_group, state, "
                           "dispatched_us) SELECT ?1, sequence, 1 + (SELECT count(*) FROM launches "
                           "WHERE run = sequence), ?2, ?3, 'dispatched', ?4 FROM runs WHERE id = "
                           "?5"));
    statement.bind(dispatched->launch.text()).bind(dispatched->node.text());
    statement.bind(static_cast<std::int64_t>(dispatched->group)).bind(at.value());
    return statement.bind(id.text()).run();
  }
  if (const auto* started = std::get_if<LaunchStarted>(&event)) {
    TRY(statement,
        database_->prepare("UPDATE launches SET state = 'running', started_us = ? WHERE id = ?"));
    return statement.bind(at.value()).bind(started->launch.text()).run();
  }
  if (const auto* ended = std::get_if<LaunchEnded>(&event)) {
    TRY(statement,
        database_->prepare("UPDATE launches SET state = ?, reason = ?, ended_us = ? WHERE id = ?"));
    statement.bind(to_text(ended->end)).bind(ended->reason).bind(at.value());
    return statement.bind(ended->launch.text()).run();
  }
  return {};
}

Result<void> Store::update_failures(const RunId& id, const RunEvent& event, const RunState& after,
                                    WallTime at) {
  const auto insert = [&](CellIndex cell, const std::optional<std::string>& launch,
                          std::string_view reason) -> Result<void> {
    TRY(sequence, sequence_of(id));
    TRY(statement, database_->prepare("INSERT OR IGNORE INTO cell_failures(run, cell, launch, "
                                      "state, reason, failed_us) VALUES (?,?,?,?,?,?)"));
    statement.bind(sequence).bind(static_cast<std::int64_t>(cell.value())).bind(launch);
    statement.bind(to_text(after.cells[cell.value()])).bind(reason);
    return statement.bind(at.value()).run();
  };
  if (const auto* failed = std::get_if<CellFailed>(&event))
    return insert(failed->cell, failed->launch.text(), failed->reason);
  const auto* given_up = std::get_if<GroupGivenUp>(&event);
  const bool settles_all =
      std::holds_alternative<BudgetSpent>(event) || std::holds_alternative<RunFinished>(event);
  if (!given_up && !settles_all) return {};
  const std::string reason = given_up ? given_up->reason : "was not measured when the run ended";
  for (std::uint32_t cell = 0; cell < after.cells.size(); ++cell) {
    const CellState state = after.cells[cell];
    if (state == CellState::Pending || state == CellState::Measured) continue;
    TRY_VOID(insert(CellIndex(cell), std::nullopt, reason));
  }
  return {};
}

Result<void> Store::record_launch_start(const LaunchId& launch, const LaunchStartFacts& facts) {
  TRY(provenance, provenance_row(facts.provenance));
  TRY(statement,
      database_->prepare("UPDATE launches SET command = ?, provenance_id = ? WHERE id = ?"));
  return statement.bind(facts.command).bind(provenance).bind(launch.text()).run();
}

Result<void> Store::record_launch_end(const LaunchId& launch, const LaunchEndFacts& facts) {
  TRY(statement,
      database_->prepare("UPDATE launches SET exit_code = ?, signal = ?, start_seconds = ?, "
                         "launch_seconds = ?, output_tail = ? WHERE id = ?"));
  statement.bind(facts.exit_code).bind(facts.signal);
  if (facts.start_time)
    statement.bind(facts.start_time->value());
  else
    statement.bind_null();
  statement.bind(facts.launch_time.value()).bind(facts.output_tail);
  return statement.bind(launch.text()).run();
}

Result<std::int64_t> Store::provenance_row(const Provenance& provenance) {
  const std::string content = wire::provenance_json(provenance);
  TRY(insert, database_->prepare("INSERT OR IGNORE INTO provenance(content) VALUES (?)"));
  TRY_VOID(insert.bind(content).run());
  TRY(select, database_->prepare("SELECT id FROM provenance WHERE content = ?"));
  TRY(has_row, select.bind(content).step());
  return has_row ? select.integer(0) : 0;
}

Result<std::int64_t> Store::series_of(const Cell& cell, Origin origin, bool is_oversubscribed) {
  const std::string key = cell_key(cell);
  TRY(select, database_->prepare("SELECT id FROM series WHERE key = ? AND origin = ? AND "
                                 "oversubscribed = ? AND plan_version = ?"));
  select.bind(key).bind(to_text(origin)).bind(static_cast<std::int64_t>(is_oversubscribed));
  TRY(has_row, select.bind(kPlanVersion).step());
  if (has_row) return select.integer(0);
  TRY(insert, database_->prepare("INSERT INTO series(key, origin, oversubscribed, plan_version, "
                                 "collective, content) VALUES (?,?,?,?,?,?)"));
  insert.bind(key).bind(to_text(origin)).bind(static_cast<std::int64_t>(is_oversubscribed));
  insert.bind(kPlanVersion).bind(to_text(cell.collective)).bind(wire::cell_json(cell));
  TRY_VOID(insert.run());
  return database_->last_inserted_row();
}

Result<void> Store::insert_measurement(const RunId& run, const LaunchId& launch, Origin origin,
                                       const Measurement& measurement, WallTime at) {
  Batch transaction = batch();
  TRY(sequence, sequence_of(run));
  TRY(cell, this->cell(run, measurement.index));
  TRY(series, series_of(cell_of_series(std::move(cell), measurement), origin,
                        measurement.is_oversubscribed));
  TRY(statement,
      database_->prepare(
          "INSERT OR IGNORE INTO measurements(run, cell, launch, series, origin, measured_us, "
          "used_algorithm, used_protocol, samples, median_seconds, interval_low_seconds, "
          "interval_high_seconds, algorithm_bandwidth_bytes_per_second, "
          "bus_bandwidth_bytes_per_second, measuring_seconds, content) "
          "VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"));
  const auto index = static_cast<std::int64_t>(measurement.index.value());
  const SampleSummary& samples = measurement.samples;
  statement.bind(sequence).bind(index).bind(launch.text()).bind(series).bind(to_text(origin));
  statement.bind(at.value()).bind(measurement.algorithm.value).bind(measurement.protocol.value);
  statement.bind(static_cast<std::int64_t>(samples.count)).bind(samples.median.value());
  statement.bind(samples.interval_low.value()).bind(samples.interval_high.value());
  statement.bind(measurement.algorithm_bandwidth.value()).bind(measurement.bus_bandwidth.value());
  statement.bind(measurement.measuring_time.value());
  statement.bind(wire::measurement_json(measurement, origin, wire::RawSamples::LeftOut));
  TRY_VOID(statement.run());
  if (database_->changed_rows() > 0 && !measurement.raw_seconds.empty()) {
    TRY(raw, database_->prepare("INSERT INTO raw_samples(run, cell, seconds) VALUES (?,?,?)"));
    TRY_VOID(raw.bind(sequence).bind(index).bind_blob(compressed(measurement.raw_seconds)).run());
  }
  return transaction.commit();
}

Result<void> Store::insert_failure_evidence(const RunId& run, CellIndex cell,
                                            const std::string& json) {
  TRY(sequence, sequence_of(run));
  TRY(statement,
      database_->prepare("UPDATE cell_failures SET evidence = ? WHERE run = ? AND cell = ?"));
  return statement.bind(json).bind(sequence).bind(static_cast<std::int64_t>(cell.value())).run();
}

Result<void> Store::save_node(const NodeRow& node) {
  Batch transaction = batch();
  TRY(provenance, provenance_row(node.provenance));
  TRY(statement,
      database_->prepare("INSERT INTO nodes(id, version, spool, facts, provenance_id, "
                         "last_seen_us) VALUES (?,?,?,?,?,?) ON CONFLICT(id) DO UPDATE SET "
                         "version = excluded.version, spool = excluded.spool, facts = "
                         "excluded.facts, provenance_id = excluded.provenance_id, last_seen_us = "
                         "excluded.last_seen_us"));
  statement.bind(node.id.text()).bind(node.version).bind(node.spool);
  statement.bind(wire::facts_json(node.facts)).bind(provenance).bind(node.last_seen.value());
  TRY_VOID(statement.run());
  return transaction.commit();
}

Result<void> Store::touch_node(const NodeId& node, WallTime at) {
  TRY(statement, database_->prepare("UPDATE nodes SET last_seen_us = ? WHERE id = ?"));
  return statement.bind(at.value()).bind(node.text()).run();
}

}  // namespace busbar::controller
