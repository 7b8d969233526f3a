// nvidia-smi nvlink -s: a line for each GPU, its links indented below.
// Tested by tests/unit/wire/formats/host/readers_test.cc
#include <algorithm>
#include <cmath>

#include "core/diagnosis/gpu_models.h"
#include "wire/formats/host/readers.h"
#include "wire/formats/listings/listing.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

constexpr std::size_t kGpusMax = 4096, kLinksMax = 256;

// "GPU 0: NVIDIA H100 80GB HBM3 (UUID: …)"
std::optional<NvlinkState> gpu_in(std::string_view line) {
  if (!line.starts_with("GPU ")) return std::nullopt;
  const auto pair = pair_of(line.substr(4));
  const auto index = pair ? integer(pair->first) : std::nullopt;
  if (!index) return std::nullopt;
  const std::size_t bracket = pair->second.find(" (UUID");
  return NvlinkState{*index, std::string(pair->second.substr(0, bracket)), {}, false};
}

void read_link(std::string_view line, NvlinkState& gpu) {
  const std::string_view text = trimmed(line);
  // "NVML: Unable to retrieve NVLink information as all links are inActive"
  if (contains(lower(text), "all links are inactive")) gpu.is_all_inactive = true;
  if (!text.starts_with("Link ")) return;
  const auto pair = pair_of(text.substr(5));
  const auto index = pair ? integer(pair->first) : std::nullopt;
  if (!index || *index < 0 || gpu.links.size() == kLinksMax) return;
  if (contains(pair->second, "inactive"))
    gpu.links[*index] = std::nullopt;
  else if (const auto rate = leading_number(pair->second); rate && contains(pair->second, "GB/s"))
    gpu.links[*index] = *rate;
}

// What all GPUs agree in, or nothing.
template <class Value, class Get>
std::optional<Value> agreed(const NvlinkFacts& facts, Get get) {
  std::optional<Value> value;
  for (const NvlinkState& gpu : facts.gpus) {
    const std::optional<Value> one = get(gpu);
    if (!one || (value && *value != *one)) return std::nullopt;
    value = one;
  }
  return value;
}

void write_rates(JsonWriter& json, const NvlinkFacts& facts) {
  const auto rate = common_rate(facts);
  const auto links = links_listed(facts);
  const auto model = [](const NvlinkState& gpu) { return gpu_model(gpu.name); };
  auto generation = agreed<int>(facts, [&](const NvlinkState& gpu) {
    const auto row = model(gpu);
    return row ? std::optional<int>(row->generation) : std::nullopt;
  });
  if (!generation && rate) generation = nvlink_generation(*rate);
  const auto nominal = agreed<double>(facts, [&](const NvlinkState& gpu) {
    const auto row = model(gpu);
    return row ? std::optional<double>(row->link_gb_s) : std::nullopt;
  });
  const auto times = [links](std::optional<double> each) {
    constexpr double kDigits = 1e6;  // of a product of printed decimals
    return each ? std::optional<double>(std::round(*each * static_cast<double>(links) * kDigits) /
                                        kDigits)
                : std::nullopt;
  };
  json.field("links_per_gpu", static_cast<std::uint64_t>(links)).field("link_gb_s", rate);
  json.field("total_gb_s_per_direction", times(rate));
  json.field("usable_gb_s_per_direction", times(nominal));
  json.field("generation", generation);
}

}  // namespace

NvlinkFacts read_nvlink_status(std::string_view text) {
  NvlinkFacts facts;
  for (const Line& line : lines_of(text)) {
    if (auto gpu = gpu_in(line.text)) {
      if (facts.gpus.size() == kGpusMax) break;
      facts.gpus.push_back(std::move(*gpu));
    } else if (!facts.gpus.empty()) {
      read_link(line.text, facts.gpus.back());
    }
  }
  return facts;
}

std::string to_json(const NvlinkFacts& facts) {
  JsonWriter json;
  json.begin_object().field("gpu_count", static_cast<std::uint64_t>(facts.gpus.size()));
  json.key("gpu_names").begin_array();
  for (const NvlinkState& gpu : facts.gpus) json.text(gpu.name);
  json.end_array();
  write_rates(json, facts);
  json.key("inactive").begin_object();
  for (const NvlinkState& gpu : facts.gpus) {
    if (std::all_of(gpu.links.begin(), gpu.links.end(), [](auto& link) { return link.second; }))
      continue;
    json.key("GPU" + std::to_string(gpu.index)).begin_array();
    for (const auto& [link, rate] : gpu.links)
      if (!rate) json.integer(link);
    json.end_array();
  }
  return json.end_object().end_object().take();
}

}  // namespace busbar::wire
