#pragma once
// Settings of a host that move its network and GPU figures, and the rules on them with the
// recommended values. Units: as the kernel prints them (bytes; MTU in bytes; memlock in KiB).
// What the text does not say is nothing. Threads: values.
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/diagnosis/finding.h"

namespace busbar {

// A number, several of them, or a word.
using SettingValue = std::variant<std::int64_t, std::vector<std::int64_t>, std::string>;

struct SysctlFacts {
  std::map<std::string, SettingValue> values;
  std::map<std::string, Evidence> lines;
};

// A larger value passes; of several numbers the last (the maximum) is compared.
struct RecommendedSetting {
  std::string_view key, code;
  std::int64_t least;     // of the maximum
  std::string_view want;  // as it would be written
};
std::span<const RecommendedSetting> recommended_settings();
std::vector<Finding> findings_of(const SysctlFacts&);

struct GdsGpu {
  std::optional<std::int64_t> index, bar_mib;
  std::string name;
  std::optional<bool> supports_gds;
  std::string iommu;
};
struct GdsFacts {
  std::optional<std::string> gds_version, nvidia_fs, libcufile, iommu;
  std::vector<std::string> supported, unsupported;  // rows of the driver's table
  std::optional<bool> peer_direct, use_compat_mode, force_compat_mode;
  std::optional<std::int64_t> rdma_up, rdma_down;
  std::string log_level;
  std::vector<GdsGpu> gpus;
};
std::vector<Finding> findings_of(const GdsFacts&);

struct NetInterface {
  std::string name;
  std::optional<std::int64_t> mtu, speed_mb_s;
  std::string state, duplex;  // "UP", "DOWN"; "Full"
  std::optional<bool> is_up, has_carrier, autoneg;
  std::string kind;  // "ether", "infiniband", "loopback"
};
struct NetFacts {
  std::vector<NetInterface> interfaces;
};
std::vector<Finding> findings_of(const NetFacts&);

struct UcxFacts {
  std::optional<std::string> version;
  std::vector<std::string> transports, devices;  // each once, in order
};
std::vector<Finding> findings_of(const UcxFacts&);

struct LimitFacts {
  std::optional<std::int64_t> memlock_kib;  // nothing: not printed, or unlimited
  bool is_memlock_unlimited = false;
  std::optional<std::int64_t> shm_bytes, open_files;
};
std::vector<Finding> findings_of(const LimitFacts&);

struct IommuFacts {
  std::optional<bool> is_enabled, is_passthrough;
  std::optional<Evidence> evidence;
};
std::vector<Finding> findings_of(const IommuFacts&);

struct NicInterrupts {
  std::string device;  // "mlx5_comp0@pci:0000:17:00.0"
  std::int64_t irq = 0;
  std::vector<std::int64_t> busy;  // CPUs that have served it
};
struct InterruptFacts {
  std::int64_t cpus = 0;
  std::vector<NicInterrupts> nics;
  std::map<std::int64_t, std::vector<std::int64_t>> node_cpus;  // where lscpu's lines are there
  std::optional<std::int64_t> nic_node;                         // where numa_node is there
};
std::vector<Finding> findings_of(const InterruptFacts&);

}  // namespace busbar
