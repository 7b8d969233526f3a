#include "wire/agent/records.h"

#include "wire/json/fields.h"
#include "wire/json/measurement.h"

#include <array>
#include <utility>

namespace busbar::wire {
namespace {

constexpr std::size_t kArgumentsMax = 4096;
constexpr std::array kOutcomes{
    std::pair{LaunchOutcome::Finished, std::string_view("finished")},
    std::pair{LaunchOutcome::Failed, std::string_view("failed")},
    std::pair{LaunchOutcome::TimedOut, std::string_view("timed_out")},
    std::pair{LaunchOutcome::Cancelled, std::string_view("cancelled")},
};

std::string_view type_of(const LaunchStarted&) {
  return "launch_started";
}
std::string_view type_of(const CellMeasured&) {
  return "measurement";
}
std::string_view type_of(const CellFailed&) {
  return "cell_failed";
}
std::string_view type_of(const LaunchEnded&) {
  return "launch_ended";
}

void write(JsonWriter& out, const LaunchStarted& body) {
  out.field("pid", body.pid).key("command").begin_array();
  for (const std::string& argument : body.command) out.text(argument);
  out.end_array().key("start");
  write_start_line(out, body.start);
}

void write(JsonWriter& out, const CellMeasured& body) {
  out.field("cell", body.measurement.index.value()).key("measurement");
  write_measurement(out, body.measurement, Origin::Measured, RawSamples::Kept);
}

void write(JsonWriter& out, const CellFailed& body) {
  write_cell_failure(out, {body.cell, body.failure, body.reason, body.measurement});
}

void write(JsonWriter& out, const LaunchEnded& body) {
  out.field("outcome", to_text(body.outcome))
      .field("exit_code", body.exit_code)
      .field("signal", body.signal)
      .field("reason", body.reason);
  if (body.cell) out.field("cell", body.cell->value());
  out.field("output_tail", body.output_tail).field("launch_seconds", body.launch_time.value());
  out.key("start_seconds");
  if (body.start_time)
    out.number(body.start_time->value());
  else
    out.null();
}

RecordBody read_started(Fields& in) {
  LaunchStarted body;
  body.pid = in.integer("pid");
  body.command = in.texts("command", kArgumentsMax);
  if (const auto start = in.object("start")) body.start = in.part(read_start_line(*start));
  return body;
}

RecordBody read_failed(Fields& in, const JsonView& view) {
  CellFailedLine line = in.part(read_cell_failure(view));
  return CellFailed{line.cell, line.failure, std::move(line.reason), std::move(line.measurement)};
}

std::optional<std::int32_t> optional_integer(Fields& in, std::string_view name) {
  if (!in.has(name)) return std::nullopt;
  const std::int64_t value = in.integer(name);
  if (!std::in_range<std::int32_t>(value)) in.refuse(name, "is out of range", "send 32 bits");
  return static_cast<std::int32_t>(value);
}

RecordBody read_ended(Fields& in) {
  LaunchEnded body;
  const std::string outcome = in.text("outcome");
  if (const auto known = launch_outcome_from_text(outcome))
    body.outcome = *known;
  else
    in.refuse("outcome", quoted_json(outcome) + " is unknown",
              "send finished, failed, timed_out or cancelled");
  body.exit_code = optional_integer(in, "exit_code");
  body.signal = optional_integer(in, "signal");
  body.reason = in.text("reason");
  if (in.has("cell")) body.cell = CellIndex(in.unsigned32("cell"));
  body.output_tail = in.text("output_tail");
  body.launch_time = Seconds(in.number("launch_seconds"));
  if (in.has("start_seconds")) body.start_time = Seconds(in.number("start_seconds"));
  return body;
}

RecordBody read_body(Fields& in, const JsonView& view) {
  const std::string type = in.text("type");
  if (type == "launch_started") return read_started(in);
  if (type == "measurement") return CellMeasured{in.part(read_measured(view))};
  if (type == "cell_failed") return read_failed(in, view);
  if (type == "launch_ended") return read_ended(in);
  in.refuse("type", quoted_json(type) + " is unknown",
            "send launch_started, measurement, cell_failed or launch_ended");
  return {};
}

}  // namespace

std::string_view to_text(LaunchOutcome outcome) {
  for (const auto& [value, text] : kOutcomes)
    if (value == outcome) return text;
  return {};
}

std::optional<LaunchOutcome> launch_outcome_from_text(std::string_view text) {
  for (const auto& [value, known] : kOutcomes)
    if (known == text) return value;
  return std::nullopt;
}

std::string to_text(const Record& record) {
  JsonWriter out;
  std::visit(
      [&](const auto& body) {
        out.begin_object()
            .field("type", type_of(body))
            .field("launch", record.launch.text())
            .field("run", record.run.text())
            .field("at_us", record.at.value());
        write(out, body);
        out.end_object();
      },
      record.body);
  return out.take();
}

Result<Record> parse_record(std::string_view text) {
  TRY(view, JsonView::parse(text));
  Fields in(view, "record");
  Record record;
  record.launch = in.name<LaunchId>("launch");
  record.run = in.name<RunId>("run");
  record.at = WallTime(in.integer("at_us"));
  record.body = read_body(in, view);
  return in.result(std::move(record));
}

}  // namespace busbar::wire
