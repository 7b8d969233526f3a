// Every case of tests/corpora/topo-xml, and the same texts torn and spoilt.
#include <gtest/gtest.h>

#include "tests/support/corpus_check.h"
#include "tests/support/corpus_folder.h"
#include "wire/formats/topology_xml/document.h"

namespace busbar {
namespace {

CorpusCheck check() {
  const auto readers = wire::topology_xml_readers();
  return {"topo-xml",
          {readers.begin(), readers.end()},
          {},
          {{"xml-s06-rccl-mi300x-vm", "cpus", "the sidecar has the count of cpus, not the list"}}};
}

TEST(TopologyXmlCorpus, FactsAndFindingsAreAsExpected) {
  check_corpus(check());
}
TEST(TopologyXmlCorpus, TornAndSpoiltTextsAreRead) {
  check_robustness(check());
}

TEST(TopologyXmlCorpus, DumpsOfAVirtualMachineAreRead) {
  const auto topology = wire::read_topology_xml(corpus_text("h200", "topo.xml"));
  ASSERT_EQ(topology.pcis.size(), 1u);
  EXPECT_EQ(topology.pcis[0].gpu->sm, 90);
  EXPECT_EQ(topology.cpus[0].numaid, -1);
  EXPECT_EQ(topology.cpus[0].nets[0].name, "lo");
  const auto graphs = wire::read_topology_xml(corpus_text("h200", "graph.xml"));
  ASSERT_EQ(graphs.graphs.size(), 5u);
  EXPECT_EQ(graphs.graphs[0].channels[0], (std::vector<std::string>{"net0", "gpu0", "net0"}));
  for (const Finding& finding : findings_of(graphs)) EXPECT_EQ(finding.severity, Severity::Note);
}

}  // namespace
}  // namespace busbar
