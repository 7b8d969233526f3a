#include "controller/api/api.h"

#include <array>

#include "controller/api/answer.h"
#include "controller/api/handlers.h"

namespace busbar::controller {
namespace {

constexpr std::array<std::string_view, 1> kJson{"application/json"};

Answer handle_endpoint(Service& service, const Request& request, Endpoint endpoint) {
  switch (endpoint) {
    case Endpoint::ListRuns:
      return list_runs(service, request);
    case Endpoint::SubmitRun:
      return submit_run(service, request);
    case Endpoint::ReadRun:
      return read_run(service, request);
    case Endpoint::CancelRun:
      return cancel_run(service, request);
    case Endpoint::ReadRunPlan:
      return read_run_plan(service, request);
    case Endpoint::ListMeasurements:
      return list_measurements(service, request);
    case Endpoint::PlanMatrix:
      return plan_matrix(service, request);
    case Endpoint::ListMatrices:
      return list_matrices(service, request);
    case Endpoint::ListNodes:
      return list_nodes(service, request);
    case Endpoint::ListSeries:
      return list_series(service, request);
    case Endpoint::ReadSeries:
      return read_series(service, request);
    case Endpoint::ReadVersion:
      return read_version(service, request);
    case Endpoint::ReadDescription:
      return read_description(request);
    case Endpoint::ReadHealth:
      return read_health(service, request);
    case Endpoint::ReadReadiness:
      return read_readiness(service, request);
    case Endpoint::ReadMetrics:
      return read_metrics(service, request);
    case Endpoint::FollowRun:
    case Endpoint::OpenAgentSession:
      break;  // not answered with one response; see Api::handle and Api::admit
  }
  return fail({ErrorKind::InvalidInput, Scope::Process, request.http.path, "speaks WebSocket only",
               "start an agent; it opens this by itself"});
}

// Endpoints that have one form only, JSON.
bool is_json_only(Endpoint endpoint) {
  return endpoint != Endpoint::ListMeasurements && endpoint != Endpoint::FollowRun &&
         endpoint != Endpoint::ReadDescription && endpoint != Endpoint::ReadMetrics &&
         endpoint != Endpoint::OpenAgentSession;
}

io::HttpResponse wrong_method(const Request& request, const std::string& allowed) {
  io::HttpResponse answer = problem_answer(
      {ErrorKind::InvalidInput, Scope::Process, request.http.path.substr(0, 200),
       request.http.method.substr(0, 20) + " is not possible here", "use one of " + allowed},
      405);
  answer.headers.emplace_back("Allow", allowed);
  return answer;
}

io::HttpResponse page_answer(const Request& request) {
  const std::string& path = request.http.path;
  if (path.starts_with("/api/") || path == "/api")
    return problem_answer({ErrorKind::NotFound, Scope::Process, path.substr(0, 200),
                           "there is nothing here", "GET /api/v1/openapi.yaml lists the paths"});
  if (request.http.method != "GET" && request.http.method != "HEAD")
    return wrong_method(request, "GET, HEAD");
  return answer_of(read_page(request));
}

Result<EventId> first_event(const Request& request) {
  const std::string_view last = request.header("Last-Event-ID");
  if (!last.empty()) return whole_number("Last-Event-ID", last);
  const auto after = request.query("after");
  return after ? whole_number("after", *after) : Result<EventId>(0);
}

}  // namespace

Api::Api(io::Loop& loop, Store& store, Sessions& sessions, Scheduler& scheduler, ApiOptions options)
    : streams_(loop, store, scheduler),
      service_{.loop = loop,
               .store = store,
               .sessions = sessions,
               .scheduler = scheduler,
               .streams = streams_,
               .version = std::move(options.version),
               .started = loop.monotonic_now(),
               .counters = {}},
      guard_(options.takes_any_host) {}

io::HttpHandlers Api::handlers() {
  return {.on_request =
              [this](io::HttpRequest request, std::shared_ptr<io::Exchange> exchange) {
                handle(std::move(request), exchange);
              },
          .admit_websocket = [this](const io::HttpRequest& request) { return admit(request); },
          .on_websocket =
              [this](const io::HttpRequest&, std::shared_ptr<io::WebSocket> socket) {
                service_.sessions.accept(std::move(socket));
              }};
}

void Api::stop() {
  service_.is_stopping = true;
  streams_.close_all();
}

void Api::respond(const std::shared_ptr<io::Exchange>& exchange, io::HttpResponse response) {
  add_security_headers(response);
  service_.counters.count_answer(response.status);
  exchange->respond(std::move(response));
}

void Api::handle(io::HttpRequest http, const std::shared_ptr<io::Exchange>& exchange) {
  RouteMatch route = match_route(http.method, http.path);
  const Request request{std::move(http), std::move(route.parameter)};
  if (const auto fault = guard_.fault(request.http, false))
    return respond(exchange, problem_answer(*fault, 403));
  if (route.endpoint == Endpoint::FollowRun && request.http.method == "GET")
    return follow(request, exchange);
  respond(exchange, answer(request, route));
}

io::HttpResponse Api::answer(const Request& request, const RouteMatch& route) {
  if (route.allowed_methods.empty()) return page_answer(request);
  if (!route.endpoint) return wrong_method(request, route.allowed_methods);
  if (*route.endpoint == Endpoint::OpenAgentSession)
    return problem_answer({ErrorKind::InvalidInput, Scope::Process, request.http.path,
                           "speaks WebSocket only", "start an agent; it opens this by itself"},
                          426);
  if (is_json_only(*route.endpoint) && !negotiate(request.header("Accept"), kJson))
    return problem_answer(
        {ErrorKind::InvalidInput, Scope::Process, "Accept",
         "does not take application/json, the only form here", "accept application/json"},
        406);
  return answer_of(handle_endpoint(service_, request, *route.endpoint));
}

void Api::follow(const Request& request, const std::shared_ptr<io::Exchange>& exchange) {
  const auto refuse = [&](const Error& error) { respond(exchange, problem_answer(error)); };
  const auto id = run_id_of(request);
  if (!id) return refuse(id.error());
  const auto run = service_.store.run(*id);
  if (!run) return refuse(run.error());
  const auto after = first_event(request);
  if (!after) return refuse(after.error());
  if (service_.is_stopping)
    return refuse({ErrorKind::Unavailable, Scope::Process, "controller", "is stopping",
                   "go on with Last-Event-ID when it is back"});
  const auto left = service_.store.events(*id, *after, 1);
  if (!left) return refuse(left.error());
  // Nothing can follow any more: 204 ends a browser's EventSource, which would come back for ever.
  if (left->empty() && has_ended(run->phase)) return respond(exchange, {204, {}, {}});
  io::HttpResponse head = text_answer("", "text/event-stream");
  head.headers.emplace_back("X-Accel-Buffering", "no");  // a proxy must not wait for more
  add_security_headers(head);
  service_.counters.count_answer(head.status);
  if (auto stream = exchange->stream(std::move(head)))
    streams_.open(*id, *after, std::move(stream));
}

io::HttpResponse Api::admit(const io::HttpRequest& request) const {
  if (request.path != kAgentSessionPath)
    return problem_answer({ErrorKind::NotFound, Scope::Process, request.path.substr(0, 200),
                           "there is no WebSocket here",
                           "agents connect to " + std::string(kAgentSessionPath)});
  if (const auto fault = guard_.fault(request, true)) return problem_answer(*fault, 403);
  if (service_.is_stopping)
    return problem_answer({ErrorKind::Unavailable, Scope::Process, "controller", "is stopping",
                           "connect again when it is back"});
  return {101, {}, {}};
}

}  // namespace busbar::controller
