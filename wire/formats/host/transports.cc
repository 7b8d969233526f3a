// ucx_info -d and -v; /proc/interrupts with the NUMA lines that may stand beside it.
// Tested by tests/unit/wire/formats/host/readers_test.cc
#include <algorithm>

#include "wire/formats/host/readers.h"
#include "wire/formats/listings/listing.h"
#include "wire/json/value.h"

namespace busbar::wire {
namespace {

using namespace listing;

constexpr std::size_t kNamesMax = 1000, kIrqsMax = 10'000, kCpusMax = 8192;

void add_once(std::vector<std::string>& list, std::string_view name) {
  if (list.size() < kNamesMax && !name.empty() &&
      std::find(list.begin(), list.end(), name) == list.end())
    list.emplace_back(name);
}

void read_ucx_line(std::string_view line, UcxFacts& facts) {
  while (line.starts_with("#")) line.remove_prefix(1);
  const auto pair = pair_of(line);
  if (pair && pair->first == "Transport") add_once(facts.transports, pair->second);
  if (pair && pair->first == "Device") add_once(facts.devices, pair->second);
  for (std::string_view mark : {"Library version: ", "UCT version=", "Version "}) {
    const auto rest = behind(line, mark);
    if (rest && !facts.version && !words(*rest).empty() && leading_integer(*rest))
      facts.version = std::string(words(*rest)[0]);
  }
}

void write_names(JsonWriter& json, std::string_view key, const std::vector<std::string>& names) {
  json.key(key).begin_array();
  for (const std::string& name : names) json.text(name);
  json.end_array();
}

// "0-3,8" as numbers.
std::vector<std::int64_t> cpus_in(std::string_view list) {
  std::vector<std::int64_t> cpus;
  for (std::string_view part : cells(list, ',')) {
    const std::size_t dash = part.find('-');
    const auto low = integer(part.substr(0, dash));
    const auto high = dash == std::string_view::npos ? low : integer(part.substr(dash + 1));
    if (!low || !high || *low < 0) continue;
    for (std::int64_t cpu = *low; cpu <= *high && cpus.size() < kCpusMax; ++cpu)
      cpus.push_back(cpu);
  }
  return cpus;
}

bool is_nic_interrupt(std::string_view name) {
  if (contains(name, "async")) return false;  // events, no data
  return contains(name, "mlx5") || contains(name, "mlx4") || contains(name, "bnxt") ||
         contains(name, "ice-") || contains(name, "efa") || contains(name, "ena-") ||
         contains(name, "TxRx") || contains(name, "irdma");
}

// " 120:   0   5  …  IR-PCI-MSI 524289-edge  mlx5_comp0@pci:0000:17:00.0"
void read_interrupt(const std::vector<std::string_view>& all, InterruptFacts& facts) {
  const auto count = static_cast<std::size_t>(facts.cpus);
  if (all.size() < count + 2 || !all[0].ends_with(':') || facts.nics.size() == kIrqsMax) return;
  const auto irq = integer(all[0].substr(0, all[0].size() - 1));
  if (!irq || !is_nic_interrupt(all.back())) return;
  NicInterrupts nic{std::string(all.back()), *irq, {}};
  for (std::size_t cpu = 0; cpu < count; ++cpu)
    if (integer(all[cpu + 1]).value_or(0) > 0) nic.busy.push_back(static_cast<std::int64_t>(cpu));
  facts.nics.push_back(std::move(nic));
}

// lscpu's "NUMA node1 CPU(s):  32-63", and sysfs's numa_node of the device.
void read_numa(std::string_view line, InterruptFacts& facts) {
  if (const auto rest = behind(line, "NUMA node"); rest && contains(*rest, "CPU(s):")) {
    const auto node = leading_integer(*rest);
    const auto list = behind(*rest, "CPU(s):");
    if (node && list && facts.node_cpus.size() < kNamesMax)
      facts.node_cpus[*node] = cpus_in(trimmed(*list));
  }
  if (const auto rest = behind(line, "numa_node:"))
    facts.nic_node = leading_integer(trimmed(*rest));
}

}  // namespace

UcxFacts read_ucx_info(std::string_view text) {
  UcxFacts facts;
  for (const Line& line : lines_of(text)) read_ucx_line(line.text, facts);
  return facts;
}

std::string to_json(const UcxFacts& facts) {
  JsonWriter json;
  json.begin_object().field("version", facts.version);
  write_names(json, "transports", facts.transports);
  write_names(json, "devices", facts.devices);
  return json.end_object().take();
}

InterruptFacts read_interrupts(std::string_view text) {
  InterruptFacts facts;
  for (const Line& line : lines_of(text)) {
    const auto all = words(line.text);
    const bool is_head = !all.empty() && all[0] == "CPU0";
    if (is_head) facts.cpus = static_cast<std::int64_t>(all.size());
    if (!is_head && facts.cpus > 0) read_interrupt(all, facts);
    read_numa(line.text, facts);
  }
  return facts;
}

std::string to_json(const InterruptFacts& facts) {
  JsonWriter json;
  json.begin_object().field("cpus", facts.cpus).field("nic_node", facts.nic_node);
  json.key("irqs").begin_array();
  for (const NicInterrupts& nic : facts.nics) {
    json.begin_object().field("irq", nic.irq).field("device", nic.device).key("cpus").begin_array();
    for (const std::int64_t cpu : nic.busy) json.integer(cpu);
    json.end_array().end_object();
  }
  return json.end_array().end_object().take();
}

}  // namespace busbar::wire
