// The controller itself: version, probes, metrics.
#include "controller/api/answer.h"
#include "controller/api/handlers.h"
#include "wire/agent/messages.h"
#include "wire/json/value.h"

namespace busbar::controller {
namespace {

constexpr std::int64_t kApiVersion = 1;

std::string status_json(std::string_view status) {
  wire::JsonWriter out;
  return out.begin_object().field("status", status).end_object().take();
}

}  // namespace

Answer read_version(Service& service, const Request&) {
  wire::JsonWriter out;
  out.begin_object()
      .field("version", service.version)
      .field("api", kApiVersion)
      .field("agent_protocol", wire::kAgentProtocol)
      .end_object();
  return json_answer(out.take());
}

Answer read_health(Service&, const Request&) {
  return json_answer(status_json("ok"));
}

Answer read_readiness(Service& service, const Request&) {
  if (service.is_stopping)
    return fail({ErrorKind::Unavailable, Scope::Process, "controller", "is stopping",
                 "wait until it is back"});
  RunFilter one;
  one.limit = 1;
  TRY_VOID(service.store.runs(one));
  return json_answer(status_json("ready"));
}

Answer read_metrics(Service& service, const Request&) {
  TRY(nodes, service.store.nodes());
  Gauges gauges;
  gauges.unfinished_runs = service.scheduler.unfinished_runs();
  gauges.live_launches = service.scheduler.live_launches();
  gauges.known_nodes = nodes.size();
  gauges.ready_nodes = service.scheduler.ready_nodes().size();
  gauges.agent_sessions = service.sessions.size();
  gauges.event_streams = service.streams.size();
  gauges.uptime = service.loop.monotonic_now() - service.started;
  return text_answer(metrics_text(service.counters, gauges, service.version), kMetricsType);
}

}  // namespace busbar::controller
