// Tested by tests/unit/wire/formats/host/readers_test.cc
#include "core/diagnosis/gpu_state.h"

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

#include "core/diagnosis/gpu_models.h"
#include "core/diagnosis/machine_rules.h"

namespace busbar {
namespace {

using Names = std::vector<std::string>;

// Reasons that slow the clocks for want of power or cooling. The rest (idle, application clocks,
// the software power cap under full load) are ordinary.
constexpr std::array<std::string_view, 4> kHardThrottles{
    "HW Slowdown", "HW Thermal Slowdown", "HW Power Brake Slowdown", "SW Thermal Slowdown"};

bool is_throttled(const GpuState& gpu) {
  return std::any_of(gpu.throttles.begin(), gpu.throttles.end(), [](const std::string& reason) {
    return std::find(kHardThrottles.begin(), kHardThrottles.end(), reason) != kHardThrottles.end();
  });
}
bool is_capped(const GpuState& gpu) {
  return gpu.power_limit_w && gpu.power_default_w && *gpu.power_limit_w < *gpu.power_default_w;
}
bool is_fabric_unready(const GpuState& gpu) {
  if (!gpu.fabric_state) return false;
  return *gpu.fabric_state != "Completed" || (gpu.fabric_status && *gpu.fabric_status != "Success");
}
bool is_virtual(const GpuState& gpu) {
  return gpu.virtualization && *gpu.virtualization != "None";
}
bool is_narrow(const GpuState& gpu) {
  return gpu.pcie_width && gpu.pcie_width_max && *gpu.pcie_width < *gpu.pcie_width_max;
}
bool is_slow(const GpuState& gpu) {
  return !is_narrow(gpu) && gpu.pcie_gen && gpu.pcie_gen_max && *gpu.pcie_gen < *gpu.pcie_gen_max;
}

struct Check {
  std::string_view code;
  bool (*hits)(const GpuState&);
};
constexpr std::array<Check, 9> kChecks{{
    {"persistence_off", [](const GpuState& gpu) { return gpu.persistence == "Disabled"; }},
    {"mig_enabled", [](const GpuState& gpu) { return gpu.mig == "Enabled"; }},
    {"topology_virtualised", is_virtual},
    {"fabric_not_ready", is_fabric_unready},
    {"power_cap", [](const GpuState& gpu) { return is_capped(gpu) || is_throttled(gpu); }},
    {"row_remap_pending",
     [](const GpuState& gpu) { return gpu.is_remap_pending || gpu.has_remap_failed; }},
    {"pcie_link_degraded", is_narrow},
    {"pcie_link_idle", is_slow},
    {"pcie_replays", [](const GpuState& gpu) { return gpu.replays.value_or(0) > 0; }},
}};

struct LinkCount {
  Names inactive;  // "GPU3:5"
  std::size_t active = 0;
  bool is_board = false;
};

// A whole GPU's number of links, where the model is known; else what its peers list.
std::size_t links_due(const NvlinkState& gpu, std::size_t listed) {
  const auto model = gpu_model(gpu.name);
  return model && model->is_board ? static_cast<std::size_t>(model->links) : listed;
}

LinkCount count_links(const NvlinkFacts& facts) {
  LinkCount count;
  const std::size_t listed = links_listed(facts);
  for (const NvlinkState& gpu : facts.gpus) {
    const std::string name = "GPU" + std::to_string(gpu.index) + ":";
    const auto model = gpu_model(gpu.name);
    count.is_board |= model && model->is_board;
    for (const auto& [link, rate] : gpu.links) {
      if (rate)
        ++count.active;
      else
        count.inactive.push_back(name + std::to_string(link));
    }
    const std::size_t due = links_due(gpu, listed);
    if (gpu.is_all_inactive && due == 0) count.inactive.push_back(name + "all");
    for (std::size_t link = 0; link < due; ++link)
      if (!gpu.links.contains(static_cast<std::int64_t>(link)))
        count.inactive.push_back(name + std::to_string(link));
  }
  return count;
}

}  // namespace

std::vector<Finding> findings_of(const GpuStateFacts& facts) {
  std::vector<Finding> found;
  for (const Check& check : kChecks) {
    Names hit;
    for (const GpuState& gpu : facts.gpus)
      if (check.hits(gpu)) hit.push_back(gpu.busid);
    if (!hit.empty()) found.push_back(machine_finding(check.code, {{"gpus", hit}}));
  }
  return found;
}

std::size_t links_listed(const NvlinkFacts& facts) {
  std::size_t most = 0;
  for (const NvlinkState& gpu : facts.gpus) most = std::max(most, gpu.links.size());
  return most;
}

std::optional<double> common_rate(const NvlinkFacts& facts) {
  std::set<double> rates;
  for (const NvlinkState& gpu : facts.gpus)
    for (const auto& [link, rate] : gpu.links)
      if (rate) rates.insert(*rate);
  if (rates.size() != 1) return std::nullopt;
  return *rates.begin();
}

std::vector<Finding> findings_of(const NvlinkFacts& facts) {
  const LinkCount count = count_links(facts);
  if (count.inactive.empty()) return {};
  // Cards without a bridge list their links, all of them inactive: nothing is broken.
  const bool is_unbridged = count.active == 0 && !count.is_board;
  return {machine_finding("nvlink_inactive", is_unbridged ? Severity::Note : Severity::Error,
                          {{"links", count.inactive}})};
}

}  // namespace busbar
