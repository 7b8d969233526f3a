#include "wire/formats/topology/matrix.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

TEST(TopologyMatrix, ReadsBlanksInPlaceOfTabsWithOneBlankOnly) {
  const auto facts = read_topology(
      "$ nvidia-smi topo -m\n"
      "GPU0 GPU1 NIC0 CPU Affinity NUMA Affinity GPU NUMA ID\n"
      "GPU0 X NV4 PHB 0-31,64-95 0 N/A\n"
      "GPU1 NV4 X SYS 32-63 1 N/A\n"
      "NIC0 PHB SYS X\n"
      "NIC Legend:\n  NIC0: rocep1s0\n");
  ASSERT_EQ(facts.devices.size(), 3u);
  EXPECT_EQ(facts.devices[0].cpus, "0-31,64-95");
  EXPECT_EQ(facts.devices[1].numa, "1");
  EXPECT_EQ(facts.devices[1].gpu_numa_id, std::nullopt);
  EXPECT_EQ(facts.devices[2].device_name, "rocep1s0");
}

TEST(TopologyMatrix, PutsALoneWordBelowTheColumnItStandsUnder) {
  const auto facts = read_topology(
      "        GPU0    GPU1    CPU Affinity    NUMA Affinity   GPU NUMA ID\n"
      "GPU0     X      SYS                                     N/A\n"
      "GPU1    SYS      X                      1               N/A\n");
  EXPECT_EQ(facts.devices[0].cpus, std::nullopt);
  EXPECT_EQ(facts.devices[1].cpus, std::nullopt);
  EXPECT_EQ(facts.devices[1].numa, "1");
}

TEST(TopologyMatrix, ReadsTheNumaNodeOfAGpuWithItsOwnMemory) {
  const auto facts = read_topology(
      "\tGPU0\tGPU1\tNIC0\tCPU Affinity\tNUMA Affinity\tGPU NUMA ID\n"
      "GPU0\t X \tNV18\tSYS\t0-71\t0\t\t4\n"
      "GPU1\tNV18\t X \tSYS\t0-71\t0\t\t12\n"
      "NIC0\tSYS\tSYS\t X \t\t\t\n");
  EXPECT_EQ(facts.devices[0].gpu_numa_id, "4");
  EXPECT_EQ(facts.devices[1].gpu_numa_id, "12");
  EXPECT_EQ(facts.devices[1].numa, "0");
}

TEST(TopologyMatrix, OldLegendCallsTheSocketLinkSoc) {
  const auto facts = read_topology(
      "\tGPU0\tGPU1\tmlx5_0\tCPU Affinity\n"
      "GPU0\t X \tSOC\tSOC\t0-7\nGPU1\tSOC\t X \tPHB\t8-15\nmlx5_0\tSOC\tPHB\t X \t\n");
  const auto found = findings_of(facts);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].code, "topology_numa");
  EXPECT_EQ(found[0].objects[0].names, std::vector<std::string>{"GPU0"});
}

TEST(TopologyMatrix, ReadsPeerAccessAsPeerAccess) {
  const auto facts = read_topology(
      " \tGPU0\tGPU1\tGPU2\t\n GPU0\tX\tOK\tCNS\t\n GPU1\tOK\tX\tCNS\t\n GPU2\tCNS\tCNS\tX\t\n\n"
      "Legend:\n\n  X    = Self\n  OK   = Status Ok\n  CNS  = Chipset not supported\n");
  EXPECT_EQ(facts.kind, TopologyFacts::Kind::NvidiaPeerAccess);
  EXPECT_EQ(findings_of(facts)[0].code, "topology_no_p2p");
}

TEST(TopologyMatrix, ATornRowIsNoMissingNvlink) {
  const auto reading = topology_reading(
      "\tGPU0\tGPU1\tNIC0\tCPU Affinity\nGPU0\t X \tNV12\tPIX\t0-7\nGPU1\tNV12\t X \tP");
  for (const Finding& finding : reading.findings)
    EXPECT_NE(finding.code, "topology_nvlink_missing");
  EXPECT_FALSE(reading.skipped.empty());
}

TEST(TopologyMatrix, TakesTheModelFromAListOfGpusInTheText) {
  const auto facts = read_topology(
      "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-1)\nGPU 1: NVIDIA A100-SXM4-80GB (UUID: GPU-2)\n"
      "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tSYS\t0-7\nGPU1\tSYS\t X \t0-7\n");
  bool is_told = false;
  for (const Finding& finding : findings_of(facts)) is_told |= finding.code == "topology_no_nvlink";
  EXPECT_TRUE(is_told);
}

TEST(TopologyMatrix, ReadsAmdSmiTables) {
  const auto facts = read_topology(
      "ACCESS TABLE:\n             0000:0c:00.0 0000:22:00.0\n0000:0c:00.0 ENABLED      ENABLED\n"
      "0000:22:00.0 ENABLED      ENABLED\n\nHOPS TABLE:\n             0000:0c:00.0 0000:22:00.0\n"
      "0000:0c:00.0 0            1\n0000:22:00.0 1            0\n\nLINK TYPE TABLE:\n"
      "             0000:0c:00.0 0000:22:00.0\n0000:0c:00.0 SELF         XGMI\n"
      "0000:22:00.0 XGMI         SELF\n");
  EXPECT_EQ(facts.kind, TopologyFacts::Kind::Rocm);
  ASSERT_EQ(facts.link_type.size(), 1u);
  EXPECT_EQ(facts.link_type[0].second, "XGMI");
  EXPECT_TRUE(findings_of(facts).empty());
}

TEST(TopologyMatrix, CodesThatLostTheBlankBetweenThemAreTwo) {
  const auto facts = read_topology(
      "        GPU0    NIC0    NIC1    NIC2    CPU Affinity    NUMA Affinity\n"
      "GPU0     X      NODE    NODEPIX     0-55,112-167    0\n"
      "NIC0    NODE     X      PIX     NODE\nNIC1    NODE    PIX      X      NODE\n"
      "NIC2    PIX     NODE    NODE     X\n");
  EXPECT_EQ(facts.devices[0].links, (std::vector<std::string>{"X", "NODE", "NODE", "PIX"}));
  EXPECT_EQ(facts.devices[0].cpus, "0-55,112-167");
  EXPECT_EQ(nearest_nics(facts, facts.devices[0])->nics, std::vector<std::string>{"NIC2"});
}

TEST(TopologyMatrix, AHypervisorInTheTextIsANote) {
  const auto all = findings_of(
      read_topology("        GPU0    NIC0    CPU Affinity    NUMA Affinity   GPU NUMA ID\n"
                    "GPU0     X      PHB     0-251   0               N/A\nNIC0    PHB      X \n\n"
                    "NIC Legend:\n\n  NIC0: mlx5_0\n\nHypervisor vendor:: KVM\n"));
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].code, "topology_phb_node");
  EXPECT_EQ(all[1].code, "topology_virtualised");
}

TEST(TopologyMatrix, RocmNamesGpusInTwoWays) {
  const auto facts = read_topology(
      "========= Link Type between two GPUs =========\nGPU0 GPU1\nGPU0 0 PCIE\nGPU1 PCIE 0\n"
      "GPU 0          : (Topology) Numa Node: 0\nGPU[1]\t\t: (Topology) Numa Node: 1\n");
  EXPECT_EQ(facts.numa_node,
            (std::vector<std::pair<std::string, std::int64_t>>{{"GPU0", 0}, {"GPU1", 1}}));
  EXPECT_EQ(findings_of(facts)[0].code, "topology_no_xgmi");
}

TEST(TopologyMatrix, OtherTextsAreNoTopology) {
  const FormatReader& reader = topology_readers()[0];
  EXPECT_EQ(reader.likeness("CA 'mlx5_0'\n\tCA type: MT4129\n"), 0);
  EXPECT_EQ(reader.likeness(""), 0);
  EXPECT_EQ(reader.likeness("GPU 0: NVIDIA H100 (UUID: GPU-0)\n\t Link 0: 26.562 GB/s\n"), 0);
}

}  // namespace
}  // namespace busbar::wire
