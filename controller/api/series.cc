// Series: the list, and the history of one.
#include "controller/api/answer.h"
#include "controller/api/cursor.h"
#include "controller/api/handlers.h"
#include "controller/api/run_view.h"
#include "wire/api/plan.h"
#include "wire/json/cell.h"

namespace busbar::controller {
namespace {

Result<void> write_series(wire::JsonWriter& out, const SeriesRow& series) {
  TRY(cell, wire::parse_cell(series.cell));
  out.field("id", series.id)
      .field("key", series.key)
      .field("origin", series.origin)
      .field("oversubscribed", series.is_oversubscribed)
      .key("cell");
  wire::write_requested(out, cell);
  return {};
}

void write_point(wire::JsonWriter& out, const SeriesPoint& point) {
  out.begin_object().field("run", point.run.text()).field("cell", point.cell);
  write_time(out, "measured_at", point.at);
  out.field("median_seconds", point.median_seconds)
      .field("interval_low_seconds", point.interval_low_seconds)
      .field("interval_high_seconds", point.interval_high_seconds)
      .field("algorithm_bandwidth_bytes_per_second", point.algorithm_bandwidth)
      .field("bus_bandwidth_bytes_per_second", point.bus_bandwidth)
      .field("used_algorithm", point.used_algorithm)
      .field("used_protocol", point.used_protocol)
      .raw_field("provenance", point.provenance.empty() ? "{}" : point.provenance)
      .end_object();
}

Result<std::optional<std::string>> collective_of(const Request& request) {
  const auto name = request.query("collective");
  if (name && !from_text<Collective>(*name))
    return fail(parameter_fault("collective", *name, "give one of " + all_texts<Collective>()));
  return name;
}

}  // namespace

Answer list_series(Service& service, const Request& request) {
  TRY(collective, collective_of(request));
  TRY(limit, page_limit(request));
  TRY(after, page_position(request));
  TRY(rows, service.store.series(collective, after.value_or(0), limit + 1));
  const bool has_more = rows.size() > limit;
  if (has_more) rows.pop_back();
  wire::JsonWriter out;
  out.begin_object().key("items").begin_array();
  for (const SeriesRow& row : rows) {
    out.begin_object();
    TRY_VOID(write_series(out, row));
    out.end_object();
  }
  out.end_array();
  if (has_more) out.field("next_cursor", make_cursor(list_of(request), rows.back().id));
  out.end_object();
  return json_answer(out.take());
}

Answer read_series(Service& service, const Request& request) {
  const auto id = whole_number("series", request.parameter);
  if (!id)
    return fail({ErrorKind::NotFound, Scope::Run, "series", "there is none with this id",
                 "list the series with GET /api/v1/series"});
  TRY(series, service.store.series_row(*id));
  TRY(limit, page_limit(request));
  TRY(after, page_position(request));
  TRY(points, service.store.series_points(*id, after.value_or(0), limit + 1));
  const bool has_more = points.size() > limit;
  if (has_more) points.pop_back();
  wire::JsonWriter out;
  out.begin_object();
  TRY_VOID(write_series(out, series));
  out.key("items").begin_array();
  for (const SeriesPoint& point : points) write_point(out, point);
  out.end_array();
  if (has_more) out.field("next_cursor", make_cursor(list_of(request), points.back().run_sequence));
  out.end_object();
  return json_answer(out.take());
}

}  // namespace busbar::controller
