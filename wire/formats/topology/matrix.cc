#include "wire/formats/topology/matrix.h"

#include <algorithm>
#include <array>

#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

constexpr std::array<std::string_view, 9> kRefusals{"Option -m",
                                                    "nvidia-smi -h",
                                                    "NVIDIA-SMI has failed",
                                                    "Failed to initialize NVML",
                                                    "No devices were found",
                                                    "nvidia-smi: command not found",
                                                    "nvidia-smi: not found",
                                                    "Unable to determine the device handle",
                                                    "rocm-smi: command not found"};

bool is_rocm(const std::vector<Line>& lines) {
  return std::any_of(lines.begin(), lines.end(), [](const Line& line) {
    return contains(line.text, "two GPUs") || contains(line.text, "ROCm System Management") ||
           contains(line.text, "(Topology) Numa") || contains(line.text, "LINK TYPE TABLE") ||
           contains(line.text, "HOPS TABLE") || contains(line.text, "WEIGHT TABLE");
  });
}

bool is_refusal(std::string_view line) {
  if (contains(line, "topo") && contains(line, "not supported")) return true;
  return std::any_of(kRefusals.begin(), kRefusals.end(),
                     [line](std::string_view part) { return contains(line, part); });
}

// "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-…)", if all are of one model.
std::optional<std::string> model_listed(const std::vector<Line>& lines) {
  std::optional<std::string> model;
  for (const Line& line : lines) {
    const auto name = between(line.text, ": ", " (UUID");
    if (!line.text.starts_with("GPU ") || !name) continue;
    if (model && *model != *name) return std::nullopt;
    model = std::string(*name);
  }
  return model;
}

void write_text(JsonWriter& json, const std::optional<std::string>& text) {
  text ? json.text(*text) : json.null();
}

// {"GPU0": value of the member, …}
void write_by_gpu(JsonWriter& json, const TopologyFacts& facts, std::string_view key,
                  std::optional<std::string> TopologyDevice::* member) {
  json.key(key).begin_object();
  for (const TopologyDevice& device : facts.devices)
    if (device.is_gpu) write_text(json.key(device.name), device.*member);
  json.end_object();
}

void write_matrix(JsonWriter& json, const TopologyFacts& facts) {
  json.key("matrix").begin_object().key("order").begin_array();
  for (const TopologyDevice& device : facts.devices) json.text(device.name);
  json.end_array().key("rows").begin_object();
  for (const TopologyDevice& device : facts.devices) {
    std::string row;
    for (const std::string& code : device.links) row += (row.empty() ? "" : " ") + code;
    json.field(device.name, row);
  }
  json.end_object().end_object();
}

void write_nics(JsonWriter& json, const TopologyFacts& facts) {
  json.key("nics").begin_array();
  for (const TopologyDevice& device : facts.devices)
    if (!device.is_gpu) json.text(device.name);
  json.end_array();
  if (!facts.has_legend) return;
  json.key("nic_names").begin_object();
  for (const TopologyDevice& device : facts.devices)
    if (!device.is_gpu) write_text(json.key(device.name), device.device_name);
  json.end_object();
}

void write_nearest(JsonWriter& json, const TopologyFacts& facts) {
  json.key("best_nic").begin_object();
  for (const TopologyDevice& device : facts.devices) {
    if (!device.is_gpu) continue;
    json.key(device.name);
    const auto nearest = nearest_nics(facts, device);
    if (!nearest) {
      json.null();
      continue;
    }
    json.begin_object().field("level", nearest->level).key("nics").begin_array();
    for (const std::string& nic : nearest->nics) json.text(nic);
    json.end_array().end_object();
  }
  json.end_object();
}

void write_nvlink(JsonWriter& json, const TopologyFacts& facts) {
  json.key("nvlink");
  const auto fabric = nvlink_fabric(facts);
  if (!fabric) {
    json.null();
    return;
  }
  json.begin_object().field("code", fabric->code).field("links_per_gpu", fabric->links_per_gpu);
  json.field("fabric", fabric->fabric).field("generation", fabric->generation);
  json.field("gb_s_per_direction", fabric->gb_s_per_direction).end_object();
}

template <class Value>
void write_pairs(JsonWriter& json, std::string_view key,
                 const std::vector<std::pair<DevicePair, Value>>& pairs) {
  if (pairs.empty()) return;
  json.key(key).begin_object();
  for (const auto& [pair, value] : pairs) json.field(pair.first + "-" + pair.second, value);
  json.end_object();
}

void write_rocm(JsonWriter& json, const TopologyFacts& facts) {
  json.key("nics").begin_array().end_array();
  write_pairs(json, "link_type", facts.link_type);
  write_pairs(json, "weight", facts.weight);
  write_pairs(json, "hops", facts.hops);
  write_pairs(json, "accessible", facts.accessible);
  json.key("numa_node").begin_object();
  for (const auto& [gpu, node] : facts.numa_node) json.field(gpu, node);
  json.end_object().key("nvlink").null();
}

void write_table(JsonWriter& json, const TopologyFacts& facts) {
  write_nics(json, facts);
  write_matrix(json, facts);
  if (facts.kind == TopologyFacts::Kind::NvidiaPeerAccess) return;
  write_nearest(json, facts);
  write_by_gpu(json, facts, "numa_affinity", &TopologyDevice::numa);
  write_by_gpu(json, facts, "cpu_affinity", &TopologyDevice::cpus);
  write_by_gpu(json, facts, "gpu_numa_id", &TopologyDevice::gpu_numa_id);
  write_nvlink(json, facts);
}

std::int64_t gpu_count(const TopologyFacts& facts) {
  const auto count = std::count_if(facts.devices.begin(), facts.devices.end(),
                                   [](const TopologyDevice& device) { return device.is_gpu; });
  return facts.kind == TopologyFacts::Kind::Rocm
             ? std::max<std::int64_t>(count, static_cast<std::int64_t>(facts.numa_node.size()))
             : count;
}

int likeness(std::string_view head) {
  constexpr int kSure = 95, kLikely = 70, kRefused = 40;
  const TopologyFacts facts = read_topology(head);
  if (facts.kind == TopologyFacts::Kind::Unavailable) return facts.refusal ? kRefused : 0;
  if (facts.kind == TopologyFacts::Kind::Rocm) return facts.devices.empty() ? kLikely : kSure;
  return kSure;
}

Reading read(std::string_view text) {
  return topology_reading(text);
}

}  // namespace

TopologyFacts read_topology(std::string_view text, std::optional<std::string> gpu_model) {
  TopologyFacts facts;
  const std::vector<Line> lines = lines_of(text);
  facts.gpu_model = gpu_model ? std::move(gpu_model) : model_listed(lines);
  if (is_rocm(lines))
    read_rocm_tables(lines, facts);
  else
    read_nvidia_matrix(lines, facts);
  for (const Line& line : lines)
    if (trimmed(line.text).starts_with("Hypervisor vendor:")) facts.hypervisor = evidence(line);
  if (facts.kind != TopologyFacts::Kind::Unavailable) return facts;
  const auto refusal = std::find_if(lines.begin(), lines.end(),
                                    [](const Line& line) { return is_refusal(line.text); });
  if (refusal != lines.end()) facts.refusal = evidence(*refusal);
  return facts;
}

std::string to_json(const TopologyFacts& facts) {
  JsonWriter json;
  json.begin_object();
  if (facts.kind == TopologyFacts::Kind::Unavailable) {
    json.key("gpu_count").null().key("nics").null().key("matrix").null();
    return json.end_object().take();
  }
  json.field("gpu_count", gpu_count(facts));
  if (facts.kind == TopologyFacts::Kind::Rocm)
    write_rocm(json, facts);
  else
    write_table(json, facts);
  return json.end_object().take();
}

Reading topology_reading(std::string_view text, std::optional<std::string> gpu_model) {
  const TopologyFacts facts = read_topology(text, std::move(gpu_model));
  Reading reading;
  reading.kind = "topology";
  reading.facts_json = to_json(facts);
  reading.findings = findings_of(facts);
  for (const TopologyDevice& device : facts.devices)
    if (facts.kind != TopologyFacts::Kind::Rocm && device.links.size() < facts.devices.size())
      skip(reading, {0, device.name, true}, "a row with fewer cells than devices");
  if (facts.kind == TopologyFacts::Kind::Unavailable && !facts.refusal)
    skip(reading, {1, std::string(text.substr(0, 80)), true}, "no topology table");
  return reading;
}

std::span<const FormatReader> topology_readers() {
  static constexpr std::array kReaders{FormatReader{
      "topology", "nvidia-smi topo -m, -mp, -p2p; rocm-smi --showtopo; amd-smi topology", likeness,
      read}};
  return kReaders;
}

}  // namespace busbar::wire
