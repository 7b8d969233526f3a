#include "core/diagnosis/machine_rules.h"

#include <algorithm>
#include <array>

namespace busbar {
namespace {

constexpr auto kNote = Severity::Note;
constexpr auto kWarning = Severity::Warning;
constexpr auto kError = Severity::Error;
constexpr auto kTopology = DiagnosisStep::Topology;
constexpr auto kTuning = DiagnosisStep::Tuning;

constexpr std::array kTopologyRules{
    MachineRule{
        "topology_numa", kWarning, kTopology,
        "The traffic crosses the link between the sockets, which all of them share and where "
        "GPUDirect RDMA is not used by default.",
        "Use the NIC of the GPU's own socket, or move the NIC; compare the BIOS's NUMA setting.",
        "NCCL guide, NCCL_NET_GDR_LEVEL"},
    MachineRule{
        "topology_phb_node", kWarning, kTopology,
        "The traffic crosses the PCIe host bridge; GPUDirect RDMA is not used at this distance "
        "by default.",
        "Put NIC and GPU below one PCIe switch, or try NCCL_NET_GDR_LEVEL=PHB and measure.",
        "NCCL guide, NCCL_NET_GDR_LEVEL"},
    MachineRule{
        "topology_nic_not_local", kNote, kTopology,
        "PIX or PXB to no GPU although other NICs are: a storage, management or spare port.",
        "Leave it out of NCCL_IB_HCA.", "NCCL guide, NCCL_IB_HCA"},
    MachineRule{"topology_many_nics_per_gpu", kNote, kTopology,
                "Four or more NICs are near one GPU: they share its PCIe link.", "",
                "NCCL guide, NCCL_IB_HCA"},
    MachineRule{"topology_nic_shared", kWarning, kTopology,
                "GPUs share a NIC, so each has only a part of its rate.",
                "Count on the node's NICs, not on its GPUs, when judging the bandwidth.",
                "docs/formats/topology.md"},
    MachineRule{
        "topology_nvlink_missing", kWarning, kTopology,
        "These GPUs lack NVLinks that their peers have: rings and trees go by the slowest.",
        "Look at nvidia-smi nvlink -s and at the Fabric Manager; reset or replace the board.",
        "NCCL guide, troubleshooting"},
    MachineRule{
        "topology_no_nvlink", kWarning, kTopology,
        "No NVLink between the GPUs although the model has it: all goes over PCIe.",
        "Look at nvidia-smi nvlink -s, at the Fabric Manager, and at what the hypervisor passes.",
        "NCCL guide, troubleshooting"},
    MachineRule{"topology_no_xgmi", kWarning, kTopology,
                "AMD GPUs that are linked by PCIe only: no xGMI between them.",
                "Check the bridges; expect PCIe rates otherwise.", "ROCm SMI documentation"},
    MachineRule{"topology_no_p2p", kWarning, kTopology,
                "Peer access is not supported: copies go through host memory.",
                "Check ACS, IOMMU and the driver; consumer GPUs may lack it for good.",
                "NCCL guide, troubleshooting: GPU direct"},
    MachineRule{"topology_no_nic", kWarning, kTopology,
                "No RDMA device is listed: traffic between nodes can only use sockets.",
                "Load the RDMA driver, or pass the device to the machine or container.",
                "NCCL guide, troubleshooting: networking"},
    MachineRule{"topology_unknown_nic_name", kNote, kTopology,
                "NICn cannot be tied to a device's name: there is no NIC Legend.",
                "Send the whole output.", "docs/formats/topology.md"},
    MachineRule{"topology_unknown_numa", kWarning, kTopology,
                "The affinity is not reported: ranks cannot be bound to the GPU's own cores.",
                "Let the hypervisor or the BIOS report NUMA nodes.", "kernel, sysfs numa_node"},
    MachineRule{"topology_virtualised", kNote, kTopology,
                "A virtual machine: distances may be those of a virtual bus.",
                "Use the provider's NCCL_TOPO_FILE.", "NCCL guide, NCCL_TOPO_FILE"},
    MachineRule{"topology_unavailable", kWarning, kTopology,
                "The program printed an error in place of a topology.",
                "Update the driver, or ask by another way (lspci -tv, sysfs).",
                "docs/formats/topology.md"},
    MachineRule{"net_no_gdr", kWarning, kTopology,
                "gdr=\"0\": the network device reads and writes host memory only.",
                "Load nvidia-peermem or use DMA-BUF; for sockets there is no remedy.",
                "NCCL guide, troubleshooting: GPU direct"},
    MachineRule{"net_socket_only", kWarning, kTopology, "Only socket networks: no RDMA.",
                "Check the RDMA driver and NCCL_IB_DISABLE.",
                "NCCL guide, troubleshooting: networking"},
    MachineRule{
        "xml_link_unknown", kWarning, kTopology,
        "The PCIe speed or width is not stated (a virtual machine): it must not be taken for 0.",
        "State it in the file that NCCL_TOPO_FILE names.", "NCCL guide, NCCL_TOPO_FILE"},
    MachineRule{"xml_nvlink_self", kWarning, kTopology,
                "An NVLink whose target is its own GPU: no usable link to a peer.",
                "Remove the element, or dump the topology anew.", "NCCL guide, NCCL_TOPO_FILE"},
    MachineRule{"xml_affinity_duplicate", kWarning, kTopology,
                "Two NUMA nodes have one CPU mask: processes are bound to the wrong cores.",
                "Correct the affinity attributes.", "NCCL guide, NCCL_TOPO_FILE"},
    MachineRule{"xml_wrong_format", kError, kTopology,
                "The file is neither an NCCL topology nor a graph: NCCL refuses or ignores it.",
                "Give a file whose root element is system (topology) or graphs.",
                "NCCL guide, NCCL_TOPO_FILE"},
    MachineRule{"graph_crossnic", kNote, kTopology,
                "A ring enters and leaves through different NICs: traffic crosses the rails.",
                "On a rail-optimised fabric set NCCL_CROSS_NIC=0.", "NCCL guide, NCCL_CROSS_NIC"},
    MachineRule{"graph_disabled", kNote, kTopology,
                "A graph without channels: the algorithm is not used.", "",
                "NCCL guide, NCCL_GRAPH_DUMP_FILE"},
};

constexpr std::array kPortRules{
    MachineRule{"ib_port_down", kError, kTopology,
                "The port carries nothing; NCCL leaves it out or fails.",
                "Polling: look at cable, transceiver and switch port. Disabled: turn it on "
                "(ibportstate, mlxlink, ip link).",
                "InfiniBand specification, PortState"},
    MachineRule{"ib_port_init", kError, kTopology,
                "The link is up, but no subnet manager has configured the port.",
                "Start a subnet manager (opensm, or the switch's), or check its partition.",
                "InfiniBand specification, PortState"},
    MachineRule{"ib_no_active_port", kError, kTopology,
                "No usable RDMA port on the node: NCCL falls back to sockets.",
                "Bring a port up, or load the driver.", "NCCL guide, troubleshooting: networking"},
    MachineRule{
        "ib_rate_low", kWarning, kTopology,
        "The link runs below what the card or its siblings do: the slowest rail sets the pace.",
        "Reseat or replace the cable; compare the port's settings at the switch.",
        "InfiniBand specification, LinkWidthActive, LinkSpeedActive"},
    MachineRule{
        "ib_mtu_low", kWarning, kTopology,
        "The RDMA MTU is below the maximum: more packets, up to 6 % less payload.",
        "Ethernet: interface MTU 4200 or more (9000 is usual). InfiniBand: the subnet's MTU.",
        "ibv_query_port; docs/formats/ports.md"},
    MachineRule{"ib_link_layer_mixed", kWarning, kTopology,
                "An Ethernet port among InfiniBand ports: NCCL may pick it for the fabric.",
                "Leave it out of NCCL_IB_HCA.", "NCCL guide, NCCL_IB_HCA"},
    MachineRule{"ib_efa", kNote, kTopology, "An EFA device: NCCL needs the OFI plugin to use it.",
                "Install aws-ofi-nccl and look for its line in the log.", "aws-ofi-nccl README"},
    MachineRule{"ib_counter_errors", kWarning, kTopology,
                "Errors have been counted on the port; each is a retransmission or a lost link.",
                "Clear the counters and look again under load; then cable, transceiver, port.",
                "InfiniBand specification, PortCounters; kernel, rdma counters"},
    MachineRule{"ib_truncated_output", kWarning, kTopology,
                "The listing broke off: devices are missing from it.",
                "Look at the kernel's log for the device, and run the program again.",
                "docs/formats/ports.md"},
};

constexpr std::array kHostRules{
    MachineRule{"sysctl_rmem_max", kWarning, kTuning,
                "The largest receive buffer limits one connection to buffer over round trip time.",
                "sysctl -w net.core.rmem_max=268435456", "kernel, net.core"},
    MachineRule{"sysctl_wmem_max", kWarning, kTuning,
                "The largest send buffer limits one connection to buffer over round trip time.",
                "sysctl -w net.core.wmem_max=268435456", "kernel, net.core"},
    MachineRule{"sysctl_tcp_rmem", kWarning, kTuning,
                "TCP's own limit of the receive buffer is below the recommendation.",
                "sysctl -w net.ipv4.tcp_rmem='4096 87380 268435456'", "kernel, ip-sysctl tcp_rmem"},
    MachineRule{"sysctl_tcp_wmem", kWarning, kTuning,
                "TCP's own limit of the send buffer is below the recommendation.",
                "sysctl -w net.ipv4.tcp_wmem='4096 65536 268435456'", "kernel, ip-sysctl tcp_wmem"},
    MachineRule{"sysctl_congestion_control", kNote, kTuning,
                "cubic and older algorithms slow down after each loss; bbr and dctcp do less so.",
                "On a lossy path try net.ipv4.tcp_congestion_control=bbr and measure.",
                "kernel, ip-sysctl tcp_congestion_control"},
    MachineRule{"numa_balancing_on", kWarning, kTuning,
                "The kernel moves pages between NUMA nodes while they are used: pauses, noise.",
                "sysctl -w kernel.numa_balancing=0", "kernel, numa_balancing; NCCL guide"},
    MachineRule{"mtu_low", kWarning, kTuning,
                "A small MTU costs header bytes and CPU for each packet.",
                "ip link set INTERFACE mtu 9000, and the switch likewise.", "docs/formats/host.md"},
    MachineRule{"link_down", kWarning, kTopology, "The interface has no carrier.",
                "Look at cable, transceiver and switch port.", "kernel, operstates"},
    MachineRule{
        "acs_enabled", kWarning, kTopology,
        "Access Control Services send peer traffic through the root complex: GPUDirect is slow "
        "or hangs.",
        "Turn ACS off in the BIOS, or clear ACSCtl with setpci on these bridges.",
        "NCCL guide, troubleshooting: PCI Access Control Services"},
    MachineRule{"acs_source_validation", kNote, kTopology,
                "Only source validation is on: peer traffic is not redirected.", "",
                "PCI Express specification, ACS Control Register"},
    MachineRule{"pcie_link_degraded", kWarning, kTopology,
                "The PCIe link is narrower or slower than the device can do.",
                "Reseat card or riser; compare slot and BIOS settings.",
                "PCI Express specification, Link Status Register"},
    MachineRule{"pcie_link_idle", kNote, kTopology,
                "The link is slow at full width: it may merely be asleep.",
                "Read it again under load.", "PCI Express specification, Link Status Register"},
    MachineRule{"pcie_replays", kWarning, kTopology,
                "PCIe packets had to be repeated: a bad contact or signal.",
                "Watch the counter under load; reseat card or riser.", "NVML, PcieReplayCounter"},
    MachineRule{"irq_numa", kWarning, kTuning,
                "The NIC's interrupts are served by cores of another NUMA node.",
                "Bind them to the NIC's own node (set_irq_affinity, irqbalance off).",
                "kernel, IRQ-affinity"},
    MachineRule{"iommu_enabled", kWarning, kTopology,
                "The IOMMU translates: peer traffic may go through the root complex.",
                "Boot with iommu=pt, or turn it off in the BIOS on bare metal.",
                "NCCL guide, troubleshooting; GDS guide"},
    MachineRule{
        "gds_unsupported", kWarning, kTopology,
        "No driver row is supported and compatibility mode is off: cuFile calls will fail.",
        "Install nvidia-fs and a supported file system driver, or allow compatibility mode.",
        "GDS guide"},
    MachineRule{"gds_compat", kWarning, kTopology,
                "Compatibility mode: cuFile copies through host memory, so it measures POSIX.",
                "Make the file system's row Supported; set allow_compat_mode to false to be sure.",
                "GDS guide"},
    MachineRule{"gds_rdma_device_down", kWarning, kTopology,
                "An RDMA device of cuFile's list is down.",
                "Bring the port up, or take it off the list.", "GDS guide, rdma_dev_addr_list"},
    MachineRule{"gds_trace_logging", kWarning, kTuning,
                "cuFile writes a trace: times are those of the log.",
                "Set logging.level to ERROR in cufile.json.", "GDS guide, cufile.json"},
    MachineRule{"peer_direct_off", kWarning, kTopology,
                "PeerDirect is off: RDMA storage cannot reach GPU memory.",
                "Install the RDMA driver with peer memory, and nvidia-peermem or nvidia-fs.",
                "GDS guide"},
    MachineRule{"nvlink_inactive", kError, kTopology,
                "NVLinks are inactive or missing: bandwidth between GPUs is reduced.",
                "Look at the Fabric Manager and the kernel's Xid messages; reset, then replace.",
                "NVIDIA, nvidia-smi nvlink"},
    MachineRule{
        "mig_enabled", kWarning, kTopology, "MIG is on: slices have no NVLink and no peer access.",
        "nvidia-smi -mig 0 and a reset, where the whole GPU is wanted.", "NVIDIA MIG guide"},
    MachineRule{"fabric_not_ready", kError, kTopology,
                "The GPU has not joined the NVLink fabric: no NVLink, often CUDA error 802.",
                "Start nvidia-fabricmanager of the driver's own version.",
                "NVIDIA Fabric Manager guide"},
    MachineRule{"power_cap", kWarning, kTuning,
                "The GPU is held below its default power or its clocks are throttled.",
                "nvidia-smi -pl DEFAULT; look at cooling and power supply.",
                "NVML, clocks event reasons"},
    MachineRule{"row_remap_pending", kWarning, kTopology,
                "A row of GPU memory waits to be remapped, or could not be.",
                "Reset the GPU; replace it where remapping failed.",
                "NVIDIA GPU memory error management"},
    MachineRule{"persistence_off", kWarning, kTuning,
                "The driver may unload between runs: slow starts, settings lost.",
                "nvidia-smi -pm 1, or start nvidia-persistenced.", "NVIDIA driver persistence"},
    MachineRule{"ucx_no_rdma", kWarning, kTopology,
                "UCX has no RDMA transport: it uses TCP between nodes.",
                "Build UCX with verbs, and pass the device into the container.", "UCX FAQ"},
    MachineRule{"ucx_no_cuda", kWarning, kTopology,
                "UCX has no CUDA transport: GPU memory is copied through the host or refused.",
                "Build UCX with --with-cuda, and load its CUDA module.", "UCX FAQ"},
    MachineRule{"ucx_no_cuda_ipc", kWarning, kTopology,
                "UCX has cuda_copy but no cuda_ipc: GPUs of one node do not talk by NVLink.",
                "Share the IPC namespace of the containers, and check CUDA_VISIBLE_DEVICES.",
                "UCX FAQ"},
    MachineRule{"sharp_unavailable", kWarning, kTopology, "SHARP cannot be used.",
                "Look at sharp_am at the subnet manager and at the plugin.", "NVIDIA SHARP guide"},
    MachineRule{"shm_small", kWarning, kTopology,
                "/dev/shm is small: NCCL's shared memory transport fails with no space.",
                "Start the container with --shm-size=1g or more, or --ipc=host.",
                "NCCL guide, troubleshooting: shared memory"},
    MachineRule{"memlock_low", kWarning, kTopology,
                "The limit of locked memory is low: RDMA memory cannot be registered.",
                "ulimit -l unlimited (limits.conf, or the unit's LimitMEMLOCK=infinity).",
                "NCCL guide, troubleshooting"},
    MachineRule{"versions_differ", kWarning, kTopology, "Versions differ between equal parts.",
                "Bring all to one version.", "docs/formats/host.md"},
    MachineRule{"hostfile_duplicate", kWarning, kTopology,
                "A host stands more than once: launchers add up or drop its slots.",
                "Write each host once.", "Open MPI, PRRTE host file documentation"},
    MachineRule{"hostfile_zero_slots", kWarning, kTopology,
                "A host with no slots takes no rank, or is taken for unlimited.",
                "Give at least one slot, or remove the line.", "Open MPI host file documentation"},
    MachineRule{"hostfile_short_name_clash", kWarning, kTopology,
                "Two full names share their first part: launchers that shorten take them for one.",
                "Give unambiguous names, or keep full names (orte_keep_fqdn_hostnames).",
                "Open MPI, PRRTE host file documentation"},
    MachineRule{"hostfile_bad_slots", kError, kTopology, "The number of slots is no number.",
                "Write slots=N.", "Open MPI host file documentation"},
};

constexpr auto kRules = [] {
  std::array<MachineRule, kTopologyRules.size() + kPortRules.size() + kHostRules.size()> all{};
  auto next = std::copy(kTopologyRules.begin(), kTopologyRules.end(), all.begin());
  next = std::copy(kPortRules.begin(), kPortRules.end(), next);
  std::copy(kHostRules.begin(), kHostRules.end(), next);
  return all;
}();

}  // namespace

std::span<const MachineRule> machine_rules() {
  return kRules;
}

const MachineRule* find_machine_rule(std::string_view code) {
  const auto found = std::find_if(kRules.begin(), kRules.end(),
                                  [code](const MachineRule& rule) { return rule.code == code; });
  return found == kRules.end() ? nullptr : &*found;
}

Finding machine_finding(std::string_view code, Severity severity,
                        std::vector<FindingObjects> objects, std::string_view detail) {
  Finding finding;
  finding.code = code;
  finding.severity = severity;
  finding.objects = std::move(objects);
  finding.why = detail;
  if (const MachineRule* rule = find_machine_rule(code)) {
    finding.step = rule->step;
    if (!finding.why.empty()) finding.why += ". ";
    finding.why += rule->why;
    if (severity != Severity::Note || rule->severity == Severity::Note)
      finding.remedy = rule->remedy;
  }
  return finding;
}

Finding machine_finding(std::string_view code, std::vector<FindingObjects> objects,
                        std::string_view detail) {
  const MachineRule* rule = find_machine_rule(code);
  return machine_finding(code, rule ? rule->severity : Severity::Warning, std::move(objects),
                         detail);
}

}  // namespace busbar
