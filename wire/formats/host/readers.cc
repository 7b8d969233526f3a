#include "wire/formats/host/readers.h"

#include <algorithm>
#include <array>

#include "wire/formats/listings/listing.h"

namespace busbar::wire {
namespace {

using namespace listing;

// How sure a kind is: programs with words of their own, settings by their names, lists by looks.
constexpr int kSure = 95, kLikely = 80, kByLooks = 45;

template <class Facts>
Reading reading_of(std::string_view kind, const Facts& facts) {
  Reading reading;
  reading.kind = kind;
  reading.facts_json = to_json(facts);
  reading.findings = findings_of(facts);
  return reading;
}

bool holds_all(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::all_of(parts.begin(), parts.end(),
                     [text](std::string_view part) { return contains(text, part); });
}

int like_lspci(std::string_view head) {
  const PciFacts facts = read_lspci(head);
  const bool has_more = std::any_of(facts.devices.begin(), facts.devices.end(), [](auto& device) {
    return device.acs || device.capability || device.secondary;
  });
  if (has_more) return kSure;
  return std::any_of(facts.devices.begin(), facts.devices.end(),
                     [](auto& device) { return contains(device.description, ": "); })
             ? kLikely
             : 0;
}
int like_smi_query(std::string_view head) {
  if (contains(head, "NVSMI LOG")) return kSure;
  return holds_all(head, {"Product Name", "Persistence Mode", "GPU 0"}) ? kLikely : 0;
}
int like_nvlink(std::string_view head) {
  const NvlinkFacts facts = read_nvlink_status(head);
  if (links_listed(facts) > 0) return kSure;
  const bool is_dark = std::any_of(facts.gpus.begin(), facts.gpus.end(),
                                   [](const NvlinkState& gpu) { return gpu.is_all_inactive; });
  return is_dark ? kSure : 0;
}
int like_sysctl(std::string_view head) {
  return read_sysctl(head).values.empty() ? 0 : kLikely;
}
int like_gdscheck(std::string_view head) {
  if (contains(head, "GDS release version") || contains(head, "CUFILE CONFIGURATION")) return kSure;
  if (contains(head, "\"allow_compat_mode\"") && contains(head, "\"properties\"")) return kLikely;
  return holds_all(head, {"DRIVER CONFIGURATION", "upported"}) ? kLikely : 0;
}
int like_interfaces(std::string_view head) {
  return read_net_interfaces(head).interfaces.empty() ? 0 : kSure - 5;
}
int like_ucx(std::string_view head) {
  if (!read_ucx_info(head).transports.empty()) return kSure - 5;
  return holds_all(head, {"Library version", "UCX"}) || contains(head, "# UCT version=") ? kLikely
                                                                                         : 0;
}
int like_limits(std::string_view head) {
  const LimitFacts facts = read_limits(head);
  return facts.memlock_kib || facts.is_memlock_unlimited || facts.shm_bytes ? kLikely : 0;
}
// NCCL's own log names SHARP too and has a reader of its own.
int like_sharp(std::string_view head) {
  if (contains(head, "NCCL INFO") || contains(head, "NCCL WARN")) return 0;
  const SharpFacts facts = read_sharp(head);
  const bool is_its_log = contains(head, "sharp_hello") || contains(head, "sharpd") ||
                          contains(head, "SHARPD") || contains(head, "sharp_am") ||
                          contains(head, "SHARP_COLL") || contains(head, "sharp_coll");
  return facts.is_about_sharp && is_its_log ? kLikely - 10 : 0;
}
int like_iommu(std::string_view head) {
  return read_iommu(head).is_enabled ? kByLooks : 0;
}
int like_interrupts(std::string_view head) {
  const InterruptFacts facts = read_interrupts(head);
  return facts.cpus > 0 && contains(head, ":") ? kLikely : 0;
}

// "a[1-2]" or "a,b" alone on each line.
int like_host_lists(std::string_view head) {
  const HostLists lists = read_host_lists(head);
  if (lists.expansions.empty() || lists.expansions.size() < lists.invalid.size()) return 0;
  const bool has_commas =
      std::any_of(lists.expansions.begin(), lists.expansions.end(),
                  [](const auto& one) { return one.first.find(',') != std::string::npos; });
  return lists.has_brackets || has_commas ? kByLooks + 5 : 0;
}
int like_hostfile(std::string_view head) {
  // The head may end within a line.
  const HostfileText read = read_hostfile(head.substr(0, head.rfind('\n')));
  if (read.is_whole) return kByLooks + (read.lines_with_slots > 0 ? 20 : 0);
  const HostfileText all = read_hostfile(head);
  const bool is_mostly = all.facts.hosts.size() > 2 * all.lines_refused;
  return all.is_whole || (is_mostly && all.lines_with_slots > 0) ? kByLooks : 0;
}

Reading host_list_reading(std::string_view text) {
  const HostLists lists = read_host_lists(text);
  Reading reading;
  reading.kind = "host-lists";
  reading.facts_json = to_json(lists);
  for (const std::string& list : lists.invalid) skip(reading, {0, list, true}, "no host list");
  return reading;
}

}  // namespace

std::span<const FormatReader> host_readers() {
  static constexpr std::array kReaders{
      FormatReader{"lspci", "lspci -vvv: ACS and PCIe links", like_lspci,
                   [](std::string_view text) { return reading_of("lspci", read_lspci(text)); }},
      FormatReader{"nvidia-smi-q", "nvidia-smi -q", like_smi_query,
                   [](std::string_view text) {
                     return reading_of("nvidia-smi-q", read_nvidia_smi_query(text));
                   }},
      FormatReader{
          "nvlink", "nvidia-smi nvlink -s", like_nvlink,
          [](std::string_view text) { return reading_of("nvlink", read_nvlink_status(text)); }},
      FormatReader{"sysctl", "sysctl settings", like_sysctl,
                   [](std::string_view text) { return reading_of("sysctl", read_sysctl(text)); }},
      FormatReader{
          "gdscheck", "gdscheck -p, cufile.json", like_gdscheck,
          [](std::string_view text) { return reading_of("gdscheck", read_gdscheck(text)); }},
      FormatReader{"net-interfaces", "ethtool, ip link, ifconfig", like_interfaces,
                   [](std::string_view text) {
                     return reading_of("net-interfaces", read_net_interfaces(text));
                   }},
      FormatReader{
          "ucx-info", "ucx_info -d, -v", like_ucx,
          [](std::string_view text) { return reading_of("ucx-info", read_ucx_info(text)); }},
      FormatReader{"limits", "ulimit -a, df /dev/shm, /proc/PID/limits", like_limits,
                   [](std::string_view text) { return reading_of("limits", read_limits(text)); }},
      FormatReader{"iommu", "the kernel's command line or messages about the IOMMU", like_iommu,
                   [](std::string_view text) { return reading_of("iommu", read_iommu(text)); }},
      FormatReader{"sharp", "sharp_hello, sharpd", like_sharp,
                   [](std::string_view text) { return reading_of("sharp", read_sharp(text)); }},
      FormatReader{
          "interrupts", "/proc/interrupts, with lscpu and numa_node where given", like_interrupts,
          [](std::string_view text) { return reading_of("interrupts", read_interrupts(text)); }},
      FormatReader{"host-lists", "Slurm host lists, one a line", like_host_lists,
                   host_list_reading},
      FormatReader{"hostfile", "MPI host file", like_hostfile, [](std::string_view text) {
                     return reading_of("hostfile", read_hostfile(text).facts);
                   }}};
  return kReaders;
}

}  // namespace busbar::wire
