#include <gtest/gtest.h>

#include <algorithm>

#include "core/diagnosis/topology_facts.h"

namespace busbar {
namespace {

TopologyFacts matrix(std::vector<std::pair<std::string, std::vector<std::string>>> rows) {
  TopologyFacts facts;
  facts.kind = TopologyFacts::Kind::NvidiaMatrix;
  for (auto& [name, links] : rows)
    facts.devices.push_back({name, name.starts_with("GPU"), {}, links, {}, {}, {}});
  return facts;
}

const Finding* find(const std::vector<Finding>& all, std::string_view code) {
  const auto found =
      std::find_if(all.begin(), all.end(), [code](auto& one) { return one.code == code; });
  return found == all.end() ? nullptr : &*found;
}

TEST(TopologyRules, OneGpuWithFewerLinksIsNamedAndNotItsPeers) {
  const auto all = findings_of(matrix({{"GPU0", {"X", "NV18", "NV18", "SYS"}},
                                       {"GPU1", {"NV18", "X", "NV18", "SYS"}},
                                       {"GPU2", {"NV18", "NV18", "X", "SYS"}},
                                       {"GPU3", {"SYS", "SYS", "SYS", "X"}}}));
  ASSERT_TRUE(find(all, "topology_nvlink_missing"));
  EXPECT_EQ(find(all, "topology_nvlink_missing")->objects[0].names,
            std::vector<std::string>{"GPU3"});
}

TEST(TopologyRules, BridgedPairsLackNothing) {
  const auto all = findings_of(matrix({{"GPU0", {"X", "NV4", "SYS", "SYS"}},
                                       {"GPU1", {"NV4", "X", "SYS", "SYS"}},
                                       {"GPU2", {"SYS", "SYS", "X", "NV4"}},
                                       {"GPU3", {"SYS", "SYS", "NV4", "X"}}}));
  EXPECT_FALSE(find(all, "topology_nvlink_missing"));
}

TEST(TopologyRules, TwoGpusAtOneNicShareIt) {
  const auto all = findings_of(matrix({{"GPU0", {"X", "PIX", "PIX"}},
                                       {"GPU1", {"PIX", "X", "PIX"}},
                                       {"mlx5_0", {"PIX", "PIX", "X"}}}));
  ASSERT_TRUE(find(all, "topology_nic_shared"));
  EXPECT_EQ(find(all, "topology_nic_shared")->severity, Severity::Warning);
}

TEST(TopologyRules, FourNicsAtAGpuAreANote) {
  const auto all = findings_of(matrix({{"GPU0", {"X", "PXB", "PXB", "PXB", "PXB"}},
                                       {"a", {"PXB", "X", "PIX", "PIX", "PIX"}},
                                       {"b", {"PXB", "PIX", "X", "PIX", "PIX"}},
                                       {"c", {"PXB", "PIX", "PIX", "X", "PIX"}},
                                       {"d", {"PXB", "PIX", "PIX", "PIX", "X"}}}));
  ASSERT_TRUE(find(all, "topology_many_nics_per_gpu"));
  EXPECT_EQ(find(all, "topology_many_nics_per_gpu")->severity, Severity::Note);
}

TEST(TopologyRules, GpusOfABoardWithoutNvlinkAreToldOnlyWithTheModel) {
  auto facts = matrix({{"GPU0", {"X", "SYS"}}, {"GPU1", {"SYS", "X"}}});
  EXPECT_FALSE(find(findings_of(facts), "topology_no_nvlink"));
  facts.gpu_model = "NVIDIA H100 80GB HBM3";
  EXPECT_TRUE(find(findings_of(facts), "topology_no_nvlink"));
  facts.gpu_model = "NVIDIA A100-PCIE-40GB";
  EXPECT_FALSE(find(findings_of(facts), "topology_no_nvlink"));
}

}  // namespace
}  // namespace busbar
