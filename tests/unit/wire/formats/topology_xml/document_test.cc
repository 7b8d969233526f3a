#include "wire/formats/topology_xml/document.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

TEST(TopologyXml, KeepsWhatStandsBeforeTheBreak) {
  const auto facts = read_topology_xml(
      "<system version=\"1\"><cpu numaid=\"0\"><pci busid=\"0000:01:00.0\" class=\"0x030200\"><gpu "
      "dev=\"0\" sm=\"90\"/></pci><pci busid=\"0000:0");
  EXPECT_FALSE(facts.is_whole);
  ASSERT_GE(facts.pcis.size(), 1u);
  EXPECT_EQ(facts.pcis[0].gpu->sm, 90);
}

TEST(TopologyXml, OtherXmlIsTheWrongFormat) {
  const auto facts = read_topology_xml("<?xml version=\"1.0\"?>\n<nvidia_smi_log/>");
  EXPECT_EQ(facts.kind, TopologyXmlFacts::Kind::Other);
  ASSERT_EQ(findings_of(facts).size(), 1u);
  EXPECT_EQ(findings_of(facts)[0].code, "xml_wrong_format");
  EXPECT_GT(topology_xml_readers()[0].likeness("<?xml version=\"1.0\"?>\n<nvidia_smi_log/>"), 0);
  EXPECT_EQ(topology_xml_readers()[0].likeness("plain text"), 0);
}

TEST(TopologyXml, EntitiesOfTheTextAreNotExpanded) {
  const auto facts = read_topology_xml(
      "<?xml version=\"1.0\"?><!DOCTYPE s [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;&a;\"><!ENTITY x "
      "SYSTEM \"file:///etc/passwd\">]><system version=\"&b;&x;\"><cpu numaid=\"0\"/></system>");
  EXPECT_EQ(facts.version.find("aaaa"), std::string::npos);
  EXPECT_EQ(facts.version.find("root"), std::string::npos);
}

TEST(TopologyXml, DeepNestingIsBounded) {
  std::string text = "<system><cpu numaid=\"0\">";
  for (int i = 0; i < 200'000; ++i) text += "<pci busid=\"1\">";
  const auto facts = read_topology_xml(text);
  EXPECT_FALSE(facts.is_whole);
  EXPECT_LT(facts.pcis.size(), 100u);
}

TEST(TopologyXml, ANicBelowASecondBridgeIsBesideTheGpusOfTheFirst) {
  const auto facts = read_topology_xml(
      "<system version=\"1\"><cpu numaid=\"0\"><pci busid=\"a\" class=\"0x060400\">"
      "<pci busid=\"g\" class=\"0x030200\"/><pci busid=\"b\" class=\"0x060400\">"
      "<pci busid=\"n\" class=\"0x020700\"/></pci></pci></cpu></system>");
  ASSERT_EQ(facts.pcis.size(), 4u);
  EXPECT_EQ(gpus_beside(facts, 3), std::vector<std::size_t>{1});
  EXPECT_NE(to_json(facts).find("\"gpu_nic_pairs\":[[\"g\",\"n\"]]"), std::string::npos);
}

}  // namespace
}  // namespace busbar::wire
