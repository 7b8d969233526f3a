#include <gtest/gtest.h>

#include "core/diagnosis/topology_xml_facts.h"

namespace busbar {
namespace {

XmlPci gpu(std::string busid, std::string speed, std::string width) {
  XmlPci pci;
  pci.busid = std::move(busid);
  pci.pci_class = "0x030200";
  pci.link_speed = std::move(speed);
  pci.link_width = std::move(width);
  pci.gpu = XmlGpu{};
  return pci;
}

XmlPci nic(std::string busid, std::int64_t speed_mbit_s, std::string speed) {
  XmlPci pci = gpu(std::move(busid), std::move(speed), "16");
  pci.pci_class = "0x020700";
  pci.gpu.reset();
  pci.nets.push_back({"mlx5_0", 0, speed_mbit_s, 1, 1});
  return pci;
}

std::vector<std::string> codes(const TopologyXmlFacts& facts) {
  std::vector<std::string> list;
  for (const Finding& finding : findings_of(facts)) list.push_back(finding.code);
  return list;
}

TopologyXmlFacts topology(std::vector<XmlPci> pcis) {
  TopologyXmlFacts facts;
  facts.kind = TopologyXmlFacts::Kind::Topology;
  facts.cpus.resize(2);
  facts.pcis = std::move(pcis);
  return facts;
}

TEST(TopologyXmlRules, ANicNeedsAPcieLinkOfItsRate) {
  EXPECT_TRUE(codes(topology({nic("n", 400000, "32.0 GT/s PCIe")})).empty());
  EXPECT_EQ(codes(topology({nic("n", 400000, "16.0 GT/s PCIe")})),
            std::vector<std::string>{"pcie_link_degraded"});
}

TEST(TopologyXmlRules, AGpuIsComparedWithItsPeers) {
  auto facts = topology({gpu("a", "32.0 GT/s PCIe", "16"), gpu("b", "32.0 GT/s PCIe", "8"),
                         nic("n", 100000, "16.0 GT/s PCIe")});
  EXPECT_EQ(codes(facts), std::vector<std::string>{"pcie_link_degraded"});
}

TEST(TopologyXmlRules, AGpuOfTheOtherSocketReachesTheNicAcross) {
  auto facts = topology({gpu("a", "16 GT/s", "16"), nic("n", 100000, "16 GT/s")});
  EXPECT_TRUE(codes(facts).empty());
  facts.pcis[0].cpu = 1;
  EXPECT_EQ(codes(facts), std::vector<std::string>{"topology_numa"});
}

TEST(TopologyXmlRules, AGpuWithFewerLinksThanItsPeersIsNamed) {
  auto facts =
      topology({gpu("a", "16 GT/s", "16"), gpu("b", "16 GT/s", "16"), nic("n", 100000, "16 GT/s")});
  facts.pcis[0].gpu->links = {{"nvlink", "s", 12, "0x068000"}};
  facts.pcis[1].gpu->links = {{"nvlink", "s", 10, "0x068000"}};
  EXPECT_EQ(codes(facts), std::vector<std::string>{"topology_nvlink_missing"});
}

TEST(TopologyXmlRules, RingsThroughTwoNicsAndGraphsWithoutChannelsAreNotes) {
  TopologyXmlFacts facts;
  facts.kind = TopologyXmlFacts::Kind::Graphs;
  facts.graphs.resize(2);
  facts.graphs[0].pattern = 4;
  facts.graphs[0].nchannels = 1;
  facts.graphs[0].channels = {{"net0", "gpu0", "net1"}};
  facts.graphs[1].nchannels = 0;
  EXPECT_EQ(codes(facts), (std::vector<std::string>{"graph_crossnic", "graph_disabled"}));
}

}  // namespace
}  // namespace busbar
