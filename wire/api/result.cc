#include "wire/api/result.h"

#include <array>

#include "core/units/time_text.h"
#include "wire/api/csv.h"
#include "wire/api/plan.h"
#include "wire/api/repeat_command.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

constexpr std::array<std::string_view, 8> kSampleColumns{"count",
                                                         "operations_per_sample",
                                                         "confidence",
                                                         "median_seconds",
                                                         "interval_low_seconds",
                                                         "interval_high_seconds",
                                                         "min_seconds",
                                                         "max_seconds"};
constexpr std::array<std::string_view, 7> kMeasurementColumns{
    "algorithm_bandwidth_bytes_per_second",
    "bus_bandwidth_bytes_per_second",
    "elements_checked",
    "elements_wrong",
    "oversubscribed",
    "measuring_seconds",
    "origin"};

struct BandwidthInterval {
  double low = 0, high = 0;
};

// Bandwidth falls as time grows: its low end is at the interval's high one.
BandwidthInterval bus_interval(const JsonView& measurement) {
  const double bus = measurement.number_or("bus_bandwidth_bytes_per_second");
  const auto samples = measurement.field("samples");
  if (!samples) return {bus, bus};
  const double median = samples->number_or("median_seconds");
  const double low = samples->number_or("interval_low_seconds");
  const double high = samples->number_or("interval_high_seconds");
  return {high > 0 ? bus * median / high : bus, low > 0 ? bus * median / low : bus};
}

Result<std::optional<JsonView>> view_of(std::string_view json) {
  if (json.empty()) return std::nullopt;
  TRY(view, JsonView::parse(json));
  if (!view.is_object())
    return fail({ErrorKind::InvalidInput, Scope::Cell, "measurement", "is no JSON object", ""});
  return std::optional(std::move(view));
}

void write_measured(JsonWriter& out, const JsonView& measurement) {
  measurement.for_each_member([&out](const std::string& name, const JsonView& value) {
    if (name != "raw_seconds") out.raw_field(name, value.json_text());
  });
}

void write_row(JsonWriter& out, const ResultRow& row) {
  out.field("cell", row.index.value()).key("requested");
  write_requested(out, row.cell);
  out.field("state", row.state)
      .field("reason", row.reason)
      .field("estimate_seconds", row.estimate.value())
      .field("launch", row.launch)
      .field("series", row.series);
  out.key("measured_at");
  row.at ? out.text(utc_text(*row.at)) : out.null();
  out.raw_field("provenance", row.provenance.empty() ? "{}" : row.provenance);
  out.key("repeat_command").begin_array();
  for (const std::string& word : repeat_command(row.cell)) out.text(word);
  out.end_array();
}

std::string text_of(const std::optional<JsonView>& value) {
  if (!value || value->is_null()) return "";
  return value->as_text().value_or(value->json_text());
}

std::string used_of(const JsonView& measurement, std::string_view which, std::string_view member) {
  const auto used = measurement.field(which);
  return used ? used->text_or(member) : "";
}

void add_requested(std::vector<std::string>& fields, const Cell& cell) {
  std::string nodes;
  for (const NodeId& node : cell.placement.nodes) nodes += (nodes.empty() ? "" : " ") + node.text();
  for (std::string_view text :
       {to_text(cell.engine), to_text(cell.collective), to_text(cell.data_type),
        to_text(cell.operation), to_text(cell.protocol), to_text(cell.buffer)})
    fields.emplace_back(text);
  fields.push_back(cell.algorithm.text());
  fields.push_back(std::to_string(cell.size.value()));
  fields.push_back(std::move(nodes));
  fields.push_back(std::to_string(cell.placement.ranks_per_node));
  fields.push_back(std::to_string(cell.placement.ranks().value()));
}

void add_measured(std::vector<std::string>& fields, const JsonView& measurement) {
  for (std::string_view which : {"algorithm", "protocol"})
    for (std::string_view member : {"value", "verification"})
      fields.push_back(used_of(measurement, which, member));
  const auto samples = measurement.field("samples");
  for (std::string_view name : kSampleColumns)
    fields.push_back(samples ? text_of(samples->field(name)) : "");
  for (std::string_view name : kMeasurementColumns)
    fields.push_back(text_of(measurement.field(name)));
  const BandwidthInterval interval = bus_interval(measurement);
  for (const double end : {interval.low, interval.high}) {
    JsonWriter number;
    fields.push_back(number.number(end).take());
  }
}

}  // namespace

Result<std::string> result_json(const ResultRow& row) {
  TRY(measurement, view_of(row.measurement));
  JsonWriter out;
  out.begin_object();
  write_row(out, row);
  if (row.is_measured && measurement) {
    write_measured(out, *measurement);
    const BandwidthInterval interval = bus_interval(*measurement);
    out.key("bus_bandwidth_interval")
        .begin_object()
        .field("low_bytes_per_second", interval.low)
        .field("high_bytes_per_second", interval.high)
        .end_object();
  } else if (measurement) {
    out.key("evidence").begin_object();
    write_measured(out, *measurement);
    out.end_object();
  }
  out.end_object();
  return out.take();
}

std::string result_csv_head() {
  std::vector<std::string> names{"cell",
                                 "state",
                                 "reason",
                                 "engine",
                                 "collective",
                                 "data_type",
                                 "operation",
                                 "protocol",
                                 "buffer",
                                 "algorithm",
                                 "size_bytes",
                                 "nodes",
                                 "ranks_per_node",
                                 "ranks",
                                 "launch",
                                 "series",
                                 "measured_at",
                                 "used_algorithm",
                                 "used_algorithm_verification",
                                 "used_protocol",
                                 "used_protocol_verification"};
  for (std::string_view name : kSampleColumns)
    names.emplace_back(name == "count" ? "samples" : name);
  for (std::string_view name : kMeasurementColumns) names.emplace_back(name);
  names.emplace_back("bus_bandwidth_low_bytes_per_second");
  names.emplace_back("bus_bandwidth_high_bytes_per_second");
  return csv_line(names);
}

Result<std::string> result_csv(const ResultRow& row) {
  TRY(measurement, view_of(row.measurement));
  std::vector<std::string> fields{std::to_string(row.index.value()), std::string(row.state),
                                  std::string(row.reason)};
  add_requested(fields, row.cell);
  fields.push_back(row.launch.value_or(""));
  fields.push_back(row.series ? std::to_string(*row.series) : "");
  fields.push_back(row.at ? utc_text(*row.at) : "");
  if (row.is_measured && measurement)
    add_measured(fields, *measurement);
  else
    fields.resize(fields.size() + 4 + kSampleColumns.size() + kMeasurementColumns.size() + 2);
  return csv_line(fields);
}

}  // namespace busbar::wire
