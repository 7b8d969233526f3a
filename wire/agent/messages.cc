#include "wire/agent/messages.h"

#include "wire/json/facts.h"
#include "wire/json/fields.h"

namespace busbar::wire {
namespace {

constexpr std::size_t kLaunchesMax = 1024;

void write(JsonWriter& out, const Hello& hello) {
  out.field("type", "hello")
      .field("protocol", hello.protocol)
      .field("version", hello.version)
      .field("node", hello.node.text())
      .field("instance", hello.instance)
      .field("spool", hello.spool)
      .key("facts");
  write_facts(out, hello.facts);
  out.key("provenance");
  write_provenance(out, hello.provenance);
  out.key("launches").begin_array();
  for (const LaunchId& launch : hello.launches) out.text(launch.text());
  out.end_array();
}

void write(JsonWriter& out, const RecordFrame& frame) {
  out.field("type", "record").field("sequence", frame.sequence).raw_field("record", frame.record);
}

void write(JsonWriter& out, const Ready&) {
  out.field("type", "ready");
}

void write(JsonWriter& out, const Progress& progress) {
  out.field("type", "progress")
      .field("launch", progress.launch.text())
      .field("cell", progress.cell.value());
}

void write(JsonWriter& out, const Heartbeat&) {
  out.field("type", "heartbeat");
}

Hello read_hello(Fields& in) {
  Hello hello;
  hello.protocol = in.unsigned32("protocol");
  hello.version = in.text("version");
  hello.node = in.name<NodeId>("node");
  if (hello.protocol != kAgentProtocol) return hello;
  hello.instance = in.text("instance");
  hello.spool = in.text("spool");
  if (const auto facts = in.object("facts")) hello.facts = in.part(read_facts(*facts));
  hello.provenance = in.text_map("provenance");
  for (std::string& launch : in.texts("launches", kLaunchesMax))
    hello.launches.push_back(in.part(LaunchId::parse(std::move(launch))));
  return hello;
}

RecordFrame read_record_frame(Fields& in) {
  RecordFrame frame;
  frame.sequence = in.unsigned_number("sequence");
  if (const auto record = in.object("record")) frame.record = record->json_text();
  return frame;
}

Progress read_progress(Fields& in) {
  Progress progress;
  progress.launch = in.name<LaunchId>("launch");
  progress.cell = CellIndex(in.unsigned32("cell"));
  return progress;
}

AgentFrame read_frame(Fields& in) {
  const std::string type = in.text("type");
  if (type == "hello") return read_hello(in);
  if (type == "record") return read_record_frame(in);
  if (type == "ready") return Ready{};
  if (type == "progress") return read_progress(in);
  if (type == "heartbeat") return Heartbeat{};
  in.refuse("type", quoted_json(type) + " is unknown",
            "send hello, record, ready, progress or heartbeat");
  return {};
}

}  // namespace

std::string to_text(const AgentFrame& frame) {
  JsonWriter out;
  out.begin_object();
  std::visit([&](const auto& alternative) { write(out, alternative); }, frame);
  out.end_object();
  return out.take();
}

Result<AgentFrame> parse_agent_frame(std::string_view text) {
  TRY(view, JsonView::parse(text));
  Fields in(view, "agent frame");
  AgentFrame frame = read_frame(in);
  return in.result(std::move(frame));
}

}  // namespace busbar::wire
