// The rules on RDMA ports.
// Tested by tests/unit/core/diagnosis/port_rules_test.cc
#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "core/diagnosis/machine_rules.h"
#include "core/diagnosis/port_facts.h"

namespace busbar {
namespace {

struct Port {
  const RdmaDevice* device;
  const RdmaPort* port;
};
using Ports = std::vector<Port>;

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}
// "Active", "ACTIVE", "PORT_ACTIVE"; "LinkUp", "LINK_UP".
std::string plain(std::string_view text) {
  std::string result;
  for (char c : text)
    if (c != '_' && c != ' ') result += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (result.starts_with("port")) result.erase(0, 4);
  return result;
}
bool is_active(const Port& one) {
  return plain(one.port->state) == "active";
}
bool is_down(const Port& one) {
  const std::string state =
      plain(one.port->state);  // mlxlink names the physical state in its place
  return state == "down" || state == "polling" || state.starts_with("disable");
}
bool is_waiting(const Port& one) {
  const std::string state = plain(one.port->state);
  return state.starts_with("init") || state == "armed" || state == "arm";
}
bool is_infiniband(const Port& one) {
  return plain(one.port->link_layer) == "infiniband";
}
// ibdev2netdev prints no link layer, but IPoIB interfaces are called ib….
bool is_ethernet(const Port& one) {
  if (one.port->link_layer.empty())
    return !one.port->netdev.empty() && !one.port->netdev.starts_with("ib");
  return plain(one.port->link_layer) == "ethernet";
}
bool is_disabled(const Port& one) {
  return plain(one.port->phys_state) == "disabled";
}
bool is_efa(const RdmaDevice& device) {
  return holds(device.transport, "unspecified") || device.name.starts_with("rdmap");
}
std::string card(const RdmaDevice& device) {
  if (!device.type.empty()) return device.type;
  return device.vendor_part ? "MT" + std::to_string(*device.vendor_part) : "";
}

Ports all_ports(const PortFacts& facts) {
  Ports list;
  for (const RdmaDevice& device : facts.devices)
    for (const RdmaPort& port : device.ports) list.push_back({&device, &port});
  return list;
}

std::vector<std::string> names_of(const Ports& ports) {
  std::vector<std::string> names;
  for (const Port& one : ports)
    if (std::find(names.begin(), names.end(), one.device->name) == names.end())
      names.push_back(one.device->name);
  return names;
}

Finding about(std::string_view code, Severity severity, const Ports& ports,
              std::string_view detail) {
  constexpr std::size_t kLines = 8;
  Finding finding = machine_finding(code, severity, {{"hcas", names_of(ports)}}, detail);
  for (std::size_t i = 0; i < std::min(kLines, ports.size()); ++i)
    if (ports[i].port->evidence.line != 0) finding.evidence.push_back(ports[i].port->evidence);
  return finding;
}

// The fabric is InfiniBand where there is any; on a RoCE node it is the cards that run fastest.
struct Fabric {
  bool has_infiniband = false;
  std::set<std::string> cards;
};

Fabric fabric_of(const Ports& ports) {
  Fabric fabric;
  double fastest = 0;
  for (const Port& one : ports) {
    fabric.has_infiniband |= is_infiniband(one);
    if (is_active(one)) fastest = std::max(fastest, one.port->rate_gb_s.value_or(0));
  }
  for (const Port& one : ports)
    if (is_active(one) && fastest > 0 && one.port->rate_gb_s.value_or(0) == fastest &&
        !card(*one.device).empty())
      fabric.cards.insert(card(*one.device));
  return fabric;
}

bool has_active_sibling(const RdmaDevice& device) {
  return std::any_of(device.ports.begin(), device.ports.end(),
                     [&device](const RdmaPort& port) { return is_active({&device, &port}); });
}

Severity gravity_of_down(const Port& one, const Fabric& fabric) {
  if (!is_ethernet(one))
    return has_active_sibling(*one.device) ? Severity::Warning : Severity::Error;
  // Without the physical state it may as well have been turned off.
  if (one.port->phys_state.empty()) return Severity::Note;
  if (fabric.has_infiniband) return is_disabled(one) ? Severity::Note : Severity::Warning;
  if (fabric.cards.contains(card(*one.device))) return Severity::Error;
  return is_disabled(one) ? Severity::Note : Severity::Warning;
}

void judge_states(const Ports& ports, std::vector<Finding>& found) {
  const Fabric fabric = fabric_of(ports);
  std::map<std::pair<Severity, std::string>, Ports> down;
  Ports waiting;
  for (const Port& one : ports) {
    if (is_down(one)) down[{gravity_of_down(one, fabric), one.port->phys_state}].push_back(one);
    if (is_waiting(one)) waiting.push_back(one);
  }
  for (const auto& [key, list] : down) {
    const std::string phys = key.second.empty() ? "" : "/" + key.second;
    found.push_back(about("ib_port_down", key.first, list, "Down" + phys));
  }
  if (!waiting.empty())
    found.push_back(about("ib_port_init", Severity::Error, waiting, waiting[0].port->state));
  const bool states_known = std::any_of(ports.begin(), ports.end(),
                                        [](const Port& one) { return !one.port->state.empty(); });
  if (states_known && std::none_of(ports.begin(), ports.end(), is_active))
    found.push_back(about("ib_no_active_port", Severity::Error, ports, ""));
}

struct Least {
  std::string_view card;
  double gb_s;
};
// The slowest that a card of the type is sold for on InfiniBand; a port below it trained down.
constexpr std::array<Least, 6> kLeast{{{"MT4113", 56},
                                       {"MT4115", 56},
                                       {"MT4119", 100},
                                       {"MT4123", 100},
                                       {"MT4129", 200},
                                       {"MT4131", 400}}};

bool is_below_its_card(const Port& one) {
  return std::any_of(kLeast.begin(), kLeast.end(), [&one](const Least& row) {
    return row.card == card(*one.device) && one.port->rate_gb_s && *one.port->rate_gb_s < row.gb_s;
  });
}

bool is_narrow(const Port& one) {
  return one.port->width_speed.starts_with("1X") || one.port->width_speed.starts_with("2X");
}

// Slower than active ports of the same card and link layer. Without the card's type only ports of
// InfiniBand are alike enough to be compared.
void judge_rates(const Ports& ports, std::vector<Finding>& found) {
  std::map<std::string, double> fastest;
  const auto group = [](const Port& one) { return card(*one.device) + one.port->link_layer; };
  const auto is_compared = [](const Port& one) {
    return is_active(one) && one.port->rate_gb_s &&
           (is_infiniband(one) || (is_ethernet(one) && !card(*one.device).empty()));
  };
  for (const Port& one : ports)
    if (is_compared(one)) fastest[group(one)] = std::max(fastest[group(one)], *one.port->rate_gb_s);
  Ports slow;
  for (const Port& one : ports) {
    if (!is_compared(one)) continue;
    const bool is_slower = *one.port->rate_gb_s < fastest[group(one)];
    if (is_slower || (is_infiniband(one) && (is_narrow(one) || is_below_its_card(one))))
      slow.push_back(one);
  }
  if (!slow.empty()) found.push_back(about("ib_rate_low", Severity::Warning, slow, ""));
}

void judge_mtu(const Ports& ports, std::vector<Finding>& found) {
  Ports low;
  for (const Port& one : ports)
    if (is_active(one) && !is_efa(*one.device) && one.port->max_mtu && one.port->active_mtu &&
        *one.port->active_mtu < *one.port->max_mtu)
      low.push_back(one);
  if (low.empty()) return;
  found.push_back(about("ib_mtu_low", Severity::Warning, low, ""));
  found.back().have = std::to_string(*low[0].port->active_mtu);
  found.back().want = std::to_string(*low[0].port->max_mtu);
}

// An Ethernet port of a card that also runs the fabric is taken for one of its rails; a card of
// another type is plainly the host's own.
void judge_link_layers(const Ports& ports, std::vector<Finding>& found) {
  std::set<std::string> fabric_cards;
  bool has_infiniband = false;
  for (const Port& one : ports) {
    if (!is_infiniband(one)) continue;
    has_infiniband = true;
    fabric_cards.insert(card(*one.device));
  }
  if (!has_infiniband) return;
  Ports mixed, other;
  for (const Port& one : ports) {
    if (!is_ethernet(one) || !is_active(one)) continue;
    const bool is_alike = card(*one.device).empty() || fabric_cards.contains(card(*one.device));
    (is_alike ? mixed : other).push_back(one);
  }
  if (!mixed.empty()) found.push_back(about("ib_link_layer_mixed", Severity::Warning, mixed, ""));
  if (!other.empty())
    found.push_back(about("ib_link_layer_mixed", Severity::Note, other, "Another card type"));
}

// Cards of one type whose firmware differs: often on purpose (one of them is the host's own NIC).
void judge_firmware(const PortFacts& facts, std::vector<Finding>& found) {
  std::map<std::string, std::map<std::string, std::vector<std::string>>> by_card;
  for (const RdmaDevice& device : facts.devices)
    if (!card(device).empty() && !device.firmware.empty())
      by_card[card(device)][device.firmware].push_back(device.name);
  for (const auto& [type, versions] : by_card) {
    if (versions.size() < 2) continue;
    std::string seen;
    const auto most = std::max_element(versions.begin(), versions.end(), [](auto& a, auto& b) {
      return a.second.size() < b.second.size();
    });
    std::vector<std::string> others;
    for (const auto& [version, names] : versions) {
      seen += (seen.empty() ? "" : ", ") + version;
      if (version != most->first) others.insert(others.end(), names.begin(), names.end());
    }
    found.push_back(machine_finding("versions_differ", Severity::Note, {{"hcas", others}},
                                    "Firmware of " + type + ": " + seen));
  }
}

// "port_rcv_errors 14": what is not zero, and how grave it is.
void judge_counters(const Counters& counters, const std::string& device,
                    std::optional<std::int64_t> port, std::vector<Finding>& found) {
  std::string seen;
  bool is_grave = false;
  for (const auto& [name, value] : counters) {
    const CounterMeaning meaning = counter_meaning(name);
    const auto* number = std::get_if<std::uint64_t>(&value);
    if (!number || *number == 0) continue;
    if (meaning != CounterMeaning::Error && meaning != CounterMeaning::MinorError) continue;
    seen += (seen.empty() ? "" : ", ") + name + " " + std::to_string(*number);
    is_grave |= meaning == CounterMeaning::Error;
  }
  if (seen.empty()) return;
  std::vector<FindingObjects> objects;
  if (!device.empty()) objects.push_back({"hcas", {device}});
  if (!device.empty() && port) seen = "Port " + std::to_string(*port) + ": " + seen;
  found.push_back(machine_finding("ib_counter_errors",
                                  is_grave ? Severity::Warning : Severity::Note, objects, seen));
}

// ibdev2netdev: the state of the network interface, which for IPoIB need not be the port's.
void judge_netdevs(const Ports& ports, std::vector<Finding>& found) {
  Ports fabric, other;
  for (const Port& one : ports)
    if (one.port->is_netdev_up == false && one.port->state.empty())
      (one.port->netdev.starts_with("ib") ? fabric : other).push_back(one);
  if (!fabric.empty())
    found.push_back(about("ib_port_down", Severity::Warning, fabric, "Interface down"));
  if (!other.empty())
    found.push_back(about("ib_port_down", Severity::Note, other, "Interface down"));
}

void judge_completeness(const PortFacts& facts, std::vector<Finding>& found) {
  if (facts.broke_off) {
    std::vector<FindingObjects> objects;
    if (!facts.broken_at.empty()) objects.push_back({"hcas", facts.broken_at});
    found.push_back(machine_finding("ib_truncated_output", objects, facts.broke_off->text));
    found.back().evidence.push_back(*facts.broke_off);
  }
  if (facts.nothing_there && facts.devices.empty()) {
    found.push_back(machine_finding("ib_no_active_port", {}, facts.nothing_there->text));
    found.back().evidence.push_back(*facts.nothing_there);
  }
}

}  // namespace

std::vector<Finding> findings_of(const PortFacts& facts) {
  std::vector<Finding> found;
  const Ports ports = all_ports(facts);
  std::vector<std::string> efa;
  for (const RdmaDevice& device : facts.devices)
    if (is_efa(device)) efa.push_back(device.name);
  judge_completeness(facts, found);
  judge_states(ports, found);
  judge_rates(ports, found);
  judge_mtu(ports, found);
  judge_link_layers(ports, found);
  if (!efa.empty()) found.push_back(machine_finding("ib_efa", {{"hcas", efa}}));
  judge_firmware(facts, found);
  judge_netdevs(ports, found);
  judge_counters(facts.counters, "", std::nullopt, found);
  for (const Port& one : ports)
    judge_counters(one.port->counters, one.device->name, one.port->port, found);
  return found;
}

}  // namespace busbar
