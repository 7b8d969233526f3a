#include "controller/api/run_view.h"

#include "core/units/time_text.h"

namespace busbar::controller {
namespace {

void write_counts(wire::JsonWriter& out, const RunRow& run) {
  const std::uint32_t done = run.measured + run.failed + run.left_out;
  out.key("cells")
      .begin_object()
      .field("planned", run.planned)
      .field("measured", run.measured)
      .field("failed", run.failed)
      .field("left_out", run.left_out)
      .field("pending", run.planned > done ? run.planned - done : 0)
      .field("pruned", run.pruned)
      .field("over_budget", run.over_budget)
      .end_object();
}

void write_progress(wire::JsonWriter& out, const std::optional<RunProgress>& progress) {
  out.key("progress");
  if (!progress) {
    out.null();
    return;
  }
  out.begin_object().key("launch");
  progress->launch ? out.text(progress->launch->text()) : out.null();
  out.key("cell");
  progress->cell ? out.unsigned_integer(progress->cell->value()) : out.null();
  out.field("time_left_seconds", progress->time_left.value()).end_object();
}

}  // namespace

void write_time(wire::JsonWriter& out, std::string_view name, const std::optional<WallTime>& time) {
  out.key(name);
  time ? out.text(utc_text(*time)) : out.null();
}

void write_run(wire::JsonWriter& out, const RunRow& run,
               const std::optional<RunProgress>& progress) {
  out.field("id", run.id.text())
      .field("matrix", run.matrix)
      .field("state", to_text(run.phase))
      .field("reason", run.reason);
  write_time(out, "submitted_at", run.submitted);
  write_time(out, "started_at", run.started);
  write_time(out, "ended_at", run.ended);
  write_counts(out, run);
  out.field("duplicates", run.duplicates)
      .field("estimate_seconds", run.estimate.value())
      .key("notes")
      .begin_array();
  for (const std::string& note : run.notes) out.text(note);
  out.end_array();
  write_progress(out, progress);
}

void write_launch(wire::JsonWriter& out, const LaunchRow& launch) {
  out.begin_object()
      .field("id", launch.id.text())
      .field("number", launch.number)
      .field("node", launch.node.text())
      .field("group", launch.group)
      .field("state", launch.state)
      .field("reason", launch.reason);
  write_time(out, "dispatched_at", launch.dispatched);
  write_time(out, "started_at", launch.started);
  write_time(out, "ended_at", launch.ended);
  out.raw_field("command", launch.command.empty() ? "[]" : launch.command)
      .field("exit_code", launch.exit_code)
      .field("signal", launch.signal)
      .field("start_seconds", launch.start_seconds)
      .field("launch_seconds", launch.launch_seconds)
      .field("output_tail", launch.state == "finished" ? "" : launch.output_tail)
      .end_object();
}

std::string run_json(const RunRow& run, const std::optional<RunProgress>& progress) {
  wire::JsonWriter out;
  out.begin_object();
  write_run(out, run, progress);
  out.end_object();
  return out.take();
}

std::string run_detail_json(const RunRow& run, const std::optional<RunProgress>& progress,
                            const std::vector<LaunchRow>& launches) {
  wire::JsonWriter out;
  out.begin_object();
  write_run(out, run, progress);
  out.key("launches").begin_array();
  for (const LaunchRow& launch : launches) write_launch(out, launch);
  out.end_array().end_object();
  return out.take();
}

}  // namespace busbar::controller
