#include "wire/formats/ports/listing_reader.h"

#include <algorithm>
#include <array>

#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;
using Program = PortFacts::Program;

void write_counters(JsonWriter& json, const Counters& counters) {
  json.key("counters").begin_object();
  for (const auto& [name, value] : counters) {
    if (const auto* number = std::get_if<std::uint64_t>(&value))
      json.field(name, *number);
    else
      json.field(name, std::get<std::string>(value));
  }
  json.end_object();
}

void write_text(JsonWriter& json, std::string_view key, const std::string& text) {
  if (!text.empty()) json.field(key, text);
}

void write_port(JsonWriter& json, const RdmaPort& port, bool is_devinfo, bool with_counters) {
  json.begin_object().field("port", port.port);
  write_text(json, "state", port.state);
  write_text(json, "phys_state", port.phys_state);
  json.field("rate_gb_s", port.rate_gb_s);
  if (contains(port.rate_raw, " ")) json.field("rate_raw", port.rate_raw);
  write_text(json, "width_speed", port.width_speed);
  json.field(is_devinfo ? "port_lid" : "base_lid", port.base_lid).field("sm_lid", port.sm_lid);
  if (port.max_mtu) json.field("max_mtu", port.max_mtu);
  if (port.active_mtu) json.field("active_mtu", port.active_mtu);
  write_text(json, "link_layer", port.link_layer);
  write_text(json, "netdev", port.netdev);
  if (port.is_netdev_up) json.field("netdev_up", port.is_netdev_up);
  if (with_counters && !port.counters.empty()) write_counters(json, port.counters);
  json.end_object();
}

// The counters of the only port that has some stand at the top, as those of perfquery do.
const Counters* lone_counters(const PortFacts& facts) {
  if (!facts.counters.empty()) return &facts.counters;
  const Counters* found = nullptr;
  for (const RdmaDevice& device : facts.devices)
    for (const RdmaPort& port : device.ports) {
      if (port.counters.empty()) continue;
      if (found) return nullptr;
      found = &port.counters;
    }
  return found;
}

int likeness(std::string_view head) {
  constexpr int kSure = 95, kBroken = 60;
  const PortFacts facts = read_ports(head);
  if (facts.program != Program::None) return kSure;
  return facts.broke_off || facts.nothing_there ? kBroken : 0;
}

Reading read(std::string_view text) {
  const PortFacts facts = read_ports(text);
  Reading reading;
  reading.kind = "ports";
  reading.facts_json = to_json(facts);
  reading.findings = findings_of(facts);
  if (facts.program == Program::None && !facts.broke_off && !facts.nothing_there)
    skip(reading, {1, std::string(text.substr(0, 80)), true}, "no listing of ports");
  return reading;
}

}  // namespace

PortFacts read_ports(std::string_view text) {
  PortFacts facts;
  const std::vector<Line> lines = lines_of(text);
  read_port_blocks(lines, facts);
  if (facts.program == Program::None) read_sysfs_files(lines, facts);
  if (facts.program == Program::None) read_netdev_list(lines, facts);
  if (facts.program == Program::None) read_error_summary(lines, facts);
  if (facts.program == Program::None) read_dotted_counters(lines, facts);
  const auto none = std::find_if(lines.begin(), lines.end(), [](const Line& line) {
    return contains(line.text, "No IB devices found") ||
           contains(line.text, "No InfiniBand devices");
  });
  if (none != lines.end()) facts.nothing_there = evidence(*none);
  return facts;
}

std::string to_json(const PortFacts& facts) {
  JsonWriter json;
  json.begin_object();
  const Counters* counters = lone_counters(facts);
  if (facts.program == Program::Perfquery)
    json.field("lid", facts.lid).field("port", facts.port);
  else
    json.key("hcas").begin_array();
  for (const RdmaDevice& device : facts.devices) {
    json.begin_object().field("hca", device.name);
    write_text(json, "ca_type", device.type);
    write_text(json, "fw", device.firmware);
    write_text(json, "board", device.board);
    write_text(json, "transport", device.transport);
    if (device.vendor_part) json.field("vendor_part_id", device.vendor_part);
    json.key("ports").begin_array();
    for (const RdmaPort& port : device.ports)
      write_port(json, port, facts.program == Program::Devinfo, counters == nullptr);
    json.end_array().end_object();
  }
  if (facts.program != Program::Perfquery) json.end_array();
  if (counters) write_counters(json, *counters);
  return json.end_object().take();
}

std::span<const FormatReader> port_readers() {
  static constexpr std::array kReaders{
      FormatReader{"ports",
                   "ibstat, ibstatus, ibv_devinfo, perfquery, ibqueryerrors, ibportstate, mlxlink, "
                   "ibdev2netdev, sysfs",
                   likeness, read}};
  return kReaders;
}

}  // namespace busbar::wire
