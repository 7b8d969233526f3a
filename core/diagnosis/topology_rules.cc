// The rules on a GPU and NIC matrix.
// Tested by tests/unit/core/diagnosis/topology_rules_test.cc
#include <algorithm>
#include <set>

#include "core/diagnosis/gpu_models.h"
#include "core/diagnosis/machine_rules.h"
#include "core/diagnosis/topology_facts.h"

namespace busbar {
namespace {

using Names = std::vector<std::string>;
using Devices = std::vector<const TopologyDevice*>;

constexpr int kNear = 2;  // PIX or PXB: below one PCIe switch tree
constexpr int kFar = 5;   // SYS

Devices devices_of(const TopologyFacts& facts, bool is_gpu) {
  Devices list;
  for (const TopologyDevice& device : facts.devices)
    if (device.is_gpu == is_gpu) list.push_back(&device);
  return list;
}

// Names of NICs at PIX or PXB of the GPU.
std::set<std::string> near_nics(const TopologyFacts& facts, const TopologyDevice& gpu) {
  std::set<std::string> near;
  for (std::size_t i = 0; i < std::min(gpu.links.size(), facts.devices.size()); ++i) {
    const auto distance = link_distance(gpu.links[i]);
    if (!facts.devices[i].is_gpu && distance && *distance <= kNear)
      near.insert(facts.devices[i].name);
  }
  return near;
}

void judge_distance(const TopologyFacts& facts, const Devices& gpus, std::vector<Finding>& found) {
  Names across, middle;
  for (const TopologyDevice* gpu : gpus) {
    const auto nearest = nearest_nics(facts, *gpu);
    if (!nearest) continue;
    const int distance = *link_distance(nearest->level);
    if (distance >= kFar)
      across.push_back(gpu->name);
    else if (distance > kNear)
      middle.push_back(gpu->name);
  }
  if (!across.empty())
    found.push_back(machine_finding("topology_numa", {{"gpus", across}},
                                    "The nearest NIC of these GPUs is at SYS, another NUMA node"));
  if (!middle.empty())
    found.push_back(machine_finding("topology_phb_node", {{"gpus", middle}},
                                    "The nearest NIC of these GPUs is at PHB or NODE"));
}

void judge_sharing(const TopologyFacts& facts, const Devices& gpus, std::vector<Finding>& found) {
  constexpr std::size_t kMany = 4;
  std::set<std::string> all_near;
  Names served, crowded;
  for (const TopologyDevice* gpu : gpus) {
    const auto near = near_nics(facts, *gpu);
    all_near.insert(near.begin(), near.end());
    if (!near.empty()) served.push_back(gpu->name);
    if (near.size() >= kMany) crowded.push_back(gpu->name);
  }
  if (all_near.empty()) return;
  Names spare;
  for (const TopologyDevice* nic : devices_of(facts, false))
    if (!all_near.contains(nic->name)) spare.push_back(nic->name);
  if (!spare.empty()) found.push_back(machine_finding("topology_nic_not_local", {{"nics", spare}}));
  if (!crowded.empty())
    found.push_back(machine_finding("topology_many_nics_per_gpu", {{"gpus", crowded}}));
  if (all_near.size() < served.size())
    found.push_back(
        machine_finding("topology_nic_shared",
                        {{"gpus", served}, {"nics", Names(all_near.begin(), all_near.end())}},
                        std::to_string(all_near.size()) + " near NICs for " +
                            std::to_string(served.size()) + " GPUs"));
}

int nvlinks_of(const TopologyFacts& facts, const TopologyDevice& gpu) {
  int links = 0;
  for (std::size_t i = 0; i < std::min(gpu.links.size(), facts.devices.size()); ++i)
    if (facts.devices[i].is_gpu) links += nvlink_count(gpu.links[i]).value_or(0);
  return links;
}

bool is_torn(const TopologyFacts& facts, const Devices& list) {
  return std::any_of(list.begin(), list.end(), [&facts](const TopologyDevice* device) {
    return device->links.size() < facts.devices.size();
  });
}

void judge_nvlink(const TopologyFacts& facts, const Devices& gpus, std::vector<Finding>& found) {
  if (gpus.size() < 2 || is_torn(facts, gpus)) return;
  int most = 0;
  for (const TopologyDevice* gpu : gpus) most = std::max(most, nvlinks_of(facts, *gpu));
  if (most == 0) {
    const auto model = facts.gpu_model ? gpu_model(*facts.gpu_model) : std::nullopt;
    if (model && model->is_board)
      found.push_back(machine_finding("topology_no_nvlink", {}, *facts.gpu_model));
    return;
  }
  Names lacking;
  for (const TopologyDevice* gpu : gpus)
    if (nvlinks_of(facts, *gpu) < most) lacking.push_back(gpu->name);
  if (!lacking.empty())
    found.push_back(machine_finding("topology_nvlink_missing", {{"gpus", lacking}}));
}

void judge_affinity(const TopologyFacts& facts, const Devices& gpus, std::vector<Finding>& found) {
  if (!facts.has_cpus && !facts.has_numa) return;
  Names unknown, half_known;
  for (const TopologyDevice* gpu : gpus) {
    if (gpu->links.size() < facts.devices.size()) continue;
    if (!gpu->cpus && !gpu->numa)
      unknown.push_back(gpu->name);
    else if (facts.has_numa && !gpu->numa)
      half_known.push_back(gpu->name);
  }
  if (!unknown.empty())
    found.push_back(machine_finding("topology_unknown_numa", {{"gpus", unknown}}));
  if (!half_known.empty())
    found.push_back(machine_finding("topology_unknown_numa", Severity::Note, {{"gpus", half_known}},
                                    "Cores are named, NUMA nodes are not"));
}

void judge_names(const Devices& nics, std::vector<Finding>& found) {
  Names unnamed;
  for (const TopologyDevice* nic : nics)
    if (nic->name.starts_with("NIC") && !nic->device_name) unnamed.push_back(nic->name);
  if (!unnamed.empty())
    found.push_back(machine_finding("topology_unknown_nic_name", {{"nics", unnamed}}));
}

// One distance between all that NVLink does not join: no real machine with so many devices has it.
void judge_flatness(const TopologyFacts& facts, const Devices& gpus, const Devices& nics,
                    std::vector<Finding>& found) {
  constexpr std::size_t kGpus = 4, kNics = 2;
  if (gpus.size() < kGpus || nics.size() < kNics || is_torn(facts, gpus)) return;
  std::set<int> distances;
  for (const TopologyDevice& device : facts.devices)
    for (const std::string& code : device.links)
      if (const auto distance = link_distance(code); distance && *distance != 0)
        distances.insert(*distance);
  if (distances.size() == 1 && *distances.begin() > kNear)
    found.push_back(machine_finding("topology_virtualised", {}, "All distances are equal"));
}

void judge_peer_access(const TopologyFacts& facts, std::vector<Finding>& found) {
  Names refused, pairs;
  for (const TopologyDevice& device : facts.devices) {
    bool is_refused = false;
    for (std::size_t i = 0; i < std::min(device.links.size(), facts.devices.size()); ++i) {
      if (device.links[i] == "X" || device.links[i] == "OK") continue;
      is_refused = true;
      if (device.name < facts.devices[i].name)
        pairs.push_back(device.name + "-" + facts.devices[i].name);
    }
    if (is_refused) refused.push_back(device.name);
  }
  if (!refused.empty())
    found.push_back(machine_finding("topology_no_p2p", {{"gpus", refused}, {"pairs", pairs}}));
}

void judge_rocm(const TopologyFacts& facts, std::vector<Finding>& found) {
  std::set<std::string> by_pcie, by_xgmi, refused;
  for (const auto& [pair, type] : facts.link_type) {
    auto& set = type == "XGMI" ? by_xgmi : by_pcie;
    set.insert(pair.first);
    set.insert(pair.second);
  }
  Names lonely;
  for (const std::string& gpu : by_pcie)
    if (!by_xgmi.contains(gpu)) lonely.push_back(gpu);
  if (!lonely.empty()) found.push_back(machine_finding("topology_no_xgmi", {{"gpus", lonely}}));
  for (const auto& [pair, word] : facts.accessible)
    if (word == "False" || word == "DISABLED") refused.insert({pair.first, pair.second});
  if (!refused.empty())
    found.push_back(
        machine_finding("topology_no_p2p", {{"gpus", Names(refused.begin(), refused.end())}}));
}

void judge_matrix(const TopologyFacts& facts, std::vector<Finding>& found) {
  const Devices gpus = devices_of(facts, true), nics = devices_of(facts, false);
  if (gpus.empty()) return;
  if (nics.empty()) found.push_back(machine_finding("topology_no_nic"));
  judge_distance(facts, gpus, found);
  judge_sharing(facts, gpus, found);
  judge_nvlink(facts, gpus, found);
  judge_affinity(facts, gpus, found);
  judge_names(nics, found);
  judge_flatness(facts, gpus, nics, found);
}

}  // namespace

std::vector<Finding> findings_of(const TopologyFacts& facts) {
  std::vector<Finding> found;
  switch (facts.kind) {
    case TopologyFacts::Kind::NvidiaMatrix:
      judge_matrix(facts, found);
      break;
    case TopologyFacts::Kind::NvidiaPeerAccess:
      judge_peer_access(facts, found);
      break;
    case TopologyFacts::Kind::Rocm:
      judge_rocm(facts, found);
      break;
    case TopologyFacts::Kind::Unavailable:
      if (!facts.refusal) break;
      found.push_back(machine_finding("topology_unavailable", {}, facts.refusal->text));
      found.back().evidence.push_back(*facts.refusal);
      break;
  }
  if (facts.hypervisor) {
    found.push_back(machine_finding("topology_virtualised", {}, facts.hypervisor->text));
    found.back().evidence.push_back(*facts.hypervisor);
  }
  return found;
}

}  // namespace busbar
