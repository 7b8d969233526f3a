#include "wire/formats/host/readers.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace busbar::wire {
namespace {

const Finding* find(const std::vector<Finding>& all, std::string_view code) {
  const auto found =
      std::find_if(all.begin(), all.end(), [code](auto& one) { return one.code == code; });
  return found == all.end() ? nullptr : &*found;
}

std::string kind_of(std::string_view text) {
  std::string kind;
  int most = 0;
  for (const FormatReader& reader : host_readers())
    if (const int likeness = reader.likeness(text); likeness > most)
      most = likeness, kind = reader.kind;
  return kind;
}

constexpr std::string_view kAcsAboveGpu =
    "0000:80:01.0 PCI bridge [0604]: Intel Corporation Device 352a (rev 04)\n"
    "\tBus: primary=80, secondary=81, subordinate=85, sec-latency=0\n"
    "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl-\n"
    "0000:84:00.0 3D controller [0302]: NVIDIA Corporation GH100 [H100 SXM5 80GB] [10de:2330]\n"
    "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM L1\n"
    "\t\tLnkSta:\tSpeed 2.5GT/s (downgraded), Width x16\n"
    "0001:84:00.0 Infiniband controller: Mellanox Technologies MT2910 Family [ConnectX-7]\n"
    "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
    "\t\tLnkSta:\tSpeed 32GT/s, Width x8 (downgraded)\n";

TEST(HostReaders, AcsAboveAGpuIsAWarningAndAnIdleGpuANote) {
  const auto found = findings_of(read_lspci(kAcsAboveGpu));
  ASSERT_TRUE(find(found, "acs_enabled"));
  EXPECT_EQ(find(found, "acs_enabled")->severity, Severity::Warning);
  EXPECT_EQ(find(found, "pcie_link_idle")->objects[0].names[0], "0000:84:00.0");
  EXPECT_EQ(find(found, "pcie_link_degraded")->objects[0].names[0], "0001:84:00.0");
}

TEST(HostReaders, LinesOfAcsAloneAreJudgedWithoutTheirBridges) {
  const auto facts = read_lspci(
      "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+\n"
      "\t\tACSCtl:\tSrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd-\n");
  EXPECT_EQ(facts.devices.size(), 2u);
  EXPECT_TRUE(find(findings_of(facts), "acs_enabled"));
}

TEST(HostReaders, ScreensOfTheServerAreNoGpus) {
  const auto facts = read_lspci(
      "02:00.0 VGA compatible controller: ASPEED Technology, Inc. ASPEED Graphics Family\n"
      "05:00.0 Processing accelerators: Advanced Micro Devices, Inc. [AMD/ATI] Aqua Vanjaram\n");
  EXPECT_FALSE(is_gpu(facts.devices[0]));
  EXPECT_TRUE(is_gpu(facts.devices[1]));
}

constexpr std::string_view kQuery =
    "==============NVSMI LOG==============\n"
    "Driver Version                            : 550.54.15\n"
    "Attached GPUs                             : 1\n"
    "GPU 00000000:18:00.0\n"
    "    Product Name                          : NVIDIA H100 80GB HBM3\n"
    "    Persistence Mode                      : Enabled\n"
    "    MIG Mode\n"
    "        Current                           : Enabled\n"
    "        Pending                           : Enabled\n"
    "    GPU Virtualization Mode\n"
    "        Virtualization Mode               : None\n"
    "    PCI\n"
    "        GPU Link Info\n"
    "            PCIe Generation\n"
    "                Max                       : 5\n"
    "                Current                   : 1\n"
    "                Device Current            : 1\n"
    "                Device Max                : 5\n"
    "                Host Max                  : 5\n"
    "            Link Width\n"
    "                Max                       : 16x\n"
    "                Current                   : 8x\n"
    "        Replays Since Reset               : 12\n"
    "    Fabric\n"
    "        State                             : In Progress\n"
    "        Status                            : N/A\n"
    "    Clocks Event Reasons\n"
    "        Idle                              : Not Active\n"
    "        SW Power Cap                      : Active\n"
    "        HW Slowdown                       : Not Active\n"
    "            HW Thermal Slowdown           : Active\n"
    "    Remapped Rows\n"
    "        Correctable Error                 : 0\n"
    "        Pending                           : Yes\n"
    "    GPU Power Readings\n"
    "        Current Power Limit               : 500.00 W\n"
    "        Default Power Limit               : 700.00 W\n"
    "    Module Power Readings\n"
    "        Current Power Limit               : N/A\n";

TEST(HostReaders, NvidiaSmiQueryKnowsAValueByItsHeadings) {
  const auto facts = read_nvidia_smi_query(kQuery);
  ASSERT_EQ(facts.gpus.size(), 1u);
  const GpuState& gpu = facts.gpus[0];
  EXPECT_EQ(gpu.pcie_gen, 1);
  EXPECT_EQ(gpu.pcie_width, 8);
  EXPECT_EQ(gpu.power_limit_w, 500);
  EXPECT_EQ(gpu.throttles, (std::vector<std::string>{"SW Power Cap", "HW Thermal Slowdown"}));
  const auto found = findings_of(facts);
  for (const char* code : {"mig_enabled", "fabric_not_ready", "power_cap", "row_remap_pending",
                           "pcie_link_degraded", "pcie_replays"})
    EXPECT_TRUE(find(found, code)) << code;
  for (const char* code : {"persistence_off", "topology_virtualised", "pcie_link_idle"})
    EXPECT_FALSE(find(found, code)) << code;
  EXPECT_EQ(kind_of(kQuery), "nvidia-smi-q");
}

TEST(HostReaders, LinksMissingFromABoardsListAreInactive) {
  const auto facts = read_nvlink_status(
      "GPU 0: NVIDIA A100-SXM4-80GB (UUID: GPU-1)\n\t Link 0: 25 GB/s\n\t Link 1: 25 GB/s\n");
  const auto found = findings_of(facts);
  ASSERT_TRUE(find(found, "nvlink_inactive"));
  EXPECT_EQ(find(found, "nvlink_inactive")->objects[0].names.size(), 10u);
}

TEST(HostReaders, CardsWithoutABridgeAreNotBroken) {
  const auto found = findings_of(read_nvlink_status(
      "GPU 0: NVIDIA A40 (UUID: GPU-1)\n\t Link 0: <inactive>\n\t Link 1: <inactive>\n"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].severity, Severity::Note);
}

TEST(HostReaders, AllLinksInactiveIsSaidInWords) {
  const std::string text =
      "GPU 4: NVIDIA B200 (UUID: GPU-4)\n"
      "\t NVML: Unable to retrieve NVLink information as all links are inActive\n";
  const auto found = findings_of(read_nvlink_status(text));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].objects[0].names.size(), 18u);
  EXPECT_EQ(found[0].severity, Severity::Error);
  EXPECT_EQ(kind_of(text), "nvlink");
  EXPECT_TRUE(findings_of(read_nvlink_status(
                              "GPU 0: NVIDIA GeForce RTX 4090 (UUID: GPU-0)\n"
                              "\t NVML: Unable to retrieve NVLink information: Not Supported\n"))
                  .empty());
}

TEST(HostReaders, ConfigurationOfCufile) {
  const auto facts = read_gdscheck(
      "{\n  // logging\n  \"logging\": {\n    \"level\": \"TRACE\"  // ERROR is enough\n  },\n"
      "  \"properties\": {\n    \"allow_compat_mode\": true,\n  }\n}\n");
  EXPECT_EQ(facts.log_level, "TRACE");
  EXPECT_EQ(facts.use_compat_mode, true);
  EXPECT_TRUE(find(findings_of(facts), "gds_trace_logging"));
  EXPECT_EQ(read_gdscheck(" GDS release version : 1.0.0.71\n").gds_version, "1.0.0.71");
}

TEST(HostReaders, AFilteredUcxListingLacksNothing) {
  EXPECT_TRUE(findings_of(read_ucx_info("#      Transport: cuda_copy\n")).empty());
}

TEST(HostReaders, SysctlTakesAllSpellingsAndALargerValuePasses) {
  const auto facts = read_sysctl(
      "# tuned\nnet.core.rmem_max=536870912\n/proc/sys/net/core/wmem_max:212992\n"
      "net/ipv4/tcp_rmem = 4096 131072 6291456\nkernel.numa_balancing = 1\n"
      "net.ipv4.tcp_congestion_control = cubic\n");
  const auto found = findings_of(facts);
  EXPECT_FALSE(find(found, "sysctl_rmem_max"));
  ASSERT_TRUE(find(found, "sysctl_wmem_max"));
  EXPECT_EQ(find(found, "sysctl_wmem_max")->have, "212992");
  EXPECT_EQ(find(found, "sysctl_tcp_rmem")->have, "4096 131072 6291456");
  EXPECT_TRUE(find(found, "numa_balancing_on"));
  EXPECT_EQ(find(found, "sysctl_congestion_control")->severity, Severity::Note);
  EXPECT_EQ(find(found, "sysctl_wmem_max")->evidence[0].line, 3u);
}

TEST(HostReaders, GdscheckTellsFallbackFromFailure) {
  const std::string rows =
      " GDS release version: 1.9.0.20\n NVMe               : Unsupported\n"
      " NFS                : Unsupported\n --rdma_device_status  : Up: 1 Down: 1\n"
      " properties.use_compat_mode : true\n IOMMU: enabled\n";
  const auto found = findings_of(read_gdscheck(rows));
  EXPECT_TRUE(find(found, "gds_compat"));
  EXPECT_FALSE(find(found, "gds_unsupported"));
  EXPECT_TRUE(find(found, "gds_rdma_device_down"));
  EXPECT_TRUE(find(found, "iommu_enabled"));
  const auto supported = findings_of(
      read_gdscheck(" NVMe : Supported\n NFS : Unsupported\n properties.use_compat_mode : true\n"));
  EXPECT_EQ(find(supported, "gds_compat")->severity, Severity::Note);
}

TEST(HostReaders, IpLinkJudgesFabricNamesAndLeavesTheRestToANote) {
  const std::string text =
      "1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN mode DEFAULT\n"
      "    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00\n"
      "2: eno1: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP mode DEFAULT\n"
      "    link/ether 00:00:5e:00:53:01 brd ff:ff:ff:ff:ff:ff\n"
      "3: enp24s0f0np0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1500 qdisc mq state UP\n"
      "    link/ether 00:00:5e:00:53:02 brd ff:ff:ff:ff:ff:ff\n"
      "4: enp25s0f0np0: <NO-CARRIER,BROADCAST,MULTICAST,UP> mtu 9000 qdisc mq state DOWN\n"
      "    link/ether 00:00:5e:00:53:03 brd ff:ff:ff:ff:ff:ff\n"
      "5: ibp1s0: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 2044 qdisc mq state UP\n"
      "    link/infiniband 80:00 brd 00:ff\n";
  const auto found = findings_of(read_net_interfaces(text));
  ASSERT_TRUE(find(found, "mtu_low"));
  EXPECT_EQ(find(found, "mtu_low")->objects[0].names, std::vector<std::string>{"enp24s0f0np0"});
  EXPECT_EQ(find(found, "mtu_low")->severity, Severity::Warning);
  EXPECT_EQ(find(found, "link_down")->objects[0].names, std::vector<std::string>{"enp25s0f0np0"});
  EXPECT_EQ(kind_of(text), "net-interfaces");
}

TEST(HostReaders, EthtoolWithoutALinkHasNoSpeed) {
  const auto facts = read_net_interfaces(
      "Settings for enp3s0:\n\tSpeed: Unknown!\n\tDuplex: Unknown! (255)\n\tLink detected: no\n");
  EXPECT_EQ(facts.interfaces[0].speed_mb_s, std::nullopt);
  EXPECT_TRUE(find(findings_of(facts), "link_down"));
}

TEST(HostReaders, UcxNamesWhatItLacks) {
  const std::string text =
      "# Memory domain: mlx5_0\n#      Transport: rc_mlx5\n#         Device: mlx5_0:1\n"
      "#      Transport: tcp\n#         Device: eth0\n#      Transport: cuda_copy\n"
      "#         Device: cuda\n";
  const auto found = findings_of(read_ucx_info(text));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].code, "ucx_no_cuda_ipc");
  EXPECT_EQ(kind_of(text), "ucx-info");
  EXPECT_TRUE(find(findings_of(read_ucx_info("#      Transport: tcp\n")), "ucx_no_rdma"));
}

TEST(HostReaders, LimitsOfMemory) {
  const auto facts = read_limits(
      "max locked memory           (kbytes, -l) 64\nopen files                          (-n) 1024\n"
      "Filesystem     1K-blocks  Used Available Use% Mounted on\n"
      "shm                65536     0     65536   0% /dev/shm\n");
  EXPECT_EQ(facts.memlock_kib, 64);
  EXPECT_EQ(facts.shm_bytes, 64 << 20);
  EXPECT_TRUE(find(findings_of(facts), "memlock_low"));
  EXPECT_TRUE(find(findings_of(facts), "shm_small"));
  EXPECT_TRUE(findings_of(read_limits("max locked memory       (kbytes, -l) unlimited\n")).empty());
}

TEST(HostReaders, IommuInPassthroughIsANote) {
  EXPECT_EQ(findings_of(read_iommu("root=/dev/sda1 intel_iommu=on\n"))[0].severity,
            Severity::Warning);
  EXPECT_EQ(findings_of(read_iommu("root=/dev/sda1 intel_iommu=on iommu=pt\n"))[0].severity,
            Severity::Note);
  EXPECT_TRUE(findings_of(read_iommu("root=/dev/sda1 quiet\n")).empty());
}

TEST(HostReaders, InterruptsOnTheOtherNodeAreFound) {
  const auto facts = read_interrupts(
      "           CPU0       CPU1       CPU2       CPU3\n"
      "  90:          5          0          0          0  IR-PCI-MSI 1-edge  "
      "mlx5_comp0@pci:0000:17:00.0\n"
      "  91:          0          0          7          0  IR-PCI-MSI 2-edge  "
      "mlx5_comp1@pci:0000:17:00.0\n"
      "NUMA node0 CPU(s):     0,1\nNUMA node1 CPU(s):     2-3\n"
      "/sys/class/net/eth2/device/numa_node:1\n");
  const auto found = findings_of(facts);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].objects[0].names, std::vector<std::string>{"90"});
}

TEST(HostReaders, ANarrowSwitchUplinkIsFoundAndAnEmptySlotIsNot) {
  const auto found = findings_of(read_lspci(
      "16:01.0 PCI bridge: Intel Corporation Device 352a\n"
      "\tBus: primary=16, secondary=17, subordinate=19, sec-latency=0\n"
      "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16\n\t\tLnkSta:\tSpeed 32GT/s, Width x8\n"
      "17:00.0 PCI bridge: Broadcom / LSI PEX890xx\n"
      "\tBus: primary=17, secondary=18, subordinate=19, sec-latency=0\n"
      "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16\n\t\tLnkSta:\tSpeed 32GT/s, Width x8\n"
      "18:01.0 PCI bridge: Broadcom / LSI PEX890xx\n"
      "\tBus: primary=18, secondary=19, subordinate=19, sec-latency=0\n"
      "\t\tLnkCap:\tPort #1, Speed 32GT/s, Width x16\n\t\tLnkSta:\tSpeed 32GT/s, Width x16\n"
      "18:02.0 PCI bridge: Broadcom / LSI PEX890xx\n"
      "\tBus: primary=18, secondary=1a, subordinate=1a, sec-latency=0\n"
      "\t\tLnkCap:\tPort #2, Speed 32GT/s, Width x16\n\t\tLnkSta:\tSpeed 2.5GT/s, Width x0\n"
      "19:00.0 3D controller: NVIDIA Corporation Device 2330\n"
      "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16\n"
      "\t\tLnkSta:\tSpeed 32GT/s, Width x16\n"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].objects[0].names, std::vector<std::string>{"17:00.0"});
}

TEST(HostReaders, LinksWithoutTheirHeadLines) {
  const auto found =
      findings_of(read_lspci("\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM not supported\n"
                             "\t\tLnkSta:\tSpeed 16GT/s (ok), Width x8 (downgraded)\n"));
  EXPECT_TRUE(find(found, "pcie_link_degraded"));
}

TEST(HostReaders, SharpThatCannotStart) {
  const std::string text =
      "[node-a:0:4021 - context.c:670][2026-01-01 10:00:00] INFO job (ID: 1) SHARP_COLL start\n"
      "[node-a:0:4021 - context.c:675][2026-01-01 10:00:01] ERROR sharp_create_job failed: "
      "Failed to connect to Aggregation Manager\n";
  EXPECT_EQ(kind_of(text), "sharp");
  EXPECT_TRUE(find(findings_of(read_sharp(text)), "sharp_unavailable"));
}

TEST(HostReaders, HostfileFaults) {
  const auto read = read_hostfile(
      "a.x.example slots=4\na.y.example slots=0\nb slots=many\nc:2\nc\n[2001:db8::1] slots=2\n");
  EXPECT_TRUE(read.is_whole);
  const auto found = findings_of(read.facts);
  EXPECT_EQ(find(found, "hostfile_duplicate")->objects[0].names, std::vector<std::string>{"c"});
  EXPECT_TRUE(find(found, "hostfile_zero_slots"));
  EXPECT_TRUE(find(found, "hostfile_short_name_clash"));
  EXPECT_TRUE(find(found, "hostfile_bad_slots"));
  EXPECT_FALSE(read_hostfile("This is a sentence about hosts.\n").is_whole);
}

TEST(HostReaders, AListThatSlurmRefusesIsInvalid) {
  const auto lists = read_host_lists("SLURM_JOB_NODELIST=n[1-2]\nn[3-1]\nn[1-2\nn[a-c]\n");
  EXPECT_EQ(lists.expansions.size(), 1u);
  EXPECT_EQ(lists.invalid, (std::vector<std::string>{"n[3-1]", "n[1-2", "n[a-c]"}));
}

TEST(HostReaders, ProseIsNothing) {
  EXPECT_EQ(kind_of("Hello, my allreduce is slow. What can I do about it?\n"), "");
  EXPECT_EQ(kind_of(""), "");
}

}  // namespace
}  // namespace busbar::wire
