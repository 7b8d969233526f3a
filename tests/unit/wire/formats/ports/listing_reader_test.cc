#include "wire/formats/ports/listing_reader.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace busbar::wire {
namespace {

const Finding* find(const std::vector<Finding>& all, std::string_view code) {
  const auto found =
      std::find_if(all.begin(), all.end(), [code](auto& one) { return one.code == code; });
  return found == all.end() ? nullptr : &*found;
}

TEST(PortListing, RateOfVerboseDevinfoIsWidthTimesLaneSpeed) {
  const auto facts = read_ports(
      "hca_id:\tmlx5_0\n\ttransport:\t\t\tInfiniBand (0)\n\tphys_port_cnt:\t1\n\t\tport:\t1\n"
      "\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n\t\t\tmax_mtu:\t\t4096 (5)\n\t\t\tactive_mtu:\t4096 (5)\n"
      "\t\t\tsm_lid:\t\t\t1\n\t\t\tport_lid:\t\t12\n\t\t\tlink_layer:\t\tInfiniBand\n"
      "\t\t\tactive_width:\t\t4X (2)\n\t\t\tactive_speed:\t\t50.0 Gbps (64)\n"
      "\t\t\tphys_state:\t\tLINK_UP (5)\n");
  ASSERT_EQ(facts.devices.size(), 1u);
  EXPECT_EQ(facts.devices[0].ports[0].rate_gb_s, 200);
  EXPECT_EQ(facts.devices[0].ports[0].phys_state, "LINK_UP");
  EXPECT_EQ(facts.devices[0].ports[0].base_lid, 12);
  EXPECT_TRUE(findings_of(facts).empty());
}

TEST(PortListing, EfaIsANoteAndHasNoMtuToRaise) {
  const auto facts = read_ports(
      "hca_id:\trdmap16s27\n\ttransport:\t\t\tunspecified (4)\n\tphys_port_cnt:\t1\n\t\tport:\t1\n"
      "\t\t\tstate:\t\t\tPORT_ACTIVE (4)\n\t\t\tmax_mtu:\t\t4096 (5)\n\t\t\tactive_mtu:\t4096 (5)\n"
      "\t\t\tlink_layer:\t\tUnspecified\n");
  const auto found = findings_of(facts);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "ib_efa");
  EXPECT_EQ(found[0].severity, Severity::Note);
}

TEST(PortListing, NoSubnetManager) {
  const auto found = findings_of(read_ports(
      "Infiniband device 'mlx5_0' port 1 status:\n\tdefault gid:\t fe80::1\n\tbase lid:\t 0xffff\n"
      "\tsm lid:\t\t 0x0\n\tstate:\t\t 2: INIT\n\tphys state:\t 5: LinkUp\n"
      "\trate:\t\t 400 Gb/sec (4X NDR)\n\tlink_layer:\t InfiniBand\n"));
  EXPECT_TRUE(find(found, "ib_port_init"));
  EXPECT_TRUE(find(found, "ib_no_active_port"));
  EXPECT_FALSE(find(found, "ib_port_down"));
}

TEST(PortListing, ALinkOfOneLaneIsLow) {
  const auto found = findings_of(read_ports(
      "Infiniband device 'mlx5_0' port 1 status:\n\tstate:\t 4: ACTIVE\n\tphys state: 5: LinkUp\n"
      "\trate:\t 25 Gb/sec (1X EDR)\n\tlink_layer: InfiniBand\n"));
  ASSERT_TRUE(find(found, "ib_rate_low"));
  EXPECT_EQ(find(found, "ib_rate_low")->objects[0].names, std::vector<std::string>{"mlx5_0"});
}

TEST(PortListing, ReadsIbqueryerrors) {
  const auto facts = read_ports(
      "Errors for \"node-a HCA-1\"\n"
      "   GUID 0x2c903 port 1: [SymbolErrorCounter == 3] [PortXmitWait == 99 (99.000)]\n");
  ASSERT_EQ(facts.devices.size(), 1u);
  EXPECT_EQ(facts.devices[0].name, "node-a HCA-1");
  const auto found = findings_of(facts);
  ASSERT_TRUE(find(found, "ib_counter_errors"));
  EXPECT_TRUE(find(found, "ib_counter_errors")->why.starts_with("Port 1: SymbolErrorCounter 3."));
}

TEST(PortListing, ReadsIbdev2netdevAndMlxlink) {
  const auto devices = read_ports("mlx5_0 port 1 ==> ib0 (Up)\nmlx5_1 port 1 ==> eth1 (Down)\n");
  EXPECT_EQ(devices.devices[1].ports[0].netdev, "eth1");
  EXPECT_EQ(devices.devices[1].ports[0].is_netdev_up, false);
  const auto link = read_ports(
      "# mlxlink -d mlx5_3\nOperational Info\n----------------\nState          : Polling\n"
      "Physical state : LinkDown\nSpeed          : N/A\nWidth          : N/A\n");
  ASSERT_EQ(link.devices.size(), 1u);
  EXPECT_EQ(link.devices[0].name, "mlx5_3");
  EXPECT_TRUE(find(findings_of(link), "ib_port_down"));
}

TEST(PortListing, MlxlinkNamesLaneSpeedAndWidth) {
  const auto facts = read_ports(
      "Operational Info\n----------------\nState                    : Active\n"
      "Physical state           : LinkUp\nSpeed                    : IB-NDR\n"
      "Width                    : 4x\nLink Down Counter        : 3\n");
  ASSERT_EQ(facts.devices.size(), 1u);
  EXPECT_EQ(facts.devices[0].ports[0].rate_gb_s, 400);
  EXPECT_TRUE(find(findings_of(facts), "ib_counter_errors"));
}

TEST(PortListing, VerboseIbdev2netdevHasCardAndState) {
  const auto facts = read_ports(
      "0000:01:00.0 mlx5_0 (MT4123 - MCX653105A-HDAT) ConnectX-6 VPI adapter card, HDR IB "
      "(200Gb/s) "
      "and 200GbE, single-port QSFP56 fw 20.28.1002 port 1 (ACTIVE) ==> ib0 (Up)\n"
      "0000:31:00.0 mlx5_1 (MT4117 - NA)  fw 14.27.1016 port 1 (DOWN  ) ==> ens4f0 (Down)\n"
      "0000:41:00.0 mlx5_2 (MT4123 - NA)  fw 20.28.1002 port 1 (DOWN  ) ==> ib1 (Down)\n");
  ASSERT_EQ(facts.devices.size(), 3u);
  EXPECT_EQ(facts.devices[0].type, "MT4123");
  EXPECT_EQ(facts.devices[0].firmware, "20.28.1002");
  EXPECT_EQ(facts.devices[1].ports[0].state, "DOWN");
  const auto found = findings_of(facts);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].severity, Severity::Note);
  EXPECT_EQ(found[1].objects[0].names, std::vector<std::string>{"mlx5_2"});
  EXPECT_EQ(found[1].severity, Severity::Error);
}

TEST(PortListing, SumsOverAllPortsAreNotCountedTwice) {
  const auto facts = read_ports(
      "Errors for 0x200002 \"leaf-r1\"\n"
      "   GUID 0x200002 port ALL: [SymbolErrorCounter == 250] [LinkDownedCounter == 3]\n"
      "   GUID 0x200002 port 33: [SymbolErrorCounter == 250] [LinkDownedCounter == 3]\n"
      "   GUID 0x200002 port 34: [XmtWait == 998432] [SymbolErrorCounter == 0]\n");
  const auto found = findings_of(facts);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(found[0].why.starts_with("Port 33: SymbolErrorCounter 250"));
  EXPECT_EQ(found[0].objects[0].names, std::vector<std::string>{"leaf-r1"});
}

TEST(PortListing, ReadsIbportstate) {
  const auto facts = read_ports(
      "# Port info: Lid 5 port 1\nLinkState:.......................Active\n"
      "PhysLinkState:...................LinkUp\nLid:.............................5\n"
      "LinkWidthActive:.................4X\nLinkSpeedActive:.................25.78125 Gbps\n");
  ASSERT_EQ(facts.devices.size(), 1u);
  EXPECT_EQ(facts.devices[0].ports[0].state, "Active");
  EXPECT_NEAR(*facts.devices[0].ports[0].rate_gb_s, 103.125, 1e-9);
}

TEST(PortListing, NoDeviceIsAFindingAndNotAnEmptyNode) {
  const auto found = findings_of(read_ports("No IB devices found\n"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "ib_no_active_port");
  EXPECT_EQ(port_readers()[0].likeness("nothing of the kind"), 0);
}

TEST(PortListing, ATornListingNamesItsLastDevice) {
  const auto found = findings_of(
      read_ports("CA 'mlx5_0'\n\tCA type: MT4129\n\tNumber of ports: 1\n\tFirmware version: 28"));
  ASSERT_TRUE(find(found, "ib_truncated_output"));
  EXPECT_EQ(find(found, "ib_truncated_output")->objects[0].names,
            std::vector<std::string>{"mlx5_0"});
}

}  // namespace
}  // namespace busbar::wire
