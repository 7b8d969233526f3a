#include "wire/run/events.h"

#include "wire/json/value.h"

namespace busbar::wire {
namespace {

void write_cells(JsonWriter& writer, const std::vector<CellIndex>& cells) {
  writer.key("cells").begin_array();
  for (const CellIndex cell : cells) writer.unsigned_integer(cell.value());
  writer.end_array();
}

void write(JsonWriter& writer, const RunSubmitted& event) {
  writer.field("cell_count", event.cells).key("groups").begin_array();
  for (const RunGroup& group : event.groups) {
    writer.begin_object().field("node", group.node.text());
    write_cells(writer, group.cells);
    writer.end_object();
  }
  writer.end_array();
  if (event.budget) writer.field("budget_seconds", event.budget->value());
}
void write(JsonWriter& writer, const LaunchDispatched& event) {
  writer.field("launch", event.launch.text()).field("group", event.group);
  writer.field("node", event.node.text());
  write_cells(writer, event.cells);
}
void write(JsonWriter& writer, const LaunchStarted& event) {
  writer.field("launch", event.launch.text());
}
void write(JsonWriter& writer, const CellMeasured& event) {
  writer.field("launch", event.launch.text()).field("cell", event.cell.value());
  writer.field("measuring_seconds", event.measuring_time.value());
}
void write(JsonWriter& writer, const CellFailed& event) {
  writer.field("launch", event.launch.text()).field("cell", event.cell.value());
  writer.field("failure", to_text(event.failure)).field("reason", event.reason);
}
void write(JsonWriter& writer, const LaunchEnded& event) {
  writer.field("launch", event.launch.text()).field("end", to_text(event.end));
  writer.field("reason", event.reason);
}
void write(JsonWriter& writer, const GroupGivenUp& event) {
  writer.field("group", event.group).field("failure", to_text(event.failure));
  writer.field("reason", event.reason);
}
void write(JsonWriter& writer, const BudgetSpent& event) {
  writer.field("reason", event.reason);
}
void write(JsonWriter& writer, const CancelRequested& event) {
  writer.field("reason", event.reason);
}
void write(JsonWriter& writer, const RunFinished& event) {
  writer.field("end", to_text(event.end)).field("reason", event.reason);
}

Error fault(std::string_view member) {
  return {ErrorKind::InvalidInput, Scope::Run, "event", "has no sound " + std::string(member), ""};
}

std::vector<CellIndex> cells_of(const JsonView& view) {
  std::vector<CellIndex> cells;
  if (const auto list = view.field("cells"))
    for (const JsonView& item : list->items())
      cells.push_back(CellIndex(static_cast<std::uint32_t>(item.as_unsigned().value_or(0))));
  return cells;
}

CellIndex cell_of(const JsonView& view) {
  return CellIndex(static_cast<std::uint32_t>(view.unsigned_or("cell")));
}

std::uint32_t group_of(const JsonView& view) {
  return static_cast<std::uint32_t>(view.unsigned_or("group"));
}

Result<RunEvent> read_submitted(const JsonView& view) {
  RunSubmitted event;
  event.cells = static_cast<std::uint32_t>(view.unsigned_or("cell_count"));
  if (const auto groups = view.field("groups"))
    for (const JsonView& group : groups->items()) {
      TRY(node, NodeId::parse(group.text_or("node")));
      event.groups.push_back({std::move(node), cells_of(group)});
    }
  if (const auto budget = view.field("budget_seconds"))
    event.budget = Seconds(budget->as_number().value_or(0));
  return event;
}

Result<RunEvent> read_of_launch(std::string_view kind, const JsonView& view) {
  TRY(launch, LaunchId::parse(view.text_or("launch")));
  if (kind == "launch_started") return LaunchStarted{std::move(launch)};
  if (kind == "cell_measured")
    return CellMeasured{std::move(launch), cell_of(view),
                        Seconds(view.number_or("measuring_seconds"))};
  if (kind == "launch_dispatched") {
    TRY(node, NodeId::parse(view.text_or("node")));
    return LaunchDispatched{std::move(launch), group_of(view), std::move(node), cells_of(view)};
  }
  if (kind == "launch_ended") {
    const auto end = launch_end_from_text(view.text_or("end"));
    if (!end) return fail(fault("end"));
    return LaunchEnded{std::move(launch), *end, view.text_or("reason")};
  }
  const auto failure = cell_failure_from_text(view.text_or("failure"));
  if (kind != "cell_failed" || !failure) return fail(fault("kind or failure"));
  return CellFailed{std::move(launch), cell_of(view), *failure, view.text_or("reason")};
}

}  // namespace

std::string event_json(const RunEvent& event) {
  JsonWriter writer;
  writer.begin_object();
  std::visit([&writer](const auto& kind) { write(writer, kind); }, event);
  writer.end_object();
  return writer.take();
}

Result<RunEvent> parse_event(std::string_view kind, std::string_view json) {
  TRY(view, JsonView::parse(json));
  if (kind == "run_submitted") return read_submitted(view);
  if (kind == "budget_spent") return BudgetSpent{view.text_or("reason")};
  if (kind == "cancel_requested") return CancelRequested{view.text_or("reason")};
  if (kind == "group_given_up") {
    const auto failure = cell_failure_from_text(view.text_or("failure"));
    if (!failure) return fail(fault("failure"));
    return GroupGivenUp{group_of(view), *failure, view.text_or("reason")};
  }
  if (kind == "run_finished") {
    const auto end = run_end_from_text(view.text_or("end"));
    if (!end) return fail(fault("end"));
    return RunFinished{*end, view.text_or("reason")};
  }
  return read_of_launch(kind, view);
}

}  // namespace busbar::wire
