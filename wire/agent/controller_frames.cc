#include "core/matrix/plan.h"
#include "wire/agent/messages.h"
#include "wire/json/fields.h"
#include "wire/json/measurement.h"
#include "wire/json/sampling.h"

namespace busbar::wire {
namespace {

void write(JsonWriter& out, const Welcome& welcome) {
  out.field("type", "welcome")
      .field("protocol", welcome.protocol)
      .field("version", welcome.version)
      .field("lease_seconds", welcome.lease.value());
}

void write(JsonWriter& out, const Refused& refused) {
  out.field("type", "refused")
      .field("reason", refused.reason)
      .field("remedy", refused.remedy)
      .field("final", refused.is_final);
}

void write(JsonWriter& out, const Acknowledge& acknowledge) {
  out.field("type", "acknowledge").field("sequence", acknowledge.sequence);
}

void write(JsonWriter& out, const StartLaunch& start) {
  out.field("type", "start_launch")
      .field("launch", start.launch.text())
      .field("run", start.run.text())
      .field("engine", to_text(start.engine))
      .field("launcher", start.launcher)
      .field("ranks", start.ranks.value())
      .field("protocol", to_text(start.protocol))
      .key("cells")
      .begin_array();
  for (const LaunchCell& cell : start.cells) write_launch_cell(out, cell);
  out.end_array().key("sampling");
  write_sampling(out, start.sampling);
  out.key("timeouts");
  write_timeouts(out, start.timeouts);
}

void write(JsonWriter& out, const StopLaunch& stop) {
  out.field("type", "stop_launch").field("launch", stop.launch.text()).field("reason", stop.reason);
}

Welcome read_welcome(Fields& in) {
  Welcome welcome;
  welcome.protocol = in.unsigned32("protocol");
  welcome.version = in.text("version");
  if (welcome.protocol != kAgentProtocol) return welcome;
  welcome.lease = Seconds(in.number("lease_seconds"));
  return welcome;
}

Refused read_refused(Fields& in) {
  Refused refused;
  refused.reason = in.text("reason");
  refused.remedy = in.text("remedy");
  refused.is_final = in.flag("final");
  return refused;
}

StartLaunch read_start_launch(Fields& in) {
  StartLaunch start;
  start.launch = in.name<LaunchId>("launch");
  start.run = in.name<RunId>("run");
  start.engine = in.word<Engine>("engine");
  start.launcher = in.text("launcher");
  start.ranks = RankCount(in.unsigned32("ranks", kRanksMax));
  start.protocol = in.word<Protocol>("protocol");
  for (const JsonView& cell : in.array("cells", kCellsMax))
    start.cells.push_back(in.part(read_launch_cell(cell)));
  if (const auto sampling = in.object("sampling"))
    start.sampling = in.part(read_sampling(*sampling));
  if (const auto timeouts = in.object("timeouts"))
    start.timeouts = in.part(read_timeouts(*timeouts));
  if (start.ranks.value() == 0) in.refuse("ranks", "is 0", "send at least 1");
  if (start.cells.empty()) in.refuse("cells", "is empty", "send at least 1");
  return start;
}

StopLaunch read_stop_launch(Fields& in) {
  StopLaunch stop;
  stop.launch = in.name<LaunchId>("launch");
  stop.reason = in.text("reason");
  return stop;
}

ControllerFrame read_frame(Fields& in) {
  const std::string type = in.text("type");
  if (type == "welcome") return read_welcome(in);
  if (type == "refused") return read_refused(in);
  if (type == "acknowledge") return Acknowledge{in.unsigned_number("sequence")};
  if (type == "start_launch") return read_start_launch(in);
  if (type == "stop_launch") return read_stop_launch(in);
  in.refuse("type", quoted_json(type) + " is unknown",
            "send welcome, refused, acknowledge, start_launch or stop_launch");
  return {};
}

}  // namespace

std::string to_text(const ControllerFrame& frame) {
  JsonWriter out;
  out.begin_object();
  std::visit([&](const auto& alternative) { write(out, alternative); }, frame);
  out.end_object();
  return out.take();
}

Result<ControllerFrame> parse_controller_frame(std::string_view text) {
  TRY(view, JsonView::parse(text));
  Fields in(view, "controller frame");
  ControllerFrame frame = read_frame(in);
  return in.result(std::move(frame));
}

}  // namespace busbar::wire
