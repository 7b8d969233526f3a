// ethtool, ip link (ip addr) and ifconfig: settings of network interfaces.
// Tested by tests/unit/wire/formats/host/readers_test.cc
#include <algorithm>

#include "wire/formats/host/readers.h"
#include "wire/formats/listings/listing.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

constexpr std::size_t kInterfacesMax = 10'000;

NetInterface* add(NetFacts& facts, std::string_view name) {
  if (facts.interfaces.size() == kInterfacesMax) return nullptr;
  facts.interfaces.emplace_back();
  facts.interfaces.back().name = name;
  return &facts.interfaces.back();
}

// "BROADCAST,MULTICAST,UP,LOWER_UP": UP is what was asked for, LOWER_UP the carrier.
void read_flags(std::string_view flags, NetInterface& one) {
  bool is_up = false, is_running = false, is_without = false;
  for (std::string_view flag : cells(flags, ',')) {
    is_up |= flag == "UP";
    is_running |= flag == "LOWER_UP" || flag == "RUNNING";
    is_without |= flag == "NO-CARRIER";
  }
  one.is_up = is_up;
  if (is_up) one.has_carrier = is_running && !is_without;
}

std::optional<std::string_view> word_behind(std::string_view line, std::string_view mark) {
  const auto rest = behind(line, mark);
  if (!rest || words(*rest).empty()) return std::nullopt;
  return words(*rest)[0];
}

// "2: eth0@if3: <…> mtu 1500 qdisc mq state UP mode …"; "eth0: flags=4163<…>  mtu 1500"
bool interface_head(std::string_view line, NetFacts& facts) {
  const auto flags = between(line, "<", ">");
  const auto mtu = word_behind(line, " mtu ");
  if (!flags || !mtu || indentation(line) != 0) return false;
  const auto parts = cells(line, ':');
  const bool is_numbered = parts.size() > 2 && integer(parts[0]);
  std::string_view name = is_numbered ? parts[1] : parts[0];
  name = name.substr(0, name.find('@'));
  NetInterface* one = add(facts, name);
  if (!one) return true;
  one->mtu = integer(*mtu);
  read_flags(*flags, *one);
  if (const auto state = word_behind(line, " state ")) one->state = *state;
  return true;
}

void read_ethtool(std::string_view key, std::string_view value, NetInterface& one) {
  if (key == "Speed" && contains(value, "Mb/s")) one.speed_mb_s = leading_integer(value);
  if (key == "Duplex" && !contains(value, "Unknown")) one.duplex = value;
  if (key == "Auto-negotiation" && (value == "on" || value == "off")) one.autoneg = value == "on";
  if (key == "Link detected") one.has_carrier = value.starts_with("yes");
}

}  // namespace

NetFacts read_net_interfaces(std::string_view text) {
  NetFacts facts;
  for (const Line& line : lines_of(text)) {
    if (const auto name = behind(line.text, "Settings for "); name && line.text[0] == 'S') {
      add(facts, trimmed(name->substr(0, name->find(':'))));
      continue;
    }
    if (interface_head(line.text, facts) || facts.interfaces.empty()) continue;
    const auto all = words(line.text);
    if (!all.empty() && all[0].starts_with("link/"))
      facts.interfaces.back().kind = all[0].substr(5);
    else if (const auto pair = pair_of(line.text))
      read_ethtool(pair->first, pair->second, facts.interfaces.back());
  }
  return facts;
}

// One interface stands at the top, as ethtool prints one; a list of them below "interfaces" too.
std::string to_json(const NetFacts& facts) {
  JsonWriter json;
  const auto write = [&json](const NetInterface& one) {
    json.field("interface", one.name).field("mtu", one.mtu).field("speed_mb_s", one.speed_mb_s);
    json.key("duplex");
    one.duplex.empty() ? json.null() : json.text(one.duplex);
    json.field("autoneg", one.autoneg).field("link", one.has_carrier).key("state");
    one.state.empty() ? json.null() : json.text(one.state);
  };
  json.begin_object();
  if (facts.interfaces.size() == 1) write(facts.interfaces[0]);
  json.key("interfaces").begin_array();
  for (const NetInterface& one : facts.interfaces) {
    json.begin_object();
    write(one);
    json.end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace busbar::wire
