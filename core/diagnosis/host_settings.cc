// Tested by tests/unit/wire/formats/host/readers_test.cc
#include "core/diagnosis/host_settings.h"

#include <algorithm>
#include <array>
#include <set>

#include "core/diagnosis/machine_rules.h"

namespace busbar {
namespace {

using Names = std::vector<std::string>;

// 256 MiB holds the flight of 100 Gb/s over 20 ms. Source: ESnet fasterdata, host tuning;
// docs/formats/host.md.
constexpr std::int64_t kBuffer = 268'435'456;
constexpr std::array<RecommendedSetting, 4> kSettings{{
    {"net.core.rmem_max", "sysctl_rmem_max", kBuffer, "268435456"},
    {"net.core.wmem_max", "sysctl_wmem_max", kBuffer, "268435456"},
    {"net.ipv4.tcp_rmem", "sysctl_tcp_rmem", kBuffer, "4096 87380 268435456"},
    {"net.ipv4.tcp_wmem", "sysctl_tcp_wmem", kBuffer, "4096 65536 268435456"},
}};

bool begins_with_any(std::string_view text, auto& parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [text](std::string_view part) { return text.starts_with(part); });
}

std::string text_of(const SettingValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return std::to_string(*number);
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  std::string text;
  for (const std::int64_t number : std::get<std::vector<std::int64_t>>(value))
    text += (text.empty() ? "" : " ") + std::to_string(number);
  return text;
}

std::optional<std::int64_t> maximum_of(const SettingValue& value) {
  if (const auto* number = std::get_if<std::int64_t>(&value)) return *number;
  const auto* list = std::get_if<std::vector<std::int64_t>>(&value);
  if (!list || list->empty()) return std::nullopt;
  return list->back();
}

void add_setting(const SysctlFacts& facts, const std::string& key, std::string_view code,
                 std::string_view want, std::vector<Finding>& found) {
  found.push_back(machine_finding(code));
  found.back().have = text_of(facts.values.at(key));
  found.back().want = want;
  if (const auto line = facts.lines.find(key); line != facts.lines.end())
    found.back().evidence.push_back(line->second);
}

// Interfaces that programs make: bridges, tunnels, containers.
constexpr std::array<std::string_view, 14> kMade{"lo",    "docker",  "veth", "br-", "virbr",
                                                 "cni",   "flannel", "cali", "tun", "tap",
                                                 "vxlan", "dummy",   "kube", "lxc"};
// Names that drivers of RDMA cards and cloud images give: a fabric by its name.
bool is_fabric_name(std::string_view name) {
  const std::size_t np = name.rfind("np");
  const bool is_port = np != std::string_view::npos && np + 2 < name.size() && np > 3;
  return is_port || name.find("rdma") != std::string_view::npos ||
         name.find("roce") != std::string_view::npos || name.find("rail") != std::string_view::npos;
}

void judge_mtu(const NetFacts& facts, std::vector<Finding>& found) {
  constexpr std::int64_t kJumbo = 9000, kRoce = 4200;
  Names low, plain;
  for (const NetInterface& one : facts.interfaces) {
    const bool is_ether = one.kind.empty() || one.kind == "ether";
    if (!one.mtu || *one.mtu >= kRoce || !is_ether || one.is_up == false ||
        one.has_carrier == false || begins_with_any(one.name, kMade))
      continue;
    (is_fabric_name(one.name) ? low : plain).push_back(one.name);
  }
  const auto add = [&](Severity severity, const Names& names) {
    if (names.empty()) return;
    found.push_back(machine_finding("mtu_low", severity, {{"interfaces", names}}));
    for (const NetInterface& one : facts.interfaces)
      if (one.name == names[0]) found.back().have = std::to_string(*one.mtu);
    found.back().want = std::to_string(kJumbo);
  };
  add(Severity::Warning, low);
  add(Severity::Note, plain);  // it may be the host's own network
}

bool has_transport(const UcxFacts& facts, auto& beginnings) {
  return std::any_of(facts.transports.begin(), facts.transports.end(),
                     [&](const std::string& name) { return begins_with_any(name, beginnings); });
}

}  // namespace

std::span<const RecommendedSetting> recommended_settings() {
  return kSettings;
}

std::vector<Finding> findings_of(const SysctlFacts& facts) {
  std::vector<Finding> found;
  for (const RecommendedSetting& row : kSettings) {
    const auto value = facts.values.find(std::string(row.key));
    if (value == facts.values.end()) continue;
    const auto maximum = maximum_of(value->second);
    if (maximum && *maximum < row.least)
      add_setting(facts, value->first, row.code, row.want, found);
  }
  const auto balancing = facts.values.find("kernel.numa_balancing");
  if (balancing != facts.values.end() && maximum_of(balancing->second).value_or(0) > 0)
    add_setting(facts, balancing->first, "numa_balancing_on", "0", found);
  const auto control = facts.values.find("net.ipv4.tcp_congestion_control");
  if (control != facts.values.end() &&
      (text_of(control->second) == "cubic" || text_of(control->second) == "reno"))
    add_setting(facts, control->first, "sysctl_congestion_control", "bbr", found);
  return found;
}

std::vector<Finding> findings_of(const GdsFacts& facts) {
  std::vector<Finding> found;
  const bool has_rows = !facts.supported.empty() || !facts.unsupported.empty();
  const bool is_compat = facts.use_compat_mode == true || facts.force_compat_mode == true;
  if (has_rows && facts.supported.empty() && !is_compat)
    found.push_back(machine_finding("gds_unsupported"));
  if (facts.force_compat_mode == true || (is_compat && has_rows && facts.supported.empty()))
    found.push_back(machine_finding("gds_compat"));
  else if (is_compat)
    found.push_back(
        machine_finding("gds_compat", Severity::Note, {}, "Allowed, for what is not supported"));
  if (facts.peer_direct == false) found.push_back(machine_finding("peer_direct_off"));
  if (facts.rdma_down.value_or(0) > 0)
    found.push_back(
        machine_finding("gds_rdma_device_down", {}, std::to_string(*facts.rdma_down) + " down"));
  if (facts.log_level == "TRACE" || facts.log_level == "DEBUG")
    found.push_back(machine_finding("gds_trace_logging", {}, "logging.level " + facts.log_level));
  if (facts.iommu && (*facts.iommu == "enabled" || *facts.iommu == "Enabled"))
    found.push_back(machine_finding("iommu_enabled"));
  return found;
}

std::vector<Finding> findings_of(const NetFacts& facts) {
  std::vector<Finding> found;
  judge_mtu(facts, found);
  Names down, off;
  for (const NetInterface& one : facts.interfaces) {
    if (begins_with_any(one.name, kMade)) continue;
    if (one.is_up == false)
      off.push_back(one.name);
    else if (one.has_carrier == false)
      down.push_back(one.name);
  }
  if (!down.empty()) found.push_back(machine_finding("link_down", {{"interfaces", down}}));
  if (!off.empty())
    found.push_back(
        machine_finding("link_down", Severity::Note, {{"interfaces", off}}, "Turned off"));
  return found;
}

std::vector<Finding> findings_of(const UcxFacts& facts) {
  constexpr std::array<std::string_view, 6> kRdma{"rc", "ud", "dc", "ib", "srd", "gga"};
  constexpr std::array<std::string_view, 2> kGpu{"cuda", "rocm"};
  constexpr std::array<std::string_view, 1> kCuda{"cuda_copy"};
  constexpr std::array<std::string_view, 1> kCudaIpc{"cuda_ipc"};
  std::vector<Finding> found;
  // A listing that lacks these was filtered: what it does not show may be there.
  constexpr std::array<std::string_view, 4> kAlways{"self", "tcp", "sysv", "posix"};
  if (!has_transport(facts, kAlways)) return found;
  if (!has_transport(facts, kRdma)) found.push_back(machine_finding("ucx_no_rdma"));
  if (!has_transport(facts, kGpu)) found.push_back(machine_finding("ucx_no_cuda"));
  if (has_transport(facts, kCuda) && !has_transport(facts, kCudaIpc))
    found.push_back(machine_finding("ucx_no_cuda_ipc"));
  return found;
}

std::vector<Finding> findings_of(const LimitFacts& facts) {
  // RDMA registers whole buffers: 64 KiB to 8 MiB are defaults of distributions.
  constexpr std::int64_t kMemlockKib = 1024 * 1024, kShm = 1LL << 30;
  std::vector<Finding> found;
  const auto add = [&found](std::string_view code, std::int64_t have, std::string_view want) {
    found.push_back(machine_finding(code));
    found.back().have = std::to_string(have);
    found.back().want = want;
  };
  if (facts.memlock_kib && *facts.memlock_kib < kMemlockKib)
    add("memlock_low", *facts.memlock_kib, "unlimited");
  if (facts.shm_bytes && *facts.shm_bytes < kShm)
    add("shm_small", *facts.shm_bytes, std::to_string(kShm));
  return found;
}

std::vector<Finding> findings_of(const IommuFacts& facts) {
  if (facts.is_enabled != true) return {};
  Finding finding = machine_finding(
      "iommu_enabled", facts.is_passthrough == true ? Severity::Note : Severity::Warning, {},
      facts.is_passthrough == true ? "In passthrough, which peer traffic can live with" : "");
  if (facts.evidence) finding.evidence.push_back(*facts.evidence);
  return {finding};
}

std::vector<Finding> findings_of(const InterruptFacts& facts) {
  if (!facts.nic_node || !facts.node_cpus.contains(*facts.nic_node)) return {};
  const auto& own = facts.node_cpus.at(*facts.nic_node);
  std::set<std::int64_t> allowed(own.begin(), own.end());
  Names across;
  for (const NicInterrupts& nic : facts.nics)
    if (std::any_of(nic.busy.begin(), nic.busy.end(),
                    [&allowed](std::int64_t cpu) { return !allowed.contains(cpu); }))
      across.push_back(std::to_string(nic.irq));
  if (across.empty()) return {};
  return {machine_finding("irq_numa", {{"irqs", across}})};
}

}  // namespace busbar
