#include "core/diagnosis/gpu_models.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace busbar {
namespace {

// Longer names before those that they hold: H200 before H20.
constexpr std::array<GpuModel, 30> kModels{{
    {"GB300", 5, 18, 50, true},
    {"GB200", 5, 18, 50, true},
    {"B300", 5, 18, 50, true},
    {"B200", 5, 18, 50, true},
    {"GH200", 4, 18, 25, false},
    {"H200 NVL", 4, 18, 25, false},
    {"H200", 4, 18, 25, true},
    {"H800 PCIe", 4, 8, 25, false},
    {"H800", 4, 8, 25, true},
    {"H100 PCIe", 4, 12, 25, false},
    {"H100 NVL", 4, 12, 25, false},
    {"H100", 4, 18, 25, true},
    {"H20", 4, 18, 25, true},
    {"A100-SXM", 3, 12, 25, true},
    {"A100 SXM", 3, 12, 25, true},
    {"A100-PCI", 3, 12, 25, false},
    {"A100 80GB PCI", 3, 12, 25, false},
    {"A100 PCI", 3, 12, 25, false},
    {"A800-SXM", 3, 8, 25, true},
    {"A800", 3, 8, 25, false},
    {"A6000", 3, 4, 14.0625, false},
    {"A5000", 3, 4, 14.0625, false},
    {"A40", 3, 4, 14.0625, false},
    {"A30", 3, 4, 25, false},
    {"RTX 3090", 3, 4, 14.0625, false},
    {"V100-SXM", 2, 6, 25, true},
    {"V100-DGXS", 2, 4, 25, true},
    {"P100-SXM", 1, 4, 20, true},
    {"Quadro GV100", 2, 4, 25, false},
    {"Quadro GP100", 1, 4, 20, false},
}};

struct Rate {
  double printed;
  int generation;
};
// 25 alone is ambiguous between drivers (V100 and A100), so it is not here.
constexpr std::array<Rate, 6> kRates{
    {{19.32, 1}, {20, 1}, {25.781, 2}, {14.0625, 3}, {26.562, 4}, {53.125, 5}}};

}  // namespace

std::optional<GpuModel> gpu_model(std::string_view name) {
  const auto found = std::find_if(kModels.begin(), kModels.end(), [name](const GpuModel& model) {
    return name.find(model.part) != std::string_view::npos;
  });
  if (found == kModels.end()) return std::nullopt;
  return *found;
}

std::optional<int> nvlink_generation(double printed_link_gb_s) {
  constexpr double kPrintedDigit = 0.002;
  for (const Rate& rate : kRates)
    if (std::abs(rate.printed - printed_link_gb_s) < kPrintedDigit) return rate.generation;
  return std::nullopt;
}

}  // namespace busbar
