#include "core/diagnosis/gpu_models.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

TEST(GpuModels, LongerNamesGoFirst) {
  EXPECT_TRUE(gpu_model("NVIDIA H200")->is_board);
  EXPECT_FALSE(gpu_model("NVIDIA H100 PCIe")->is_board);
  EXPECT_EQ(gpu_model("NVIDIA H100 80GB HBM3")->links, 18);
  EXPECT_EQ(gpu_model("NVIDIA H20")->links, 18);
  EXPECT_EQ(gpu_model("Tesla V100-SXM2-32GB")->links, 6);
  EXPECT_FALSE(gpu_model("Tesla P100-PCIE-16GB"));
}

TEST(GpuModels, ARateTellsTheGenerationWhereItIsUnambiguous) {
  EXPECT_EQ(nvlink_generation(26.562), 4);
  EXPECT_EQ(nvlink_generation(25.781), 2);
  EXPECT_EQ(nvlink_generation(25), std::nullopt);
}

}  // namespace
}  // namespace busbar
