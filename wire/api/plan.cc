#include "wire/api/plan.h"

#include "wire/json/cell.h"
#include "wire/json/fields.h"

namespace busbar::wire {
namespace {

void write_placement_with_ranks(JsonWriter& out, const Placement& placement) {
  out.begin_object().key("nodes").begin_array();
  for (const NodeId& node : placement.nodes) out.text(node.text());
  out.end_array()
      .field("ranks_per_node", placement.ranks_per_node)
      .field("ranks", placement.ranks().value())
      .end_object();
}

void write_cells(JsonWriter& out, const Plan& plan) {
  out.key("cells").begin_array();
  for (const PlannedCell& planned : plan.cells) {
    out.begin_object().key("cell");
    write_requested(out, planned.cell);
    out.field("estimate_seconds", planned.estimate.value()).end_object();
  }
  out.end_array();
}

void write_left_out(JsonWriter& out, const Plan& plan) {
  out.key("pruned").begin_array();
  for (const PrunedCell& pruned : plan.pruned) {
    out.begin_object().key("cell");
    write_requested(out, pruned.cell);
    out.field("code", pruned.code).field("reason", pruned.reason).end_object();
  }
  out.end_array().key("over_budget").begin_array();
  for (const PlannedCell& planned : plan.over_budget) {
    out.begin_object().key("cell");
    write_requested(out, planned.cell);
    out.end_object();
  }
  out.end_array();
}

void write_groups(JsonWriter& out, const std::vector<GroupSummary>& groups) {
  out.key("groups").begin_array();
  for (const GroupSummary& group : groups) {
    out.begin_object().key("placement");
    write_placement_with_ranks(out, group.placement);
    out.field("protocol", to_text(group.protocol))
        .field("cells", group.cells)
        .field("estimate_seconds", group.estimate.value())
        .end_object();
  }
  out.end_array();
}

}  // namespace

void write_requested(JsonWriter& out, const Cell& cell) {
  out.begin_object().field("engine", to_text(cell.engine));
  write_cell_dimensions(out, cell);
  out.key("placement");
  write_placement_with_ranks(out, cell.placement);
  out.end_object();
}

std::vector<GroupSummary> group_summaries(const Plan& plan) {
  std::vector<GroupSummary> groups;
  for (const LaunchGroup& group : plan.groups)
    groups.push_back({group.placement, group.protocol, group.cells.size(), group.estimate});
  return groups;
}

Result<GroupSummary> parse_group_summary(std::string_view text) {
  TRY(view, JsonView::parse(text));
  Fields in(view, "launch group");
  GroupSummary group;
  if (const auto placement = in.object("placement"))
    group.placement = in.part(read_placement(*placement));
  group.protocol = in.word<Protocol>("protocol");
  group.cells = in.unsigned_number("cells");
  group.estimate = Seconds(in.number("estimate_seconds"));
  return in.result(std::move(group));
}

std::string plan_json(const Plan& plan, const std::vector<GroupSummary>& groups) {
  JsonWriter out;
  out.begin_object();
  write_cells(out, plan);
  write_left_out(out, plan);
  write_groups(out, groups);
  out.field("duplicates", plan.duplicates)
      .field("estimate_seconds", plan.estimate.value())
      .key("notes")
      .begin_array();
  for (const std::string& note : plan.notes) out.text(note);
  out.end_array().end_object();
  return out.take();
}

}  // namespace busbar::wire
