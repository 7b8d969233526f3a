// Runs: list, submit, read, cancel.
#include <algorithm>

#include "controller/api/answer.h"
#include "controller/api/cursor.h"
#include "controller/api/handlers.h"
#include "controller/api/matrix_body.h"
#include "controller/api/run_view.h"
#include "core/units/time_text.h"

namespace busbar::controller {
namespace {

constexpr std::size_t kKeyMax = 128;

Result<RunFilter> run_filter(const Request& request) {
  RunFilter filter;
  if (const auto state = request.query("state")) {
    filter.phase = run_phase_from_text(*state);
    if (!filter.phase)
      return fail(parameter_fault(
          "state", *state, "give queued, running, cancelling, completed, failed or cancelled"));
  }
  filter.matrix = request.query("matrix");
  if (const auto since = request.query("since")) {
    const auto time = parse_utc(*since);
    if (!time)
      return fail(parameter_fault("since", *since, "give a time such as 2026-12-01T00:00:00Z"));
    filter.since = *time;
  }
  TRY(limit, page_limit(request));
  TRY(before, page_position(request));
  filter.limit = limit;
  filter.before = before;
  return filter;
}

Result<std::optional<std::string>> idempotency_key(const Request& request) {
  const std::string key(request.header("Idempotency-Key"));
  if (key.empty()) return std::nullopt;
  const bool is_printable = std::ranges::all_of(key, [](char c) { return c >= 0x20 && c < 0x7f; });
  if (key.size() > kKeyMax || !is_printable)
    return fail(
        parameter_fault("Idempotency-Key", key, "give 1 to 128 printable ASCII characters"));
  return std::optional(key);
}

Answer run_answer(Service& service, const RunId& id) {
  TRY(row, service.store.run(id));
  io::HttpResponse answer = json_answer(run_json(row, service.scheduler.progress(id)), 202);
  answer.headers.emplace_back("Location", "/api/v1/runs/" + id.text());
  return answer;
}

Error nothing_runs(const Plan& plan) {
  if (!plan.pruned.empty())
    return {ErrorKind::InvalidInput, Scope::Run, "sweeps",
            "none of the " + std::to_string(plan.pruned.size()) +
                " cells can run here; the first: " + plan.pruned.front().reason,
            "POST /api/v1/plans gives the reason of each"};
  return {ErrorKind::InvalidInput, Scope::Run, "budget", "no cell fits the budget of the matrix",
          "give more seconds, or fewer cells"};
}

}  // namespace

Result<RunId> run_id_of(const Request& request) {
  auto id = RunId::parse(request.parameter);
  if (!id)
    return fail({ErrorKind::NotFound, Scope::Run, "run", "there is none with this id",
                 "list the runs with GET /api/v1/runs"});
  return id;
}

Answer list_runs(Service& service, const Request& request) {
  TRY(filter, run_filter(request));
  const std::size_t limit = filter.limit++;  // one more tells whether there is a next page
  TRY(rows, service.store.runs(filter));
  const bool has_more = rows.size() > limit;
  if (has_more) rows.resize(limit);
  wire::JsonWriter out;
  out.begin_object().key("items").begin_array();
  for (const RunRow& row : rows) {
    out.begin_object();
    write_run(out, row, service.scheduler.progress(row.id));
    out.end_object();
  }
  out.end_array();
  if (has_more) out.field("next_cursor", make_cursor(list_of(request), rows.back().sequence));
  out.end_object();
  return json_answer(out.take());
}

Answer submit_run(Service& service, const Request& request) {
  TRY(key, idempotency_key(request));
  if (key) {
    TRY(known, service.store.run_of_key(*key, request.http.body));
    if (known) return run_answer(service, *known);
  }
  auto planned = planned_matrix(service, request);
  if (!planned) return std::move(planned.error());
  if (planned->plan.cells.empty())
    return problem_answer(std::vector{nothing_runs(planned->plan)}, 422);
  TRY(id, service.scheduler.submit(
              {request.http.body, std::move(planned->matrix), std::move(planned->plan), key}));
  ++service.counters.runs_submitted;
  return run_answer(service, id);
}

Answer read_run(Service& service, const Request& request) {
  TRY(id, run_id_of(request));
  TRY(row, service.store.run(id));
  TRY(launches, service.store.launches(id));
  return json_answer(run_detail_json(row, service.scheduler.progress(id), launches));
}

Answer cancel_run(Service& service, const Request& request) {
  TRY(id, run_id_of(request));
  TRY_VOID(service.scheduler.cancel(id, "cancelled by a request from " + request.http.remote));
  return run_answer(service, id);
}

}  // namespace busbar::controller
