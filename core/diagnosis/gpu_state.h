#pragma once
// What nvidia-smi says about single GPUs (-q) and their NVLinks (nvlink -s), and the rules on it.
// Units: rates in GB/s (10^9) per direction, power in W. N/A is nothing. Threads: values.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/diagnosis/finding.h"

namespace busbar {

struct GpuState {
  std::string busid, name;
  std::optional<std::string> persistence, mig, virtualization, performance_state;
  std::optional<std::string> fabric_state, fabric_status;
  std::optional<std::int64_t> pcie_gen_max, pcie_gen, pcie_width_max, pcie_width, replays;
  std::optional<double> power_limit_w, power_default_w;
  std::vector<std::string> throttles;  // reasons that are Active
  bool is_remap_pending = false, has_remap_failed = false;
};

struct GpuStateFacts {
  std::optional<std::int64_t> attached;
  std::optional<std::string> driver, cuda;
  std::vector<GpuState> gpus;
};
std::vector<Finding> findings_of(const GpuStateFacts&);

struct NvlinkState {
  std::int64_t index = 0;
  std::string name;
  std::map<std::int64_t, std::optional<double>> links = {};  // nothing: inactive
  bool is_all_inactive = false;  // said in so many words, in place of the list
};

struct NvlinkFacts {
  std::vector<NvlinkState> gpus;
};
// The most links that a GPU of the text lists.
std::size_t links_listed(const NvlinkFacts&);
// The rate of all active links, if it is one.
std::optional<double> common_rate(const NvlinkFacts&);
std::vector<Finding> findings_of(const NvlinkFacts&);

}  // namespace busbar
