// The keys of a port in the words of each program.
// Tested by tests/unit/wire/formats/ports/listing_reader_test.cc
#include <algorithm>
#include <array>

#include "wire/formats/ports/listing_reader.h"

namespace busbar::wire {
namespace {

using namespace listing;

enum class Key {
  State,
  PhysState,
  Rate,
  BaseLid,
  SmLid,
  LinkLayer,
  MaxMtu,
  ActiveMtu,
  Width,
  Speed
};
struct KeyName {
  std::string_view name;  // lower case, "_" as a blank
  Key key;
};
constexpr std::array<KeyName, 21> kKeys{{
    {"state", Key::State},
    {"linkstate", Key::State},
    {"physical state", Key::PhysState},
    {"phys state", Key::PhysState},
    {"physlinkstate", Key::PhysState},
    {"rate", Key::Rate},
    {"base lid", Key::BaseLid},
    {"port lid", Key::BaseLid},
    {"lid", Key::BaseLid},
    {"sm lid", Key::SmLid},
    {"smlid", Key::SmLid},
    {"link layer", Key::LinkLayer},
    {"max mtu", Key::MaxMtu},
    {"active mtu", Key::ActiveMtu},
    {"active width", Key::Width},
    {"linkwidthactive", Key::Width},
    {"width", Key::Width},
    {"active speed", Key::Speed},
    {"linkspeedactive", Key::Speed},
    {"linkspeedextactive", Key::Speed},
    {"speed", Key::Speed},
}};

// "4: ACTIVE" and "PORT_ACTIVE (4)" are states with a number.
std::string without_number(std::string_view value) {
  if (const std::size_t colon = value.find(": ");
      colon != std::string_view::npos && unsigned_of(trimmed(value.substr(0, colon))))
    value = trimmed(value.substr(colon + 2));
  if (const std::size_t bracket = value.rfind(" ("); bracket != std::string_view::npos)
    value = trimmed(value.substr(0, bracket));
  return std::string(value);
}

std::optional<std::int64_t> number_of(std::string_view value) {
  const auto first = words(value);
  if (first.empty()) return std::nullopt;
  const auto number = unsigned_of(first[0]);
  constexpr std::uint64_t kMost = 1U << 31;
  if (!number || *number > kMost) return std::nullopt;
  return static_cast<std::int64_t>(*number);
}

// "200 Gb/sec (4X HDR)" of ibstatus; "200" of ibstat.
void set_rate(RdmaPort& port, std::string_view value) {
  port.rate_raw = value;
  port.rate_gb_s = leading_number(value);
  if (const auto inside = between(value, "(", ")")) port.width_speed = *inside;
}

// Known once width and speed are: 4X at 25.0 Gbps are 100.
void set_width(RdmaPort& port, std::string_view value) {
  const auto lanes = leading_integer(value);
  if (!lanes || *lanes < 1 || *lanes > 16) return;
  port.width_speed = std::to_string(*lanes) + "X";
  if (port.rate_gb_s && port.rate_raw.empty())
    port.rate_gb_s = *port.rate_gb_s * static_cast<double>(*lanes);
}

struct LaneSpeed {
  std::string_view name;
  double gb_s;
};
// Data rates of a lane as mlxlink names them. Source: InfiniBand specification, volume 2.
constexpr std::array<LaneSpeed, 8> kLaneSpeeds{{{"IB-SDR", 2},
                                                {"IB-DDR", 4},
                                                {"IB-QDR", 8},
                                                {"IB-FDR", 14},
                                                {"IB-EDR", 25},
                                                {"IB-HDR", 50},
                                                {"IB-NDR", 100},
                                                {"IB-XDR", 200}}};

// Speed comes before width: the rate of one lane until the width is known.
void set_named_speed(RdmaPort& port, std::string_view value) {
  for (const LaneSpeed& row : kLaneSpeeds) {
    if (value != row.name) continue;
    port.link_layer = "InfiniBand";
    const auto lanes = leading_integer(port.width_speed);
    port.rate_gb_s = row.gb_s * static_cast<double>(lanes.value_or(1));
  }
}

void set_speed(RdmaPort& port, std::string_view value) {
  set_named_speed(port, value);
  const auto speed = leading_number(value);
  if (!speed || !contains(value, "Gbps") || !port.rate_raw.empty()) return;
  const auto lanes = leading_integer(port.width_speed);
  port.rate_gb_s = *speed * static_cast<double>(lanes.value_or(1));
}

}  // namespace

bool set_port_value(RdmaPort& port, std::string_view key, std::string_view value,
                    const Line& line) {
  std::string name = lower(trimmed(key));
  std::replace(name.begin(), name.end(), '_', ' ');
  const auto found = std::find_if(kKeys.begin(), kKeys.end(),
                                  [&name](const KeyName& row) { return row.name == name; });
  if (found == kKeys.end()) return false;
  switch (found->key) {
    case Key::State:
      port.state = without_number(value);
      port.evidence = evidence(line);
      break;
    case Key::PhysState:
      port.phys_state = without_number(value);
      break;
    case Key::Rate:
      set_rate(port, value);
      break;
    case Key::BaseLid:
      port.base_lid = number_of(value);
      break;
    case Key::SmLid:
      port.sm_lid = number_of(value);
      break;
    case Key::LinkLayer:
      port.link_layer = value;
      break;
    case Key::MaxMtu:
      port.max_mtu = number_of(value);
      break;
    case Key::ActiveMtu:
      port.active_mtu = number_of(value);
      break;
    case Key::Width:
      set_width(port, value);
      break;
    case Key::Speed:
      set_speed(port, value);
      break;
  }
  return true;
}

}  // namespace busbar::wire
