// Tested by tests/unit/wire/formats/host/readers_test.cc
#include "core/diagnosis/pci_facts.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "core/diagnosis/machine_rules.h"

namespace busbar {
namespace {

using Names = std::vector<std::string>;

bool holds(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}
bool holds_any(std::string_view text, auto& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [text](std::string_view part) { return holds(text, part); });
}

constexpr std::array<std::string_view, 4> kDisplays{
    "3D controller", "VGA compatible controller", "Display controller", "Processing accelerators"};
// Others of these classes are the server's own screen (ASPEED, Matrox).
constexpr std::array<std::string_view, 4> kGpuMakers{"NVIDIA", "AMD/ATI", "Advanced Micro Devices",
                                                     "Intel Corporation Data Center GPU"};
constexpr std::array<std::string_view, 3> kNetworks{"Ethernet controller", "Infiniband controller",
                                                    "InfiniBand controller"};
// Ethernet cards without RDMA do not take part in peer traffic.
constexpr std::array<std::string_view, 12> kRdma{"nfini", "Mellanox",       "ConnectX", "BlueField",
                                                 "EFA",   "Elastic Fabric", "BCM575",   "BCM576",
                                                 "E810",  "Pensando",       "Chelsio",  "Cornelis"};

bool is_rdma(const PciDevice& device) {
  return is_nic(device) && holds_any(device.description, kRdma);
}

std::optional<int> bus_number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "0000:17:01.0" and "17:01.0": domain (or nothing) and bus.
std::pair<std::string_view, std::optional<int>> place_of(std::string_view bdf) {
  const std::size_t last = bdf.rfind(':');
  if (last == std::string_view::npos) return {{}, std::nullopt};
  const std::string_view front = bdf.substr(0, last);
  const std::size_t colon = front.rfind(':');
  if (colon == std::string_view::npos) return {{}, bus_number(front)};
  return {front.substr(0, colon), bus_number(front.substr(colon + 1))};
}

bool is_below(const PciDevice& device, const PciDevice& bridge) {
  const auto [domain, bus] = place_of(device.bdf);
  const auto [bridge_domain, bridge_bus] = place_of(bridge.bdf);
  const auto first = bridge.secondary ? bus_number(*bridge.secondary) : std::nullopt;
  const auto last = bridge.subordinate ? bus_number(*bridge.subordinate) : first;
  return bus && first && last && domain == bridge_domain && *bus >= *first && *bus <= *last;
}

bool takes_part(const PciDevice& device) {
  return is_gpu(device) || is_rdma(device);
}

void judge_acs(const PciFacts& facts, std::vector<Finding>& found) {
  const bool knows_ends = std::any_of(facts.devices.begin(), facts.devices.end(), takes_part);
  Names harmful, harmless, validating;
  std::vector<Evidence> evidence;
  for (const PciDevice& device : facts.devices) {
    if (!device.acs) continue;
    if (!device.acs->redirects) {
      if (device.acs->source_validation) validating.push_back(device.bdf);
      continue;
    }
    const bool is_above =
        !knows_ends || !device.secondary ||
        std::any_of(facts.devices.begin(), facts.devices.end(), [&device](const PciDevice& one) {
          return takes_part(one) && is_below(one, device);
        });
    // Of a device that is no bridge only its own functions are concerned.
    const bool is_concerned = knows_ends && !device.secondary ? takes_part(device) : is_above;
    (is_concerned ? harmful : harmless).push_back(device.bdf);
    constexpr std::size_t kLines = 8;
    if (is_concerned && evidence.size() < kLines) evidence.push_back(device.acs->evidence);
  }
  if (!harmful.empty()) {
    found.push_back(machine_finding("acs_enabled", {{"bdf", harmful}},
                                    knows_ends ? "Above a GPU or RDMA NIC" : ""));
    found.back().evidence = evidence;
  }
  if (!harmless.empty())
    found.push_back(machine_finding("acs_enabled", Severity::Note, {{"bdf", harmless}},
                                    "No GPU or RDMA NIC is below these"));
  if (!validating.empty())
    found.push_back(machine_finding("acs_source_validation", {{"bdf", validating}}));
}

// The upper end of a switch that could be wider, as could the port it hangs on, and that carries
// GPUs or NICs: all of them share the narrow link.
bool is_narrow_uplink(const PciFacts& facts, const PciDevice& device) {
  const auto is_narrow = [](const PciDevice& one) {
    return one.capability && one.status && one.status->lanes < one.capability->lanes;
  };
  if (!device.secondary || !is_narrow(device)) return false;
  bool is_port_narrow = false, carries = false;
  const auto [domain, bus] = place_of(device.bdf);
  for (const PciDevice& one : facts.devices) {
    if (one.secondary && bus && bus_number(*one.secondary) == bus &&
        place_of(one.bdf).first == domain)
      is_port_narrow |= is_narrow(one);
    carries |= takes_part(one) && is_below(one, device);
  }
  return is_port_narrow && carries;
}

void judge_links(const PciFacts& facts, std::vector<Finding>& found) {
  Names degraded, idle;
  for (const PciDevice& device : facts.devices) {
    if (is_narrow_uplink(facts, device)) degraded.push_back(device.bdf);
    const bool is_judged = takes_part(device) || device.bdf.empty();
    if (!is_judged || !device.capability || !device.status) continue;
    const bool is_narrow = device.status->lanes < device.capability->lanes;
    const bool is_slow = device.status->gt_s < device.capability->gt_s;
    // A GPU lowers the speed when it has nothing to do; a NIC does not.
    if (is_narrow || (is_slow && !is_gpu(device)))
      degraded.push_back(device.bdf);
    else if (is_slow)
      idle.push_back(device.bdf);
  }
  if (!degraded.empty())
    found.push_back(machine_finding("pcie_link_degraded", {{"bdf", degraded}}));
  if (!idle.empty()) found.push_back(machine_finding("pcie_link_idle", {{"bdf", idle}}));
}

}  // namespace

bool is_gpu(const PciDevice& device) {
  return holds_any(device.description.substr(0, device.description.find(':')), kDisplays) &&
         holds_any(device.description, kGpuMakers);
}
bool is_nic(const PciDevice& device) {
  return holds_any(device.description, kNetworks);
}
bool is_nvswitch(const PciDevice& device) {
  return device.driver == "nvidia-nvswitch" || holds(device.description, "NVSwitch");
}

std::string acs_state(const AcsControl& acs) {
  if (acs.redirects) return "on";
  return acs.source_validation ? "source validation only" : "off";
}

std::vector<Finding> findings_of(const PciFacts& facts) {
  std::vector<Finding> found;
  judge_acs(facts, found);
  judge_links(facts, found);
  return found;
}

}  // namespace busbar
