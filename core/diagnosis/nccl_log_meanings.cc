// What each kind of trouble in a log of NCCL means.
//
// Tested by tests/unit/core/diagnosis/nccl_log_trouble_test.cc
#include <algorithm>
#include <array>

#include "core/diagnosis/nccl_log_trouble.h"

namespace busbar {
namespace {

using enum RootCause;
using enum Causality;
constexpr auto kLog = DiagnosisStep::Log;
constexpr auto kTopology = DiagnosisStep::Topology;
constexpr auto kError = Severity::Error;
constexpr auto kWarning = Severity::Warning;
constexpr auto kNote = Severity::Note;

constexpr std::array kMeanings{
    NcclTroubleMeaning{
        NcclTrouble::MissingLibrary, Unknown, Hint, kLog, kNote,
        "A library that NCCL looks for is not there. Without libibverbs InfiniBand and "
        "RoCE cannot be used; on hosts without them this is no fault.",
        "Where the host has such adapters, install rdma-core (libibverbs1) in the host "
        "or container and pass /dev/infiniband through."},
    NcclTroubleMeaning{
        NcclTrouble::PluginFailed, MisconfigEnv, Cause, kLog, kError,
        "The network plugin could not be used.",
        "Check that the plugin's library is found (LD_LIBRARY_PATH, NCCL_NET_PLUGIN), "
        "fits this NCCL, and that its devices are in the container."},
    NcclTroubleMeaning{NcclTrouble::GdrDisabled, NoGdrdma, Cause, kLog, kWarning,
                       "GPUDirect RDMA is off: every message goes through host memory.",
                       "Load nvidia-peermem or use a kernel and driver with dma-buf; check "
                       "NCCL_NET_GDR_LEVEL, PCIe ACS and the distance of GPU and NIC."},
    NcclTroubleMeaning{
        NcclTrouble::IbCompletionError, IbErrorOrTimeout, Cause, kLog, kError,
        "An RDMA operation failed on the wire or at the other end.",
        "Status 12 or 13: the peer no longer answers; look for a dead process there, "
        "then for link errors, PFC/ECN on RoCE, and a wrong GID index. Status 4, 10 or "
        "11: memory registration and GPUDirect RDMA. Status 5 follows another error."},
    NcclTroubleMeaning{
        NcclTrouble::IbAsyncEvent, IbErrorOrTimeout, Cause, kLog, kError,
        "The adapter reported an event of its own: a fault of adapter, port or fabric.",
        "Read the kernel log of the host, the adapter's firmware state and the port "
        "counters; take the port out of NCCL_IB_HCA until it is repaired."},
    NcclTroubleMeaning{
        NcclTrouble::IbvCallFailed, IbErrorOrTimeout, Cause, kLog, kError,
        "A call of the verbs library failed.",
        "For ibv_modify_qp check NCCL_IB_GID_INDEX, the subnet and the MTU of both "
        "ends; for ibv_create_qp, ibv_create_cq and ibv_reg_mr the locked memory limit "
        "(ulimit -l unlimited) and the device access of the container."},
    NcclTroubleMeaning{NcclTrouble::IncompatibleDevices, WrongHca, Cause, kLog, kError,
                       "Adapters of different kinds are used as if they were alike.",
                       "Name the adapters of one fabric in NCCL_IB_HCA, with '=' for exact names."},
    NcclTroubleMeaning{NcclTrouble::SharpFailure, SharpUnavailable, Cause, kLog, kWarning,
                       "In-network reduction (SHARP) could not be set up.",
                       "Check the aggregation manager, the trees left free by other jobs and "
                       "SHARP_COLL_ENABLE_SAT; NCCL_COLLNET_ENABLE=0 runs without it."},
    NcclTroubleMeaning{NcclTrouble::NvlsFailure, NvlsUnavailable, Cause, kLog, kError,
                       "NVLink SHARP (NVLS) could not be set up.",
                       "Check the fabric manager and that driver and NVSwitch firmware fit; "
                       "NCCL_NVLS_ENABLE=0 runs without it."},
    NcclTroubleMeaning{NcclTrouble::ShmNoSpace, ShmLimit, Cause, kLog, kError,
                       "Shared memory is used up.",
                       "Give the container more (--shm-size=1g or more, or an emptyDir of medium "
                       "Memory at /dev/shm), "
                       "or remove left-over /dev/shm/nccl-* files."},
    NcclTroubleMeaning{
        NcclTrouble::ShmFailure, ShmLimit, Cause, kLog, kError, "Shared memory could not be used.",
        "Check size, owner and mode of /dev/shm, and that the processes of a host share "
        "it."},
    NcclTroubleMeaning{
        NcclTrouble::OutOfMemory, Oom, Cause, kLog, kError, "An allocation failed.",
        "Leave NCCL memory: a smaller batch or memory fraction, fewer communicators, "
        "fewer channels (NCCL_MAX_CTAS) or smaller NCCL_BUFFSIZE."},
    NcclTroubleMeaning{
        NcclTrouble::CudaFailure, Unknown, Hint, kLog, kError, "A CUDA or HIP call failed.",
        "Look for the first such error of the process: a fault of an earlier kernel is "
        "reported by whichever call comes next."},
    NcclTroubleMeaning{
        NcclTrouble::P2pFailure, TopologyNuma, Cause, kTopology, kWarning,
        "GPUs cannot reach each other's memory directly.",
        "Check PCIe ACS and IOMMU, the virtual machine's topology and "
        "`nvidia-smi topo -p2p r`; NCCL_P2P_DISABLE=1 shows whether this is the fault."},
    NcclTroubleMeaning{
        NcclTrouble::VersionMismatch, MismatchVersions, Cause, kLog, kError,
        "Versions do not fit each other.",
        "Use the same NCCL on all ranks and a driver that is new enough for its CUDA."},
    NcclTroubleMeaning{NcclTrouble::DuplicateGpu, MisconfigEnv, Cause, kLog, kError,
                       "Two ranks use the same GPU.",
                       "Give each rank its GPU: set the device from the local rank, and let "
                       "CUDA_VISIBLE_DEVICES show as many GPUs as there are ranks on the host."},
    NcclTroubleMeaning{NcclTrouble::CollectiveMismatch, MisconfigEnv, Cause, kLog, kError,
                       "Ranks call different operations or sizes, or run with different settings.",
                       "Compare the calls of the ranks (NCCL_DEBUG_SUBSYS=COLL) and their NCCL_* "
                       "variables and versions."},
    NcclTroubleMeaning{NcclTrouble::InvalidUsage, MisconfigEnv, Cause, kLog, kError,
                       "NCCL was called in a way that it does not allow.",
                       "Check ranks, devices and arguments of the call that the text names."},
    NcclTroubleMeaning{NcclTrouble::InvalidEnvironment, MisconfigEnv, Cause, kLog, kError,
                       "An environment variable has a value that NCCL does not take.",
                       "Correct or unset the variable that the text names."},
    NcclTroubleMeaning{
        NcclTrouble::NoInterface, MisconfigEnv, Cause, kLog, kError, "No IP interface fits.",
        "Correct NCCL_SOCKET_IFNAME: a prefix of a name, or '=' and the exact name, of "
        "an interface that is up on every host."},
    NcclTroubleMeaning{
        NcclTrouble::SocketFailed, PeerFailedOrHang, Cause, kLog, kError,
        "A host could not be reached over TCP.",
        "Check that the peer still runs, that NCCL_SOCKET_IFNAME names a network that "
        "all hosts share, and that no firewall closes the ports."},
    NcclTroubleMeaning{NcclTrouble::SocketClosed, PeerFailedOrHang, Consequence, kLog, kError,
                       "The peer closed the connection: it failed first.",
                       "Read the log of the peer that the text names."},
    NcclTroubleMeaning{
        NcclTrouble::BootstrapFailure, PeerFailedOrHang, Hint, kLog, kError,
        "The ranks could not meet.",
        "Check that all ranks start, use the same unique id, and can connect to rank "
        "0's bootstrap interface."},
    NcclTroubleMeaning{NcclTrouble::ProxyFailure, PeerFailedOrHang, Consequence, kLog, kError,
                       "NCCL's proxy thread passes on the failure of something else.",
                       "Look for the first warning before it, on this rank or its peer."},
    NcclTroubleMeaning{
        NcclTrouble::Topology, TopologyNuma, Hint, kTopology, kWarning,
        "NCCL's search found no good paths in the topology that it sees.",
        "Compare NCCL's topology (NCCL_TOPO_DUMP_FILE) with `nvidia-smi topo -m`; check "
        "NCCL_P2P_LEVEL and NCCL_TOPO_FILE."},
    NcclTroubleMeaning{NcclTrouble::RailMismatch, MisconfigEnv, Cause, kLog, kError,
                       "The nodes group their adapters into rails differently.",
                       "Give every node the same set of adapters: all of them, or the same ones."},
    NcclTroubleMeaning{NcclTrouble::Recommendation, MisconfigEnv, Hint, kLog, kWarning,
                       "The library recommends a setting that is missing.",
                       "Set what the text names: a variable for the job, a kernel option for the "
                       "host."},
    NcclTroubleMeaning{NcclTrouble::ErrorChain, Unknown, Consequence, kLog, kError,
                       "An error went up through NCCL's calls.", "Look for the warning before it."},
    NcclTroubleMeaning{NcclTrouble::Exception, Unknown, Consequence, kLog, kError,
                       "The framework passes on an error of NCCL.",
                       "Run with NCCL_DEBUG=INFO to see the warning behind it."},
    NcclTroubleMeaning{NcclTrouble::TestFailure, Unknown, Consequence, kLog, kError,
                       "nccl-tests passes on an error of NCCL.",
                       "Run with NCCL_DEBUG=INFO to see the warning behind it."},
    NcclTroubleMeaning{
        NcclTrouble::WatchdogTimeout, PeerFailedOrHang, Hint, kLog, kError,
        "An operation did not end in time: a rank is missing, late, or calls another "
        "operation.",
        "Look for the ranks that do not report the time-out, and for their last "
        "completed operation."},
    NcclTroubleMeaning{NcclTrouble::WatchdogState, PeerFailedOrHang, Consequence, kLog, kNote,
                       "How far a rank had come when the watchdog looked.",
                       "Compare with the other ranks."},
    NcclTroubleMeaning{NcclTrouble::Other, Unknown, Hint, kLog, kWarning, "NCCL warns.",
                       "Read the text; NCCL_DEBUG=INFO shows what came before it."},
};

}  // namespace

const NcclTroubleMeaning& meaning_of(NcclTrouble kind) {
  const auto* found = std::find_if(kMeanings.begin(), kMeanings.end(),
                                   [kind](const auto& row) { return row.kind == kind; });
  return found == kMeanings.end() ? kMeanings.back() : *found;
}

}  // namespace busbar
