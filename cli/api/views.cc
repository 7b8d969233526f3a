#include "cli/api/views.h"

#include "core/units/size_text.h"

namespace busbar::cli {
namespace {

using wire::JsonView;

std::vector<std::string> texts(const JsonView& json, std::string_view name) {
  std::vector<std::string> all;
  const std::optional<JsonView> list = json.field(name);
  if (!list) return all;
  for (const JsonView& item : list->items()) all.push_back(item.as_text().value_or(""));
  return all;
}

std::string joined(const std::vector<std::string>& items) {
  std::string all;
  for (const std::string& item : items) all += (all.empty() ? "" : ",") + item;
  return all;
}

std::string placement_text(const JsonView& cell) {
  const std::optional<JsonView> placement = cell.field("placement");
  if (!placement) return "";
  const std::uint64_t ranks = placement->unsigned_or("ranks_per_node");
  return joined(texts(*placement, "nodes")) + " × " + std::to_string(ranks) +
         (ranks == 1 ? " rank" : " ranks");
}

// "ring" if it was seen, else with how far the statement can be trusted.
std::string used_text(const JsonView& result, std::string_view name) {
  const std::optional<JsonView> used = result.field(name);
  if (!used) return "";
  const std::string value = used->text_or("value"), verification = used->text_or("verification");
  if (verification == "not_applicable") return "–";
  if (value.empty()) return verification;
  return verification == "unverified" ? value + " (unverified)" : value;
}

void read_samples(const JsonView& json, ResultView& result) {
  const std::optional<JsonView> samples = json.field("samples");
  if (!samples || !samples->is_object()) return;
  result.samples = samples->unsigned_or("count");
  result.median = Seconds(samples->number_or("median_seconds"));
  const double width =
      samples->number_or("interval_high_seconds") - samples->number_or("interval_low_seconds");
  if (result.median.value() > 0) result.half_width = Ratio(width / 2 / result.median.value());
}

}  // namespace

RunView read_run(const JsonView& json) {
  RunView run{.id = json.text_or("id"),
              .matrix = json.text_or("matrix"),
              .state = json.text_or("state"),
              .reason = json.text_or("reason"),
              .submitted_at = json.text_or("submitted_at"),
              .started_at = json.text_or("started_at"),
              .ended_at = json.text_or("ended_at"),
              .estimate = Seconds(json.number_or("estimate_seconds")),
              .notes = texts(json, "notes")};
  if (const std::optional<JsonView> cells = json.field("cells")) {
    run.planned = cells->unsigned_or("planned");
    run.measured = cells->unsigned_or("measured");
    run.failed = cells->unsigned_or("failed");
    run.left_out = cells->unsigned_or("left_out");
    run.pruned = cells->unsigned_or("pruned");
    run.over_budget = cells->unsigned_or("over_budget");
  }
  return run;
}

CellView read_cell_view(const JsonView& json) {
  return {.collective = json.text_or("collective"),
          .data_type = json.text_or("data_type"),
          .operation = json.text_or("operation"),
          .algorithm = json.text_or("algorithm"),
          .protocol = json.text_or("protocol"),
          .buffer = json.text_or("buffer"),
          .size = MessageSize(json.unsigned_or("size_bytes")),
          .placement = placement_text(json)};
}

ResultView read_result(const JsonView& json) {
  ResultView result;
  result.index = json.unsigned_or("cell");
  if (const std::optional<JsonView> cell = json.field("requested"))
    result.requested = read_cell_view(*cell);
  result.state = json.text_or("state");
  result.reason = json.text_or("reason");
  result.estimate = Seconds(json.number_or("estimate_seconds"));
  result.is_measured = result.state == "measured";
  result.used_algorithm = used_text(json, "algorithm");
  result.used_protocol = used_text(json, "protocol");
  read_samples(json, result);
  result.algorithm_bandwidth =
      AlgorithmBandwidth(json.number_or("algorithm_bandwidth_bytes_per_second"));
  result.bus_bandwidth = BusBandwidth(json.number_or("bus_bandwidth_bytes_per_second"));
  result.elements_wrong = json.unsigned_or("elements_wrong");
  result.is_oversubscribed = json.flag_or("oversubscribed");
  return result;
}

PrunedView read_pruned(const JsonView& json) {
  PrunedView pruned{.cell = {}, .code = json.text_or("code"), .reason = json.text_or("reason")};
  if (const std::optional<JsonView> cell = json.field("cell")) pruned.cell = read_cell_view(*cell);
  return pruned;
}

PlanView read_plan(const JsonView& json) {
  PlanView plan;
  if (const std::optional<JsonView> cells = json.field("cells"))
    for (const JsonView& item : cells->items())
      plan.cells.push_back(read_cell_view(item.field("cell").value_or(item)));
  if (const std::optional<JsonView> pruned = json.field("pruned"))
    for (const JsonView& item : pruned->items()) plan.pruned.push_back(read_pruned(item));
  if (const std::optional<JsonView> over = json.field("over_budget"))
    plan.over_budget = over->size();
  if (const std::optional<JsonView> groups = json.field("groups")) plan.launches = groups->size();
  plan.duplicates = json.unsigned_or("duplicates");
  plan.estimate = Seconds(json.number_or("estimate_seconds"));
  plan.notes = texts(json, "notes");
  return plan;
}

NodeView read_node(const JsonView& json) {
  const JsonView facts = json.field("facts").value_or(json);
  return {.id = json.text_or("id"),
          .state = json.text_or("state"),
          .host = facts.text_or("host_name"),
          .version = json.text_or("version"),
          .last_seen_at = json.text_or("last_seen_at"),
          .cores = facts.unsigned_or("cores"),
          .memory_bytes = facts.unsigned_or("memory_bytes"),
          .engines = joined(texts(facts, "engines")),
          .launch = json.text_or("launch")};
}

std::string short_text(const CellView& cell) {
  std::string text = cell.collective + " " + to_size_text(cell.size) + " " + cell.algorithm;
  if (!cell.protocol.empty() && cell.protocol != "default") text += " " + cell.protocol;
  return text;
}

}  // namespace busbar::cli
