// sysctl, ulimit and df, the kernel's IOMMU lines: one setting a line.
// Tested by tests/unit/wire/formats/host/readers_test.cc
#include <algorithm>
#include <array>

#include "wire/formats/host/readers.h"
#include "wire/formats/listings/listing.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

constexpr std::size_t kSettingsMax = 10'000;
constexpr std::array<std::string_view, 6> kTrees{"net.", "kernel.", "vm.", "fs.", "dev.", "user."};

// "net.core.rmem_max = 1", "net/core/rmem_max=1", "/proc/sys/net/core/rmem_max:1"
std::optional<std::pair<std::string, std::string_view>> setting_in(std::string_view line) {
  line = trimmed(line);
  if (line.starts_with("#") || line.starts_with(";")) return std::nullopt;
  const bool is_path = line.starts_with("/proc/sys/");
  if (is_path) line.remove_prefix(10);
  if (line.starts_with("sysctl -w ")) line.remove_prefix(10);
  const auto pair = pair_of(line, is_path && !contains(line, "=") ? ':' : '=');
  if (!pair || pair->second.empty()) return std::nullopt;
  std::string key(pair->first);
  std::replace(key.begin(), key.end(), '/', '.');
  if (key.starts_with("-")) key.erase(0, 1);
  const bool is_key =
      std::any_of(kTrees.begin(), kTrees.end(),
                  [&key](std::string_view tree) { return key.starts_with(tree); }) &&
      key.find(' ') == std::string::npos;
  if (!is_key) return std::nullopt;
  std::string_view value = pair->second;
  if (value.size() > 1 && (value.front() == '"' || value.front() == '\'') &&
      value.back() == value.front())
    value = value.substr(1, value.size() - 2);
  return std::pair{key, value};
}

SettingValue value_of(std::string_view text) {
  std::vector<std::int64_t> numbers;
  for (std::string_view word : words(text)) {
    const auto number = integer(word);
    if (!number) return std::string(text);
    numbers.push_back(*number);
  }
  if (numbers.empty()) return std::string(text);
  if (numbers.size() == 1) return numbers[0];
  return numbers;
}

// "64M", "1.0G", "1048576" (df counts KiB).
std::optional<std::int64_t> bytes_of(std::string_view text) {
  constexpr std::string_view kUnits = "KMGT";
  constexpr double kMost = 1e15;
  const auto number = leading_number(text);
  if (!number || *number < 0 || *number > kMost) return std::nullopt;
  const std::size_t unit = text.empty() ? std::string_view::npos : kUnits.find(text.back());
  const std::size_t power = unit == std::string_view::npos ? 1 : unit + 1;
  return static_cast<std::int64_t>(*number * static_cast<double>(1ULL << (10 * power)));
}

void read_limit(std::string_view line, LimitFacts& facts) {
  const auto all = words(line);
  if (all.empty()) return;
  if (contains(line, "max locked memory") || contains(line, "Max locked memory")) {
    facts.is_memlock_unlimited = contains(line, "unlimited");
    const bool is_proc = contains(line, "Max locked memory");  // /proc/PID/limits counts bytes
    if (const auto number = integer(is_proc ? (all.size() > 3 ? all[3] : "") : all.back());
        number && !facts.is_memlock_unlimited)
      facts.memlock_kib = is_proc ? *number / 1024 : *number;
  }
  if (contains(line, "open files")) facts.open_files = integer(all.back());
  if (all.back() == "/dev/shm" && all.size() >= 6) facts.shm_bytes = bytes_of(all[1]);
}

void read_iommu_line(const Line& line, IommuFacts& facts) {
  const std::string text = lower(line.text);
  const auto is_there = [&text](std::string_view part) { return contains(text, part); };
  const bool is_on = is_there("intel_iommu=on") || is_there("amd_iommu=on") ||
                     is_there("dmar: iommu enabled") || is_there("amd-vi: interrupt remapping") ||
                     is_there("amd-vi: iommu performance counters") ||
                     is_there("default domain type: translated");
  const bool is_off = is_there("intel_iommu=off") || is_there("amd_iommu=off") ||
                      is_there("iommu=off") || is_there("iommu disabled");
  if (is_there("iommu=pt") || is_there("domain type: passthrough")) facts.is_passthrough = true;
  if (!is_on && !is_off) return;
  facts.is_enabled = is_on && !is_off;
  facts.evidence = evidence(line);
}

}  // namespace

SysctlFacts read_sysctl(std::string_view text) {
  SysctlFacts facts;
  for (const Line& line : lines_of(text)) {
    const auto setting = setting_in(line.text);
    if (!setting || facts.values.size() == kSettingsMax) continue;
    facts.values[setting->first] = value_of(setting->second);
    facts.lines[setting->first] = evidence(line);
  }
  return facts;
}

std::string to_json(const SysctlFacts& facts) {
  JsonWriter json;
  json.begin_object().key("values").begin_object();
  for (const auto& [key, value] : facts.values) {
    json.key(key);
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
      json.integer(*number);
    } else if (const auto* word = std::get_if<std::string>(&value)) {
      json.text(*word);
    } else {
      json.begin_array();
      for (const std::int64_t one : std::get<std::vector<std::int64_t>>(value)) json.integer(one);
      json.end_array();
    }
  }
  return json.end_object().end_object().take();
}

LimitFacts read_limits(std::string_view text) {
  LimitFacts facts;
  for (const Line& line : lines_of(text)) read_limit(line.text, facts);
  return facts;
}

std::string to_json(const LimitFacts& facts) {
  JsonWriter json;
  json.begin_object().field("memlock_kib", facts.memlock_kib);
  json.field("memlock_unlimited", facts.is_memlock_unlimited);
  json.field("shm_bytes", facts.shm_bytes).field("open_files", facts.open_files);
  return json.end_object().take();
}

IommuFacts read_iommu(std::string_view text) {
  IommuFacts facts;
  for (const Line& line : lines_of(text)) read_iommu_line(line, facts);
  return facts;
}

std::string to_json(const IommuFacts& facts) {
  JsonWriter json;
  json.begin_object().field("enabled", facts.is_enabled);
  return json.field("passthrough", facts.is_passthrough).end_object().take();
}

}  // namespace busbar::wire
