// Nodes, and the matrices that ran on them.
#include "controller/api/answer.h"
#include "controller/api/handlers.h"
#include "controller/api/run_view.h"
#include "wire/json/facts.h"

namespace busbar::controller {
namespace {

void write_node(wire::JsonWriter& out, const NodeRow& node, const NodePresence* presence) {
  const bool is_ready = presence != nullptr && presence->is_ready;
  out.begin_object()
      .field("id", node.id.text())
      .field("state", is_ready ? "online" : "offline")
      .field("version", node.version);
  write_time(out, "last_seen_at", node.last_seen);
  out.key("launch");
  presence != nullptr && presence->launch ? out.text(presence->launch->text()) : out.null();
  out.key("facts");
  wire::write_facts(out, node.facts);
  out.key("provenance");
  wire::write_provenance(out, node.provenance);
  out.end_object();
}

}  // namespace

Answer list_nodes(Service& service, const Request&) {
  TRY(nodes, service.store.nodes());
  wire::JsonWriter out;
  out.begin_object().key("items").begin_array();
  for (const NodeRow& node : nodes) write_node(out, node, service.scheduler.node(node.id));
  out.end_array().end_object();
  return json_answer(out.take());
}

Answer list_matrices(Service& service, const Request&) {
  TRY(matrices, service.store.matrices());
  wire::JsonWriter out;
  out.begin_object().key("items").begin_array();
  for (const MatrixRow& matrix : matrices) {
    out.begin_object()
        .field("name", matrix.name)
        .field("runs", matrix.runs)
        .field("last_run", matrix.last_run.text());
    write_time(out, "last_submitted_at", matrix.last_submitted);
    out.end_object();
  }
  out.end_array().end_object();
  return json_answer(out.take());
}

}  // namespace busbar::controller
