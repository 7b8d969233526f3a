#pragma once
// Reads what programs print about a host: lspci -vvv, nvidia-smi -q and nvlink -s, sysctl,
// gdscheck, MPI host files and Slurm host lists, ethtool, ip link and ifconfig, ucx_info, ulimit
// and df, the kernel's IOMMU lines, /proc/interrupts, SHARP's start. Each takes the text as it
// came, keeps what it understands, and gives empty facts where there is nothing. Units: as the
// facts' headers say. Errors: none. Threads: pure.
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/gpu_state.h"
#include "core/diagnosis/host_list.h"
#include "core/diagnosis/host_settings.h"
#include "core/diagnosis/pci_facts.h"
#include "wire/formats/reading.h"

namespace busbar::wire {

PciFacts read_lspci(std::string_view text);
std::string to_json(const PciFacts&);

GpuStateFacts read_nvidia_smi_query(std::string_view text);
std::string to_json(const GpuStateFacts&);

NvlinkFacts read_nvlink_status(std::string_view text);
std::string to_json(const NvlinkFacts&);

SysctlFacts read_sysctl(std::string_view text);
std::string to_json(const SysctlFacts&);

GdsFacts read_gdscheck(std::string_view text);
std::string to_json(const GdsFacts&);

NetFacts read_net_interfaces(std::string_view text);
std::string to_json(const NetFacts&);

UcxFacts read_ucx_info(std::string_view text);
std::string to_json(const UcxFacts&);

LimitFacts read_limits(std::string_view text);
std::string to_json(const LimitFacts&);

IommuFacts read_iommu(std::string_view text);
std::string to_json(const IommuFacts&);

InterruptFacts read_interrupts(std::string_view text);
std::string to_json(const InterruptFacts&);

struct SharpFacts {
  bool is_about_sharp = false, is_passed = false;
  std::vector<Evidence> errors;
};
SharpFacts read_sharp(std::string_view text);
std::string to_json(const SharpFacts&);
std::vector<Finding> findings_of(const SharpFacts&);

// is_whole: every line that is no comment is a host.
struct HostfileText {
  HostfileFacts facts;
  bool is_whole = false;
  std::size_t lines_with_slots = 0, lines_refused = 0;
};
HostfileText read_hostfile(std::string_view text);
std::string to_json(const HostfileFacts&);

struct HostLists {
  std::vector<std::pair<std::string, std::vector<std::string>>> expansions;  // in order
  std::vector<std::string> invalid;
  bool has_brackets = false;
};
HostLists read_host_lists(std::string_view text);
std::string to_json(const HostLists&);

}  // namespace busbar::wire
