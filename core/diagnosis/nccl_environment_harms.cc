// Settings that do harm, and variables of others.
//
// Tested by tests/unit/core/diagnosis/nccl_environment_test.cc
#include <array>

#include "core/diagnosis/nccl_environment.h"

namespace busbar {
namespace {

using enum NcclValueTest;
constexpr auto kError = Severity::Error;
constexpr auto kWarning = Severity::Warning;
constexpr auto kNote = Severity::Note;

// Source: NVIDIA/nccl src/graph/tuning.cc (LL128 checks and lists), env.rst, docs/method/nccl.md.
constexpr std::array kHarms{
    NcclHarm{"NCCL_PROTO", Begins, "^", 0, 0, kError,
             "A list that excludes protocols switches LL128 on without checking that it is safe on "
             "this path: data may be corrupted silently.",
             "Name the wanted protocols, never LL128: NCCL_PROTO=LL,Simple."},
    NcclHarm{"NCCL_PROTO", Holds, "LL128", 0, 0, kError,
             "LL128 is used without checking that it is safe on this path: data may be corrupted "
             "silently.",
             "Unset NCCL_PROTO: NCCL uses LL128 where it is safe."},
    NcclHarm{"NCCL_PROTO", AnyValue, "", 0, 0, kNote,
             "The choice of protocol by size is switched off.", "Unset it outside experiments."},
    NcclHarm{"NCCL_ALGO", Is, "Tree", 22400, 0, kError,
             "Since 2.24 this breaks every collective but all_reduce, which alone has a tree.",
             "Write NCCL_ALGO=allreduce:tree."},
    NcclHarm{"NCCL_ALGO", AnyValue, "", 21900, 22400, kWarning,
             "From 2.19 to 2.23 a combination that does not exist runs Ring without a word.",
             "Check what was used in the log (NCCL_DEBUG_SUBSYS=TUNING)."},
    NcclHarm{"NCCL_ALGO", AnyValue, "", 0, 0, kNote,
             "The choice of algorithm by size is switched off.", "Unset it outside experiments."},
    NcclHarm{"NCCL_P2P_DISABLE", Is, "1", 0, 0, kWarning,
             "GPUs of a node exchange data through host memory instead of NVLink or PCIe.",
             "Unset it; where direct access hangs, look at PCIe ACS and IOMMU."},
    NcclHarm{"NCCL_P2P_LEVEL", Is, "LOC", 0, 0, kWarning,
             "GPUs of a node exchange data through host memory instead of NVLink or PCIe.",
             "Unset it, or name the farthest path that works: NVL, PIX, PXB, PHB, SYS."},
    NcclHarm{"NCCL_P2P_LEVEL", Is, "0", 0, 0, kWarning,
             "GPUs of a node exchange data through host memory instead of NVLink or PCIe.",
             "Unset it, or name the farthest path that works: NVL, PIX, PXB, PHB, SYS."},
    NcclHarm{"NCCL_SHM_DISABLE", Is, "1", 0, 0, kWarning,
             "GPUs of a node that cannot reach each other go through the network.",
             "Unset it; where shared memory is short, enlarge /dev/shm."},
    NcclHarm{"NCCL_NET_GDR_LEVEL", Is, "LOC", 0, 0, kWarning, "GPUDirect RDMA is off.",
             "Unset it, or set PHB or SYS where adapters are far away."},
    NcclHarm{"NCCL_NET_GDR_LEVEL", Is, "0", 0, 0, kWarning, "GPUDirect RDMA is off.",
             "Unset it, or set PHB or SYS where adapters are far away."},
    NcclHarm{"NCCL_NET_GDR_READ", Is, "0", 0, 0, kNote, "Sent data goes through host memory.",
             "Unset it on machines with NVLink."},
    NcclHarm{"NCCL_DMABUF_ENABLE", Is, "0", 0, 0, kNote,
             "GPUDirect RDMA then needs the module nvidia-peermem.",
             "Unset it, or load the module."},
    NcclHarm{"NCCL_IB_DISABLE", Is, "1", 0, 0, kNote,
             "InfiniBand and RoCE are off; without another network plugin all goes over TCP.",
             "Unset it where hosts have such adapters."},
    NcclHarm{"NCCL_NET", Is, "Socket", 0, 0, kWarning, "All traffic between hosts goes over TCP.",
             "Unset it where hosts have RDMA adapters."},
    NcclHarm{"NCCL_SOCKET_IFNAME", Is, "lo", 0, 0, kWarning,
             "The loopback interface reaches no other host.",
             "Name an interface that all hosts share."},
    NcclHarm{"NCCL_SOCKET_IFNAME", Begins, "docker", 0, 0, kWarning,
             "A container bridge reaches no other host.",
             "Name an interface that all hosts share."},
    NcclHarm{"NCCL_SOCKET_IFNAME", Begins, "virbr", 0, 0, kWarning,
             "A virtual bridge reaches no other host.", "Name an interface that all hosts share."},
    NcclHarm{"NCCL_IB_TIMEOUT", Is, "0", 0, 0, kWarning,
             "A lost peer is never noticed: the job hangs.", "Unset it, or use 20 to 23."},
    NcclHarm{"NCCL_IB_TIMEOUT", Above, "24", 0, 0, kNote,
             "A lost peer is noticed after many minutes only.", "Use 20 to 23."},
    NcclHarm{"NCCL_IB_GID_INDEX", AnyValue, "", 22100, 0, kNote,
             "Since 2.21 NCCL finds the GID by itself; a fixed index is wrong as soon as one host "
             "numbers its GIDs differently.",
             "Unset it, or use NCCL_IB_ADDR_RANGE and NCCL_IB_ROCE_VERSION_NUM."},
    NcclHarm{"NCCL_IB_PCI_RELAXED_ORDERING", Is, "0", 0, 0, kNote,
             "In virtual machines this costs much of the bandwidth.", "Unset it."},
    NcclHarm{"NCCL_PAT_ENABLE", Is, "1", 0, 0, kWarning,
             "Algorithm PAT runs without the check for one GPU a node.", "Unset it."},
    NcclHarm{"NCCL_NVLS_ENABLE", Is, "0", 0, 0, kNote,
             "NVLink SHARP is off, which costs all_reduce bandwidth on NVSwitch machines.",
             "Unset it unless NVLS fails there."},
    NcclHarm{"NCCL_NVLS_ENABLE", Is, "1", 0, 0, kNote,
             "Creating a communicator fails where NVLS cannot get its memory.", "Unset it."},
    NcclHarm{"NCCL_CUMEM_ENABLE", Is, "0", 21900, 0, kNote,
             "Without cuMem there is no NVLS, no NVLink between nodes and no windows.",
             "Unset it."},
    NcclHarm{"NCCL_BUFFSIZE", Below, "1048576", 0, 0, kWarning,
             "Small buffers cost bandwidth at large sizes.", "Unset it, or use 4194304 or more."},
    NcclHarm{"NCCL_NTHREADS", Below, "256", 0, 0, kNote,
             "Few threads cost bandwidth inside the node.", "Unset it."},
    NcclHarm{"NCCL_MAX_NCHANNELS", Below, "4", 0, 0, kWarning,
             "Few channels cannot fill NVLink or several adapters.", "Unset it."},
    NcclHarm{"NCCL_MAX_NRINGS", Below, "4", 0, 0, kWarning,
             "Few channels cannot fill NVLink or several adapters.", "Unset it."},
    NcclHarm{"NCCL_MAX_CTAS", Below, "4", 0, 0, kWarning,
             "Few channels cannot fill NVLink or several adapters.", "Unset it."},
    NcclHarm{"NCCL_MAX_NCHANNELS", AnyValue, "", 21700, 0, kNote, "Deprecated since 2.17.",
             "Use NCCL_MAX_CTAS."},
    NcclHarm{"NCCL_MIN_NCHANNELS", AnyValue, "", 21700, 0, kNote, "Deprecated since 2.17.",
             "Use NCCL_MIN_CTAS."},
    NcclHarm{"NCCL_CHECK_POINTERS", Is, "1", 0, 0, kNote, "Every call checks its pointers.",
             "Unset it for measurements."},
    NcclHarm{"NCCL_LAUNCH_MODE", Is, "GROUP", 0, 0, kNote, "Deprecated since 2.9.", "Unset it."},
    NcclHarm{"NCCL_IGNORE_CPU_AFFINITY", Is, "1", 0, 0, kNote,
             "NCCL's threads leave the CPUs that the job was given.",
             "Unset it where jobs share nodes."},
    NcclHarm{"NCCL_DEBUG", Is, "TRACE", 0, 0, kWarning, "A line for every step slows the run down.",
             "Use INFO, or WARN for measurements."},
    NcclHarm{"NCCL_DEBUG", Is, "ATTN", 0, 23200, kWarning,
             "Releases before 2.32 do not know this level and log nothing.",
             "Use NCCL_DEBUG=WARN with NCCL_DEBUG_LEVELS=ATTN."},
    NcclHarm{"NCCL_TOPO_FILE", AnyValue, "", 0, 0, kNote,
             "NCCL believes this file instead of the machine.",
             "Check that it was made on the same kind of machine."},
    NcclHarm{"NCCL_GRAPH_FILE", AnyValue, "", 0, 0, kNote,
             "NCCL takes its rings and trees from this file.", "Unset it outside experiments."},
};

constexpr std::array kForeign{
    NcclForeignVariable{"NCCL_ASYNC_ERROR_HANDLING",
                        "PyTorch, as TORCH_NCCL_ASYNC_ERROR_HANDLING since 2.2"},
    NcclForeignVariable{"NCCL_BLOCKING_WAIT", "PyTorch, as TORCH_NCCL_BLOCKING_WAIT since 2.2"},
    NcclForeignVariable{"NCCL_DESYNC_DEBUG", "PyTorch, as TORCH_NCCL_DESYNC_DEBUG since 2.2"},
    NcclForeignVariable{"NCCL_ENABLE_TIMING", "PyTorch, as TORCH_NCCL_ENABLE_TIMING since 2.2"},
    NcclForeignVariable{"NCCL_TIMEOUT",
                        "some training frameworks; NCCL has no time-out of its own"},
    NcclForeignVariable{"NCCL_SHARP_DISABLE*", "the SHARP plugin (nccl-rdma-sharp-plugins)"},
    NcclForeignVariable{"NCCL_SHARP_GROUP_SIZE_THRESH", "the SHARP plugin"},
    NcclForeignVariable{"NCCL_SHARP_MAX_COMMS", "the SHARP plugin"},
    NcclForeignVariable{"NCCL_SHARP_V3_DATATYPES", "the SHARP plugin"},
    NcclForeignVariable{"NCCL_SHARP_COLL_TRACE", "the SHARP plugin"},
    NcclForeignVariable{"NCCL_PLUGIN_P2P", "the SHARP plugin (nccl-rdma-sharp-plugins)"},
    NcclForeignVariable{"NCCL_IBEXT_DISABLE", "the SHARP plugin (nccl-rdma-sharp-plugins)"},
    NcclForeignVariable{"NCCL_UCX_*", "the SHARP plugin's UCX transport"},
    NcclForeignVariable{"NCCL_OFI_*", "aws-ofi-nccl; its variables begin with OFI_NCCL_"},
    NcclForeignVariable{"NCCL_GPUDIRECTTCPX_*", "the GPUDirect-TCPX plugin"},
    NcclForeignVariable{"NCCL_FASTRAK_*", "the FasTrak plugin (GPUDirect-TCPXO)"},
    NcclForeignVariable{"NCCL_SHIMNET_*", "a cloud provider's plugin"},
    NcclForeignVariable{"NCCL_TUNER_CONFIG_*", "the example tuner plugin"},
    NcclForeignVariable{"NCCL_PROFILE_*", "the example profiler plugin"},
    NcclForeignVariable{"NCCL_INSPECTOR_*", "the inspector plugin"},
    NcclForeignVariable{"NCCL_TESTS_*", "nccl-tests"},
    NcclForeignVariable{"NCCL_VERSION", "container images, as a label"},
    NcclForeignVariable{"NCCL_HOME", "builds"},
    NcclForeignVariable{"NCCL_ROOT*", "builds"},
    NcclForeignVariable{"NCCL_INCLUDE_DIR*", "builds"},
    NcclForeignVariable{"NCCL_LIB*", "builds"},
};

}  // namespace

std::span<const NcclHarm> nccl_harms() {
  return kHarms;
}
std::span<const NcclForeignVariable> nccl_foreign_variables() {
  return kForeign;
}

}  // namespace busbar
