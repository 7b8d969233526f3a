// gdscheck -p: sections of "key : value"; and a line for each GPU.
// Tested by tests/unit/wire/formats/host/readers_test.cc
#include <algorithm>

#include "wire/formats/host/readers.h"
#include "wire/formats/listings/listing.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

constexpr std::size_t kRowsMax = 1000;

std::optional<bool> flag_of(std::string_view value) {
  if (value == "true" || value == "Enabled") return true;
  if (value == "false" || value == "Disabled") return false;
  return std::nullopt;
}

std::optional<std::string> version_behind(std::string_view line, std::string_view mark) {
  const auto rest = behind(line, mark);
  const auto pair = rest ? pair_of(*rest) : std::nullopt;
  if (!pair || !pair->first.empty() || words(pair->second).empty()) return std::nullopt;
  return std::string(words(pair->second)[0]);
}

void read_versions(std::string_view line, GdsFacts& facts) {
  if (const auto version = version_behind(line, "GDS release version")) facts.gds_version = version;
  if (const auto version = version_behind(line, "nvidia_fs version")) facts.nvidia_fs = version;
  if (const auto version = version_behind(line, "libcufile version")) facts.libcufile = version;
}

// "GPU index 0 NVIDIA A100-PCIE-40GB bar:1 bar size (MiB):65536 supports GDS, IOMMU State:
// Disabled"
bool read_gpu(std::string_view line, GdsFacts& facts) {
  const auto rest = behind(line, "GPU index ");
  if (!rest || facts.gpus.size() == kRowsMax) return false;
  GdsGpu gpu;
  gpu.index = leading_integer(*rest);
  const std::size_t name = rest->find(' ');
  if (name != std::string_view::npos)
    gpu.name =
        trimmed(rest->substr(name, rest->find(" bar:") - std::min(name, rest->find(" bar:"))));
  if (const auto size = behind(*rest, "bar size (MiB):")) gpu.bar_mib = leading_integer(*size);
  if (contains(*rest, "supports GDS"))
    gpu.supports_gds = true;
  else if (contains(*rest, "not support GDS"))
    gpu.supports_gds = false;
  if (const auto state = behind(*rest, "IOMMU State:")) gpu.iommu = trimmed(*state);
  facts.gpus.push_back(gpu);
  return true;
}

void read_rdma(std::string_view key, std::string_view value, GdsFacts& facts) {
  if (key == "--Mellanox PeerDirect") facts.peer_direct = flag_of(value);
  if (key != "--rdma_device_status") return;
  if (const auto up = behind(value, "Up:")) facts.rdma_up = leading_integer(trimmed(*up));
  if (const auto down = behind(value, "Down:")) facts.rdma_down = leading_integer(trimmed(*down));
}

void read_value(std::string_view key, std::string_view value, GdsFacts& facts) {
  if (key.starts_with("--")) return read_rdma(key, value, facts);
  if (key == "properties.use_compat_mode" || key == "properties.allow_compat_mode")
    facts.use_compat_mode = flag_of(value);
  if (key == "properties.force_compat_mode") facts.force_compat_mode = flag_of(value);
  if (key == "logging.level" || key == "Cufile logging level" || key == "cufile logging level")
    facts.log_level = value;
  if (key == "IOMMU") facts.iommu = lower(value);
  const bool is_row = value == "Supported" || value == "Unsupported";
  if (!is_row || facts.supported.size() + facts.unsupported.size() == kRowsMax) return;
  (value == "Supported" ? facts.supported : facts.unsupported).emplace_back(key);
}

void write_names(JsonWriter& json, std::string_view key, const std::vector<std::string>& names) {
  json.key(key).begin_array();
  for (const std::string& name : names) json.text(name);
  json.end_array();
}

}  // namespace

// cufile.json: "level": "TRACE", "allow_compat_mode": true, with comments before and behind.
void read_configuration(std::string_view line, GdsFacts& facts) {
  line = trimmed(line);
  const auto key = line.starts_with("\"") ? between(line, "\"", "\"") : std::nullopt;
  const auto pair = key ? pair_of(line) : std::nullopt;
  if (!pair) return;
  std::string_view value = pair->second.substr(0, pair->second.find("//"));
  while (!value.empty() && (trimmed(value).ends_with(',') || value != trimmed(value))) {
    value = trimmed(value);
    if (value.ends_with(',')) value.remove_suffix(1);
  }
  if (*key == "allow_compat_mode" || *key == "use_compat_mode")
    facts.use_compat_mode = flag_of(value);
  if (*key == "force_compat_mode") facts.force_compat_mode = flag_of(value);
  if (const auto level = between(value, "\"", "\""); level && *key == "level")
    facts.log_level = *level;
}

GdsFacts read_gdscheck(std::string_view text) {
  GdsFacts facts;
  for (const Line& line : lines_of(text)) {
    read_configuration(line.text, facts);
    read_versions(line.text, facts);
    if (read_gpu(line.text, facts)) continue;
    if (const auto pair = pair_of(line.text)) read_value(pair->first, pair->second, facts);
  }
  return facts;
}

std::string to_json(const GdsFacts& facts) {
  JsonWriter json;
  json.begin_object().field("gds_version", facts.gds_version).field("nvidia_fs", facts.nvidia_fs);
  json.field("libcufile", facts.libcufile);
  write_names(json, "supported", facts.supported);
  write_names(json, "unsupported", facts.unsupported);
  json.field("peer_direct", facts.peer_direct).key("rdma").begin_object();
  json.field("up", facts.rdma_up).field("down", facts.rdma_down).end_object();
  json.field("use_compat_mode", facts.use_compat_mode);
  json.field("force_compat_mode", facts.force_compat_mode).key("gpus").begin_array();
  for (const GdsGpu& gpu : facts.gpus) {
    json.begin_object().field("index", gpu.index).field("name", gpu.name);
    json.field("bar_mib", gpu.bar_mib).field("supports_gds", gpu.supports_gds);
    json.field("iommu", gpu.iommu).end_object();
  }
  return json.end_array().field("iommu", facts.iommu).end_object().take();
}

}  // namespace busbar::wire
