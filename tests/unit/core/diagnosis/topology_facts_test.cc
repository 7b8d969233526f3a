#include "core/diagnosis/topology_facts.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

TopologyFacts gpus(std::vector<std::vector<std::string>> rows) {
  TopologyFacts facts;
  facts.kind = TopologyFacts::Kind::NvidiaMatrix;
  for (std::size_t i = 0; i < rows.size(); ++i)
    facts.devices.push_back({"GPU" + std::to_string(i), true, {}, rows[i], {}, {}, {}});
  return facts;
}

TEST(TopologyFacts, DistancesGrowFromNearToFar) {
  EXPECT_EQ(link_distance("NV18"), 0);
  EXPECT_LT(link_distance("PIX"), link_distance("PXB"));
  EXPECT_LT(link_distance("PHB"), link_distance("NODE"));
  EXPECT_EQ(link_distance("SOC"), link_distance("SYS"));
  EXPECT_EQ(link_distance("OK"), std::nullopt);
  EXPECT_EQ(nvlink_count("NVx"), std::nullopt);
}

TEST(TopologyFacts, MoreLinksThanAGpuHasEndAtASwitch) {
  TopologyFacts facts = gpus({{"X", "NV12", "NV12"}, {"NV12", "X", "NV12"}, {"NV12", "NV12", "X"}});
  EXPECT_EQ(nvlink_fabric(facts)->links_per_gpu, 12);
  EXPECT_EQ(nvlink_fabric(facts)->generation, std::nullopt);
  facts.gpu_model = "NVIDIA A100-SXM4-40GB";
  EXPECT_EQ(nvlink_fabric(facts)->generation, 3);
  EXPECT_EQ(nvlink_fabric(facts)->gb_s_per_direction, 300);
}

TEST(TopologyFacts, AMeshAddsUpTheLinksOfItsPeers) {
  const auto fabric =
      nvlink_fabric(gpus({{"X", "NV1", "NV2"}, {"NV1", "X", "NV1"}, {"NV2", "NV1", "X"}}));
  EXPECT_EQ(fabric->links_per_gpu, 3);
  EXPECT_FALSE(nvlink_fabric(gpus({{"X", "SYS"}, {"SYS", "X"}})));
}

}  // namespace
}  // namespace busbar
