// sysfs files, perfquery and ibportstate, ibqueryerrors, ibdev2netdev: one line for each value.
// Tested by tests/unit/wire/formats/ports/listing_reader_test.cc
#include <algorithm>

#include "wire/formats/ports/listing_reader.h"

namespace busbar::wire {
namespace {

using namespace listing;
using Program = PortFacts::Program;

constexpr std::size_t kDevicesMax = 4096, kPortsMax = 256, kCountersMax = 10'000;

RdmaDevice* device_named(PortFacts& facts, std::string_view name) {
  for (RdmaDevice& device : facts.devices)
    if (device.name == name) return &device;
  if (facts.devices.size() == kDevicesMax) return nullptr;
  facts.devices.emplace_back();
  facts.devices.back().name = name;
  return &facts.devices.back();
}

RdmaPort* port_numbered(RdmaDevice& device, std::int64_t number) {
  for (RdmaPort& port : device.ports)
    if (port.port == number) return &port;
  if (device.ports.size() == kPortsMax) return nullptr;
  device.ports.emplace_back();
  device.ports.back().port = number;
  return &device.ports.back();
}

CounterValue counter_value(std::string_view text) {
  if (!text.starts_with("0x"))
    if (const auto number = unsigned_of(text)) return *number;
  return std::string(text);
}

void add(Counters& counters, std::string_view name, std::string_view value) {
  if (counters.size() < kCountersMax && !name.empty())
    counters.emplace_back(std::string(name), counter_value(value));
}

// …/mlx5_0/ports/1/counters/symbol_error, cut at '/'; `value` behind it.
void sysfs_value(PortFacts& facts, const std::vector<std::string_view>& path,
                 std::string_view value, const Line& line) {
  RdmaDevice* device = device_named(facts, path[0]);
  if (!device || path.size() < 2) return;
  if (path.size() == 2) {
    if (path[1] == "fw_ver") device->firmware = value;
    if (path[1] == "hca_type") device->type = value;
    if (path[1] == "board_id") device->board = value;
    return;
  }
  const auto number = path[1] == "ports" ? integer(path[2]) : std::nullopt;
  RdmaPort* port = number ? port_numbered(*device, *number) : nullptr;
  if (!port) return;
  if (path.size() == 5 && (path[3] == "counters" || path[3] == "hw_counters"))
    add(port->counters, path[4], value);
  else if (path.size() == 4 && path[3] == "lid")
    set_port_value(*port, "base lid", value, line);
  else if (path.size() == 4)
    set_port_value(*port, path[3], value, line);
}

// "PortXmitWait:....................12"
bool is_dotted(std::string_view line) {
  return contains(line, ":.") && !contains(line.substr(0, line.find(':')), " ");
}

// "…: Lid 87 port 1 (…)", or "Lid 87" where the port is "255".
void dotted_head(std::string_view line, PortFacts& facts) {
  const std::string text = lower(line);
  if (const auto lid = behind(text, "lid ")) facts.lid = leading_integer(*lid);
  // "Port extended counters: Lid 87 port 1": the last "port " is the number's.
  const std::size_t last = text.rfind("port ");
  if (last != std::string::npos)
    facts.port = leading_integer(std::string_view(text).substr(last + 5));
}

}  // namespace

void read_sysfs_files(const std::vector<Line>& lines, PortFacts& facts) {
  for (const Line& line : lines) {
    const auto rest = behind(line.text, "class/infiniband/");
    const auto pair = rest ? pair_of(*rest) : std::nullopt;
    if (!pair) continue;
    facts.program = Program::Sysfs;
    sysfs_value(facts, cells(pair->first, '/'), pair->second, line);
  }
}

void read_dotted_counters(const std::vector<Line>& lines, PortFacts& facts) {
  RdmaPort port;
  for (const Line& line : lines) {
    if (line.text.starts_with("#")) dotted_head(line.text, facts);
    const auto pair = pair_of(line.text);
    if (!pair || !is_dotted(line.text)) continue;
    facts.program = Program::Perfquery;
    std::string_view value = pair->second;
    while (value.starts_with(".")) value.remove_prefix(1);
    if (!set_port_value(port, pair->first, trimmed(value), line))
      add(facts.counters, pair->first, trimmed(value));
  }
  if (port.state.empty()) return;
  port.port = facts.port;
  facts.program = Program::Other;  // ibportstate: a port and its settings, no counters
  facts.counters.clear();
  facts.devices.emplace_back();
  facts.devices.back().name = facts.lid ? "lid " + std::to_string(*facts.lid) : "port";
  facts.devices.back().ports.push_back(port);
}

// "GUID 0x… port 1: [SymbolErrorCounter == 1] [PortXmitWait == 2]"
void read_error_summary(const std::vector<Line>& lines, PortFacts& facts) {
  std::string node;
  for (const Line& line : lines) {
    if (contains(line.text, "Errors for "))
      if (const auto name = between(line.text, "\"", "\"")) node = *name;
    const auto number = between(line.text, " port ", ":");
    if (!contains(line.text, "GUID 0x") || !number || !contains(line.text, " == ")) continue;
    facts.program = Program::Other;
    const auto index = integer(*number);  // "ALL" adds the ports up
    RdmaDevice* device = index ? device_named(facts, node) : nullptr;
    RdmaPort* port = device ? port_numbered(*device, *index) : nullptr;
    std::string_view rest = line.text;
    while (port) {
      const auto inside = between(rest, "[", "]");
      if (!inside) break;
      const std::size_t equal = inside->find(" == ");
      if (equal != std::string_view::npos)
        add(port->counters, trimmed(inside->substr(0, equal)),
            words(inside->substr(equal + 4)).empty() ? "" : words(inside->substr(equal + 4))[0]);
      rest = rest.substr(static_cast<std::size_t>(inside->data() - rest.data()) + inside->size());
    }
  }
}

// Of -v: "(MT4123 - MCX653105A-HDAT) ConnectX-6 … fw 20.28.1002 port 1 (DOWN  )".
void read_netdev_details(std::string_view text, RdmaDevice& device, RdmaPort& port) {
  if (const auto card = between(text, "(MT", " - ")) device.type = "MT" + std::string(*card);
  if (const auto firmware = behind(text, " fw "); firmware && !words(*firmware).empty())
    device.firmware = words(*firmware)[0];
  if (const auto rest = behind(text, " port "))
    if (const auto state = between(*rest, "(", ")")) port.state = trimmed(*state);
}

// "mlx5_0 port 1 ==> ib0 (Up)", with -v: "0000:1a:00.0 mlx5_0 (MT4129 - …) … port 1 (ACTIVE) ==> …"
void read_netdev_list(const std::vector<Line>& lines, PortFacts& facts) {
  for (const Line& line : lines) {
    const std::size_t arrow = line.text.find("==>");
    if (arrow == std::string::npos) continue;
    const auto left = words(std::string_view(line.text).substr(0, arrow));
    const auto right = words(std::string_view(line.text).substr(arrow + 3));
    const auto word = std::find(left.begin(), left.end(), "port");
    if (left.empty() || right.empty() || word == left.end() || word + 1 == left.end()) continue;
    const bool has_bus = std::count(left[0].begin(), left[0].end(), ':') == 2;
    RdmaDevice* device = device_named(facts, has_bus && left.size() > 1 ? left[1] : left[0]);
    RdmaPort* port =
        device ? port_numbered(*device, leading_integer(word[1]).value_or(1)) : nullptr;
    if (!port) continue;
    facts.program = Program::Netdevs;
    read_netdev_details(line.text.substr(0, arrow), *device, *port);
    port->netdev = right[0];
    if (right.size() > 1) port->is_netdev_up = contains(right[1], "Up");
    port->evidence = evidence(line);
  }
}

}  // namespace busbar::wire
