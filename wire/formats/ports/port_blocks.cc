// ibstat, ibstatus and ibv_devinfo: a block for each device or port, with "key: value" inside.
// Tested by tests/unit/wire/formats/ports/listing_reader_test.cc
#include <algorithm>

#include "wire/formats/ports/listing_reader.h"

namespace busbar::wire {
namespace {

using namespace listing;
using Program = PortFacts::Program;

constexpr std::size_t kDevicesMax = 4096, kPortsMax = 256;

struct Blocks {
  PortFacts& facts;
  std::string asked = {};

  RdmaDevice* device() { return facts.devices.empty() ? nullptr : &facts.devices.back(); }
  RdmaPort* port() {
    return device() && !device()->ports.empty() ? &device()->ports.back() : nullptr;
  }

  void open_device(std::string_view name, Program program) {
    facts.program = program;
    if (facts.devices.size() < kDevicesMax) {
      facts.devices.emplace_back();
      facts.devices.back().name = name;
    }
  }

  void open_port(std::optional<std::int64_t> number, const Line& line) {
    if (!device() || device()->ports.size() >= kPortsMax) return;
    device()->ports.emplace_back();
    port()->port = number;
    port()->evidence = evidence(line);
  }

  // "Infiniband device 'mlx5_0' port 1 status:": a second port of a device is another block.
  bool ibstatus_head(const Line& line) {
    const auto name = between(line.text, "nfiniband device '", "'");
    const auto number = between(line.text, "' port ", " status");
    if (!name || !number) return false;
    if (!device() || device()->name != *name) open_device(*name, Program::Ibstatus);
    open_port(integer(*number), line);
    return true;
  }

  bool device_head(const Line& line) {
    if (const auto name = between(line.text, "CA '", "'");
        name && trimmed(line.text).starts_with("CA '")) {
      open_device(*name, Program::Ibstat);
      return true;
    }
    const auto pair = pair_of(line.text);
    if (!pair || pair->first != "hca_id") return false;
    open_device(pair->second, Program::Devinfo);
    return true;
  }

  // mlxlink does not print the device: it is in the command, if that was copied too.
  bool mlxlink_head(const Line& line) {
    if (const auto name = behind(line.text, "mlxlink -d "); name && !words(*name).empty())
      asked = words(*name)[0];
    if (!line.text.starts_with("Operational Info")) return false;
    open_device(asked, Program::Other);
    open_port(std::nullopt, line);
    return true;
  }

  // "Port 1:" of ibstat, "port:   1" of ibv_devinfo.
  bool port_head(const Line& line) {
    const auto pair = pair_of(line.text);
    if (!pair) return false;
    if (pair->first == "port") {
      open_port(leading_integer(pair->second), line);
      return true;
    }
    if (!pair->first.starts_with("Port ") || !pair->second.empty()) return false;
    const auto number = integer(pair->first.substr(5));
    if (number) open_port(number, line);
    return number.has_value();
  }

  void device_value(std::string_view key, std::string_view value) {
    if (key == "CA type") device()->type = value;
    if (key == "Firmware version" || key == "fw_ver") device()->firmware = value;
    if (key == "board_id") device()->board = value;
    if (key == "transport") device()->transport = value;
    if (key == "vendor_part_id") device()->vendor_part = integer(value);
    if (key == "Number of ports" || key == "phys_port_cnt") device()->port_count = integer(value);
  }

  void line(const Line& line) {
    if (ibstatus_head(line) || device_head(line) || mlxlink_head(line) || !device()) return;
    if (port_head(line)) return;
    const auto pair = pair_of(line.text);
    if (!pair) return;
    if (port()) {
      if (!set_port_value(*port(), pair->first, pair->second, line)) mlxlink_counter(*pair);
    } else {
      device_value(pair->first, pair->second);
    }
  }

  // "Link Down Counter : 3", "Symbol Errors : 0" of mlxlink -c
  void mlxlink_counter(const std::pair<std::string_view, std::string_view>& pair) {
    constexpr std::size_t kCountersMax = 1000;
    const bool is_counter = pair.first.ends_with("Counter") || pair.first.ends_with("Errors");
    const auto number = unsigned_of(pair.second);
    if (facts.program == Program::Other && is_counter && number &&
        port()->counters.size() < kCountersMax)
      port()->counters.emplace_back(std::string(pair.first), *number);
  }
};

bool is_panic(std::string_view line) {
  return line.starts_with("ibpanic:") || line.starts_with("ibwarn:") ||
         contains(line, "Failed to open device") || contains(line, "Failed to query");
}

// Fewer ports than the device announces, or a last port that lacks what those before it have.
bool is_torn(const PortFacts& facts) {
  if (facts.devices.empty()) return false;
  const RdmaDevice& last = facts.devices.back();
  if (last.port_count && std::cmp_less(last.ports.size(), *last.port_count)) return true;
  if (last.ports.empty()) return true;
  const bool others_have_it =
      std::any_of(facts.devices.begin(), facts.devices.end(), [](const RdmaDevice& device) {
        return !device.ports.empty() && !device.ports.front().link_layer.empty();
      });
  return last.ports.back().link_layer.empty() && others_have_it;
}

}  // namespace

void read_port_blocks(const std::vector<Line>& lines, PortFacts& facts) {
  Blocks blocks{facts};
  for (const Line& line : lines) {
    if (is_panic(line.text)) {
      facts.broke_off = evidence(line);
      const auto name = between(line.text, "'", "'");
      if (name) facts.broken_at.emplace_back(*name);
      continue;
    }
    blocks.line(line);
  }
  const bool has_ports = facts.program == PortFacts::Program::Ibstat ||
                         facts.program == PortFacts::Program::Devinfo ||
                         facts.program == PortFacts::Program::Ibstatus;
  if (has_ports && !facts.broke_off && is_torn(facts)) {
    facts.broke_off = evidence(lines.back());
    facts.broken_at = {facts.devices.back().name};
  }
}

}  // namespace busbar::wire
