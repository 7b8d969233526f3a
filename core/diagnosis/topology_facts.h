#pragma once
// What nvidia-smi and rocm-smi say about how GPUs and NICs are linked, and the rules on it. Link
// codes from near to far: X (itself), NVn (n NVLinks), PIX, PXB, PHB, NODE, SYS (older: SOC).
// Rates in GB/s (10^9) per direction. What the text does not say is nothing. Threads: values.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/finding.h"

namespace busbar {

struct TopologyDevice {
  std::string name;  // "GPU0", "NIC3", "mlx5_0"
  bool is_gpu = false;
  std::optional<std::string> device_name;  // of a NICn, by the NIC Legend
  std::vector<std::string> links;          // codes in the order of the devices; torn rows end early
  std::optional<std::string> cpus, numa, gpu_numa_id;
};

using DevicePair = std::pair<std::string, std::string>;

struct TopologyFacts {
  enum class Kind { NvidiaMatrix, NvidiaPeerAccess, Rocm, Unavailable };
  Kind kind = Kind::Unavailable;
  std::vector<TopologyDevice> devices;
  bool has_cpus = false, has_numa = false, has_gpu_numa_id = false, has_legend = false;
  std::optional<std::string> gpu_model;  // told from elsewhere, or by nvidia-smi -L in the text
  std::optional<Evidence> refusal;       // the error that was printed instead
  std::optional<Evidence> hypervisor;    // lscpu's line, where it stands in the text

  // rocm-smi and amd-smi: by pair, i < j
  std::vector<std::pair<DevicePair, std::string>> link_type;
  std::vector<std::pair<DevicePair, std::string>> accessible;
  std::vector<std::pair<DevicePair, double>> weight, hops;
  std::vector<std::pair<std::string, std::int64_t>> numa_node;
};

struct NearestNics {
  std::string level;
  std::vector<std::string> nics;
};
// Nothing: no NIC is listed, or its row is torn.
std::optional<NearestNics> nearest_nics(const TopologyFacts&, const TopologyDevice& gpu);

struct NvlinkFabric {
  std::string code;  // of most pairs, such as "NV18"
  std::optional<int> links_per_gpu;
  std::string fabric;  // in words
  std::optional<int> generation;
  std::optional<double> gb_s_per_direction;
};
std::optional<NvlinkFabric> nvlink_fabric(const TopologyFacts&);

// Near to far: X and NVn 0, PIX 1, PXB 2, PHB 3, NODE 4, SYS 5; nothing: no such code.
std::optional<int> link_distance(std::string_view code);
// 18 of "NV18".
std::optional<int> nvlink_count(std::string_view code);

std::vector<Finding> findings_of(const TopologyFacts&);

}  // namespace busbar
