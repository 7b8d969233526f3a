#pragma once
// What the names of GPUs say of their NVLinks. Rates are per direction and link, in GB/s (10^9
// bytes per second), the nominal ones that a bound is counted with; the programs print the
// signalling rate (26.562 for 25). Source: NVIDIA's data sheets and the NVML link counts;
// docs/formats/topology.md. Errors: a name that is not in the table gives nothing. Threads: pure.
#include <optional>
#include <string_view>

namespace busbar {

struct GpuModel {
  std::string_view part;  // of the name, as nvidia-smi prints it
  int generation = 0;     // of NVLink
  int links = 0;          // a whole GPU's
  double link_gb_s = 0;
  bool is_board = false;  // SXM and the like: linked by the board, not by a bridge that may lack
};

// The first row whose part the name holds.
std::optional<GpuModel> gpu_model(std::string_view name);

// The NVLink generation by the printed rate of a link, where that is unambiguous.
std::optional<int> nvlink_generation(double printed_link_gb_s);

}  // namespace busbar
