#pragma once
// nvbandwidth's matrices, of its text and of `-j`. Units: GB/s is 10^9 bytes a second; tests of
// latency are in ns, and the table's title says which. Errors: none. Threads: pure.
// Source: output.cpp and json_output.cpp of NVIDIA/nvbandwidth.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/formats/perf_tools/table.h"

namespace busbar::wire {

struct NvBandwidthDevice {
  std::uint64_t index = 0;
  std::string name, bus_id, host;
};

struct NvBandwidthTest {
  std::uint64_t line = 0;
  std::string name, title;
  bool is_latency = false;
  std::vector<std::vector<std::optional<double>>> rows;  // nothing: N/A
  std::optional<double> sum;
  std::string status;  // JSON: "Passed", "Waived", "Error"; text: empty
};

struct NvBandwidthText {
  std::string version, driver;
  std::optional<std::uint64_t> cuda_runtime;
  std::vector<NvBandwidthDevice> devices;
  std::vector<NvBandwidthTest> tests;
  std::uint64_t waived_lines = 0;
  std::vector<PerfNotice> errors;
};

NvBandwidthText read_nvbandwidth_text(std::string_view text);
std::vector<Finding> nvbandwidth_findings(const NvBandwidthText& text);

}  // namespace busbar::wire
