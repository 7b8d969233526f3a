// nvidia-smi -q: "key : value" below headings, told apart by their indentation; Current, Max and
// Pending stand below many headings, so a value is known by its whole path.
// Tested by tests/unit/wire/formats/host/readers_test.cc
#include <algorithm>
#include <array>

#include "wire/formats/host/readers.h"
#include "wire/formats/listings/listing.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

constexpr std::size_t kGpusMax = 4096;

std::optional<std::string> known(std::string_view value) {
  if (value.empty() || value == "N/A" || value == "[N/A]" || value == "Unknown Error")
    return std::nullopt;
  return std::string(value);
}

using Setter = void (*)(GpuState&, std::string_view);
struct Path {
  std::string_view end;  // of the path, "/" between headings
  Setter set;
};

// Names have changed between drivers: each row is one that some driver prints.
constexpr std::array<Path, 21> kPaths{{
    {"/Product Name", [](GpuState& gpu, std::string_view v) { gpu.name = v; }},
    {"/Persistence Mode", [](GpuState& gpu, std::string_view v) { gpu.persistence = known(v); }},
    {"/MIG Mode/Current", [](GpuState& gpu, std::string_view v) { gpu.mig = known(v); }},
    {"/Virtualization Mode",
     [](GpuState& gpu, std::string_view v) { gpu.virtualization = known(v); }},
    {"/Performance State",
     [](GpuState& gpu, std::string_view v) { gpu.performance_state = known(v); }},
    {"/PCIe Generation/Max",
     [](GpuState& gpu, std::string_view v) { gpu.pcie_gen_max = leading_integer(v); }},
    {"/PCIe Generation/Current",
     [](GpuState& gpu, std::string_view v) { gpu.pcie_gen = leading_integer(v); }},
    {"/Link Width/Max",
     [](GpuState& gpu, std::string_view v) { gpu.pcie_width_max = leading_integer(v); }},
    {"/Link Width/Current",
     [](GpuState& gpu, std::string_view v) { gpu.pcie_width = leading_integer(v); }},
    {"/Replays Since Reset",
     [](GpuState& gpu, std::string_view v) { gpu.replays = leading_integer(v); }},
    {"/Fabric/State", [](GpuState& gpu, std::string_view v) { gpu.fabric_state = known(v); }},
    {"/Fabric/Status", [](GpuState& gpu, std::string_view v) { gpu.fabric_status = known(v); }},
    {"Power Readings/Power Limit",
     [](GpuState& gpu, std::string_view v) { gpu.power_limit_w = leading_number(v); }},
    {"Power Readings/Current Power Limit",
     [](GpuState& gpu, std::string_view v) { gpu.power_limit_w = leading_number(v); }},
    {"Power Readings/Enforced Power Limit",
     [](GpuState& gpu, std::string_view v) { gpu.power_limit_w = leading_number(v); }},
    {"Power Readings/Default Power Limit",
     [](GpuState& gpu, std::string_view v) { gpu.power_default_w = leading_number(v); }},
    {"/Remapped Rows/Pending",
     [](GpuState& gpu, std::string_view v) { gpu.is_remap_pending |= v == "Yes"; }},
    {"/Retired Pages/Pending",
     [](GpuState& gpu, std::string_view v) { gpu.is_remap_pending |= v == "Yes"; }},
    {"/Pending Page Blacklist",
     [](GpuState& gpu, std::string_view v) { gpu.is_remap_pending |= v == "Yes"; }},
    {"/Pending Page Retirement",
     [](GpuState& gpu, std::string_view v) { gpu.is_remap_pending |= v == "Yes"; }},
    {"/Remapping Failure Occurred",
     [](GpuState& gpu, std::string_view v) { gpu.has_remap_failed |= v == "Yes"; }},
}};

// The headings above a line.
class Headings {
 public:
  std::string path_of(std::size_t column, std::string_view key) {
    while (!open_.empty() && open_.back().first >= column) open_.pop_back();
    std::string path;
    for (const auto& [depth, name] : open_) path += "/" + name;
    open_.emplace_back(column, std::string(key));
    return path + "/" + std::string(key);
  }
  void clear() { open_.clear(); }

 private:
  std::vector<std::pair<std::size_t, std::string>> open_;
};

bool is_throttle(std::string_view path) {
  return contains(path, "Throttle Reasons/") || contains(path, "Event Reasons/");
}

// GPU power, not that of the module or of its memory.
bool is_other_power(std::string_view path) {
  return contains(path, "Module Power Readings") || contains(path, "Memory Power Readings");
}

void set_value(GpuState& gpu, std::string_view path, std::string_view key, std::string_view value) {
  if (is_throttle(path) && value == "Active") gpu.throttles.emplace_back(key);
  if (is_other_power(path)) return;
  for (const Path& row : kPaths)
    if (path.ends_with(row.end) && !value.empty()) row.set(gpu, value);
}

void set_common(GpuStateFacts& facts, std::string_view key, std::string_view value) {
  if (key == "Driver Version") facts.driver = known(value);
  if (key == "CUDA Version") facts.cuda = known(value);
  if (key == "Attached GPUs") facts.attached = integer(value);
}

void write_range(JsonWriter& json, std::string_view key, std::optional<std::int64_t> most,
                 std::optional<std::int64_t> now) {
  json.key(key).begin_object().field("max", most).field("current", now).end_object();
}

void write_gpu(JsonWriter& json, const GpuState& gpu) {
  json.begin_object().field("busid", gpu.busid).field("name", gpu.name);
  json.field("persistence", gpu.persistence).field("mig", gpu.mig);
  write_range(json, "pcie_gen", gpu.pcie_gen_max, gpu.pcie_gen);
  write_range(json, "pcie_width", gpu.pcie_width_max, gpu.pcie_width);
  json.field("virtualization", gpu.virtualization).field("replays", gpu.replays);
  json.field("performance_state", gpu.performance_state);
  json.field("fabric_state", gpu.fabric_state).field("fabric_status", gpu.fabric_status);
  json.field("power_limit_w", gpu.power_limit_w).field("power_default_w", gpu.power_default_w);
  json.key("throttles").begin_array();
  for (const std::string& reason : gpu.throttles) json.text(reason);
  json.end_array().end_object();
}

}  // namespace

GpuStateFacts read_nvidia_smi_query(std::string_view text) {
  GpuStateFacts facts;
  Headings headings;
  for (const Line& line : lines_of(text)) {
    const auto all = words(line.text);
    const std::size_t column = indentation(line.text);
    if (all.size() == 2 && all[0] == "GPU" && column == 0 && contains(all[1], ":")) {
      if (facts.gpus.size() == kGpusMax) break;
      facts.gpus.emplace_back();
      facts.gpus.back().busid = all[1];
      headings.clear();
      continue;
    }
    if (all.empty()) continue;
    const auto pair = pair_of(line.text);
    const std::string_view key = pair ? pair->first : trimmed(line.text);
    const std::string_view value = pair ? pair->second : std::string_view();
    if (facts.gpus.empty())
      set_common(facts, key, value);
    else
      set_value(facts.gpus.back(), headings.path_of(column, key), key, value);
  }
  return facts;
}

std::string to_json(const GpuStateFacts& facts) {
  JsonWriter json;
  json.begin_object().field("attached_gpus", facts.attached);
  json.field("gpus_in_file", static_cast<std::uint64_t>(facts.gpus.size()));
  json.field("driver", facts.driver).field("cuda", facts.cuda).key("gpu");
  facts.gpus.empty() ? void(json.null()) : write_gpu(json, facts.gpus[0]);
  json.key("gpus").begin_array();
  for (const GpuState& gpu : facts.gpus) write_gpu(json, gpu);
  return json.end_array().end_object().take();
}

}  // namespace busbar::wire
