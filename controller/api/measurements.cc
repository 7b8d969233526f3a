// A run's cells with what became of them, as JSON, NDJSON or CSV.
#include <array>

#include "controller/api/answer.h"
#include "controller/api/cursor.h"
#include "controller/api/handlers.h"
#include "wire/api/result.h"
#include "wire/json/cell.h"

namespace busbar::controller {
namespace {

enum class Format { Json, Ndjson, Csv };
constexpr std::array<std::string_view, 3> kTypes{"application/json", "application/x-ndjson",
                                                 "text/csv"};
constexpr std::array<std::string_view, 3> kFormats{"json", "ndjson", "csv"};

struct Page {
  std::vector<CellRow> rows;
  std::string next_cursor;  // empty: the last one
};

Result<std::optional<Format>> format_of(const Request& request) {
  if (const auto name = request.query("format")) {
    for (std::size_t i = 0; i < kFormats.size(); ++i)
      if (kFormats[i] == *name) return std::optional(static_cast<Format>(i));
    return fail(parameter_fault("format", *name, "give json, ndjson or csv"));
  }
  const auto best = negotiate(request.header("Accept"), kTypes);
  return best ? std::optional(static_cast<Format>(*best)) : std::nullopt;
}

Result<Page> page_of(Service& service, const Request& request, const RunId& id) {
  TRY(limit, page_limit(request));
  TRY(position, page_position(request));
  const auto from = static_cast<std::uint32_t>(position.value_or(0));
  TRY(rows, service.store.cells(id, from, limit + 1));
  Page page{std::move(rows), {}};
  if (page.rows.size() <= limit) return page;
  page.next_cursor = make_cursor(list_of(request), page.rows.back().index.value());
  page.rows.pop_back();
  return page;
}

Result<wire::ResultRow> result_row(const CellRow& row) {
  TRY(cell, wire::parse_cell(row.cell));
  return wire::ResultRow{.index = row.index,
                         .cell = std::move(cell),
                         .state = to_text(row.state),
                         .is_measured = row.state == CellState::Measured,
                         .reason = row.reason,
                         .estimate = row.estimate,
                         .launch = row.launch,
                         .series = row.series,
                         .at = row.at,
                         .measurement = row.measurement,
                         .provenance = row.provenance};
}

Result<std::string> json_body(const Page& page) {
  wire::JsonWriter out;
  out.begin_object().key("items").begin_array();
  for (const CellRow& row : page.rows) {
    TRY(result, result_row(row));
    TRY(json, wire::result_json(result));
    out.raw(json);
  }
  out.end_array();
  if (!page.next_cursor.empty()) out.field("next_cursor", page.next_cursor);
  out.end_object();
  return out.take();
}

Result<std::string> lines_body(const Page& page, Format format) {
  std::string body = format == Format::Csv ? wire::result_csv_head() : "";
  for (const CellRow& row : page.rows) {
    TRY(result, result_row(row));
    TRY(line, format == Format::Csv ? wire::result_csv(result) : wire::result_json(result));
    body += line;
    if (format == Format::Ndjson) body += '\n';
  }
  return body;
}

io::HttpResponse not_acceptable() {
  return problem_answer(
      {ErrorKind::InvalidInput, Scope::Process, "Accept", "names no form that results have",
       "accept application/json, application/x-ndjson or text/csv"},
      406);
}

}  // namespace

Answer list_measurements(Service& service, const Request& request) {
  TRY(id, run_id_of(request));
  TRY(run, service.store.run(id));
  TRY(format, format_of(request));
  if (!format) return not_acceptable();
  TRY(page, page_of(service, request, id));
  TRY(body, *format == Format::Json ? json_body(page) : lines_body(page, *format));
  io::HttpResponse answer = text_answer(std::move(body), kTypes[static_cast<std::size_t>(*format)]);
  answer.headers.emplace_back("Vary", "Accept");
  if (!page.next_cursor.empty())
    answer.headers.emplace_back("Busbar-Next-Cursor", page.next_cursor);
  return has_ended(run.phase) ? tagged(request, std::move(answer)) : answer;
}

}  // namespace busbar::controller
