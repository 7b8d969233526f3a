#include "core/diagnosis/topology_xml_facts.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

TEST(TopologyXmlFacts, MasksAreWordsOfThirtyTwoBits) {
  EXPECT_EQ(cpu_count("000000ff,ffff0000,00ffffff"), 48);
  EXPECT_EQ(cpu_count("3"), 2);
  EXPECT_EQ(cpu_count(""), std::nullopt);
  EXPECT_EQ(cpu_count("ff,zz"), std::nullopt);
}

TEST(TopologyXmlFacts, AClassMayHaveAProgrammingInterface) {
  EXPECT_EQ(pci_kind("0x030200"), PciKind::Gpu);
  EXPECT_EQ(pci_kind("0x120000"), PciKind::Gpu);
  EXPECT_EQ(pci_kind("0x0207"), PciKind::Nic);
  EXPECT_EQ(pci_kind("0x060400"), PciKind::Switch);
  EXPECT_EQ(pci_kind(""), PciKind::Unknown);
  EXPECT_EQ(pci_kind("0x010802"), PciKind::Other);
}

}  // namespace
}  // namespace busbar
