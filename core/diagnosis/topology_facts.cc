#include "core/diagnosis/topology_facts.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/diagnosis/gpu_models.h"

namespace busbar {
namespace {

struct Distance {
  std::string_view code;
  int steps;
};
// PSB: the switches of one board (K80 boards, 2016). SOC: what SYS was called then. PIX of a P2P
// listing and C2C are as near as it gets.
constexpr std::array<Distance, 9> kDistances{{{"X", 0},
                                              {"C2C", 0},
                                              {"PIX", 1},
                                              {"PSB", 1},
                                              {"PXB", 2},
                                              {"PHB", 3},
                                              {"NODE", 4},
                                              {"SYS", 5},
                                              {"SOC", 5}}};
constexpr int kLinksOfAnyGpuMax = 18;  // NVLink 4 and 5

std::size_t gpu_count(const TopologyFacts& facts) {
  return static_cast<std::size_t>(std::count_if(facts.devices.begin(), facts.devices.end(),
                                                [](auto& device) { return device.is_gpu; }));
}

// NVn codes of the GPU to other GPUs, in the order of the devices.
std::vector<std::string> nvlink_codes(const TopologyFacts& facts, const TopologyDevice& gpu) {
  std::vector<std::string> codes;
  for (std::size_t i = 0; i < std::min(gpu.links.size(), facts.devices.size()); ++i)
    if (facts.devices[i].is_gpu && nvlink_count(gpu.links[i])) codes.push_back(gpu.links[i]);
  return codes;
}

struct Census {
  std::map<std::string, std::size_t> codes;
  std::size_t most_peers = 0;
  int most_links = 0;  // of one GPU, over all its peers
  std::size_t linked_gpus = 0;
};

Census census(const TopologyFacts& facts) {
  Census all;
  for (const TopologyDevice& device : facts.devices) {
    if (!device.is_gpu) continue;
    int links = 0;
    const auto codes = nvlink_codes(facts, device);
    for (const std::string& code : codes) {
      ++all.codes[code];
      links += *nvlink_count(code);
    }
    all.most_peers = std::max(all.most_peers, codes.size());
    all.most_links = std::max(all.most_links, links);
    all.linked_gpus += codes.empty() ? 0 : 1;
  }
  return all;
}

void describe_direct(NvlinkFabric& fabric, const Census& all, int per_peer) {
  fabric.links_per_gpu = all.most_links;
  if (all.codes.size() == 1)
    fabric.fabric = "direct mesh (" + std::to_string(all.most_peers) + " peers x " +
                    std::to_string(per_peer) + ")";
  else
    fabric.fabric = "direct mesh (up to " + std::to_string(all.most_peers) + " peers)";
  if (all.most_peers == 1) fabric.fabric = "pairs (bridge, or part of a larger board)";
}

}  // namespace

std::optional<int> nvlink_count(std::string_view code) {
  if (!code.starts_with("NV")) return std::nullopt;
  int count = 0;
  const char* const end = code.data() + code.size();
  const auto [behind, error] = std::from_chars(code.data() + 2, end, count);
  constexpr int kMost = 1000;
  if (error != std::errc{} || behind != end || count < 0 || count > kMost) return std::nullopt;
  return count;
}

std::optional<int> link_distance(std::string_view code) {
  if (nvlink_count(code)) return 0;
  for (const Distance& row : kDistances)
    if (row.code == code) return row.steps;
  return std::nullopt;
}

std::optional<NearestNics> nearest_nics(const TopologyFacts& facts, const TopologyDevice& gpu) {
  std::optional<NearestNics> best;
  int best_distance = 0;
  for (std::size_t i = 0; i < std::min(gpu.links.size(), facts.devices.size()); ++i) {
    const auto distance = link_distance(gpu.links[i]);
    if (facts.devices[i].is_gpu || !distance) continue;
    if (!best || *distance < best_distance) {
      best = NearestNics{gpu.links[i], {}};
      best_distance = *distance;
    }
    if (*distance == best_distance) best->nics.push_back(facts.devices[i].name);
  }
  return best;
}

std::optional<NvlinkFabric> nvlink_fabric(const TopologyFacts& facts) {
  const Census all = census(facts);
  if (all.codes.empty()) return std::nullopt;
  NvlinkFabric fabric;
  fabric.code = std::max_element(all.codes.begin(), all.codes.end(), [](auto& a, auto& b) {
                  return a.second < b.second;
                })->first;
  const int per_peer = *nvlink_count(fabric.code);
  const auto model = facts.gpu_model ? gpu_model(*facts.gpu_model) : std::nullopt;
  const int most = model ? model->links : kLinksOfAnyGpuMax;
  const bool is_whole = model && per_peer == model->links && model->is_board;
  // More links than a GPU has: they end at a switch, and every pair shows all of them.
  if (all.most_links > most || is_whole) {
    fabric.links_per_gpu = per_peer;
    fabric.fabric =
        all.most_peers + 1 == gpu_count(facts) ? "NVSwitch (every pair has all links)" : "NVSwitch";
  } else {
    describe_direct(fabric, all, per_peer);
  }
  if (model) {
    fabric.generation = model->generation;
    fabric.gb_s_per_direction = *fabric.links_per_gpu * model->link_gb_s;
  }
  return fabric;
}

}  // namespace busbar
