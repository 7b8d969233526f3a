// The table of NCCL's environment variables.
//
// Tested by tests/unit/core/diagnosis/nccl_environment_test.cc
#include <algorithm>
#include <array>

#include "core/diagnosis/nccl_environment.h"

namespace busbar {
namespace {

consteval NcclVariable text(std::string_view name, NcclRelease since, std::string_view effect) {
  return {name, since, 0, NcclValue::Text, 0, 0, effect};
}
consteval NcclVariable flag(std::string_view name, NcclRelease since, std::string_view effect) {
  return {name, since, 0, NcclValue::Flag, 0, 0, effect};
}
consteval NcclVariable level(std::string_view name, NcclRelease since, std::string_view effect) {
  return {name, since, 0, NcclValue::Level, 0, 0, effect};
}
consteval NcclVariable number(std::string_view name, NcclRelease since, std::string_view effect) {
  return {name, since, 0, NcclValue::Number, 0, 0, effect};
}

struct Limits {
  std::int64_t low = 0, high = 0;
};
consteval NcclVariable number(std::string_view name, NcclRelease since, Limits limits,
                              std::string_view effect) {
  return {name, since, 0, NcclValue::Number, limits.low, limits.high, effect};
}

struct Life {
  NcclRelease since = 0, gone = 0;
};
consteval NcclVariable removed(std::string_view name, Life life, std::string_view successor) {
  return {name, life.since, life.gone, NcclValue::Text, 0, 0, successor};
}

// Sorted by name.
constexpr std::array kVariables{
    text("NCCL_ALGO", 20500, "which algorithms may be used"),
    flag("NCCL_ALLOC_P2P_NET_LL_BUFFERS", 21400, "LL buffers for point-to-point over the network"),
    number("NCCL_BUFFSIZE", 20000, {1, 2147483648},
           "bytes of the buffer of a channel with protocol Simple"),
    number("NCCL_CGA_CLUSTER_SIZE", 21600, {0, 8}, "size of thread block clusters"),
    removed("NCCL_CHECKS_DISABLE", {20005, 20212}, "NCCL_CHECK_POINTERS"),
    text("NCCL_CHECK_MODE", 22907, "which arguments are checked"),
    flag("NCCL_CHECK_POINTERS", 20212, "checks of memory pointers at each call"),
    number("NCCL_CHUNK_SIZE", 0, "bytes of a chunk of point-to-point messages"),
    flag("NCCL_COLLNET_ENABLE", 20600, "in-network reduction (SHARP)"),
    number("NCCL_COLLNET_NODE_THRESHOLD", 20909, "fewest nodes for CollNet"),
    flag("NCCL_COMM_BLOCKING", 21400, "whether calls may block"),
    text("NCCL_COMM_ID", 20000, "address of rank 0 for the bootstrap"),
    flag("NCCL_COMM_SHRINK_SHARE_RESOURCES", 22700,
         "sharing between a communicator and its shrunk one"),
    flag("NCCL_COMM_SPLIT_SHARE_RESOURCES", 21800, "sharing between a communicator and its parts"),
    text("NCCL_CONF_FILE", 22300, "file with settings"),
    number("NCCL_CONNECT_ROUND_MAX_PEERS", 0, "peers connected at a time"),
    flag("NCCL_CREATE_THREAD_CONTEXT", 0, "a CUDA context of its own for the proxy thread"),
    number("NCCL_CROSS_NIC", 20000, {0, 2}, "whether a ring may change the adapter between nodes"),
    text("NCCL_CTA_POLICY", 22700, "how many thread blocks communication takes"),
    number("NCCL_CUMEM_ENABLE", 21800, {-2, 2}, "cuMem functions for GPU memory"),
    number("NCCL_CUMEM_HOST_ENABLE", 22300, {-1, 2}, "cuMem functions for host memory"),
    text("NCCL_DEBUG", 20000, "how much is logged"),
    text("NCCL_DEBUG_FILE", 20212, "file of the log"),
    text("NCCL_DEBUG_LEVELS", 23200, "levels logged besides NCCL_DEBUG"),
    text("NCCL_DEBUG_SUBSYS", 20304, "which parts log"),
    text("NCCL_DEBUG_TIMESTAMP_FORMAT", 22600, "time stamps of the log"),
    text("NCCL_DEBUG_TIMESTAMP_LEVELS", 22600, "which levels have time stamps"),
    flag("NCCL_DMABUF_ENABLE", 21300, "dma-buf for GPUDirect RDMA"),
    text("NCCL_ENV_PLUGIN", 22800, "plugin that answers for settings"),
    flag("NCCL_GDRCOPY_ENABLE", 20900, "GDRCopy for control structures"),
    flag("NCCL_GDRCOPY_FIFO_ENABLE", 20900, "GDRCopy for the work queue"),
    flag("NCCL_GDRCOPY_FLUSH_ENABLE", 20900, "GDRCopy for the flush of received data"),
    flag("NCCL_GDRCOPY_SYNC_ENABLE", 20900, "GDRCopy for synchronisation words"),
    flag("NCCL_GDR_FLUSH_DISABLE", 0, "no flush after GPUDirect RDMA"),
    number("NCCL_GIN_COUNTER_POOL_SIZE", 22800, "counters of GPU-initiated networking"),
    flag("NCCL_GIN_ENABLE", 22800, "GPU-initiated networking"),
    number("NCCL_GIN_ERROR_QUERY_SEC", 22800, "how often its errors are asked for"),
    number("NCCL_GIN_GDAKI_NIC_HANDLER", 22800, "who handles its adapter"),
    number("NCCL_GIN_GDAKI_QP_DEPTH", 22800, "depth of its queue pairs"),
    number("NCCL_GIN_NCONTEXTS", 22800, "its contexts"),
    text("NCCL_GIN_PLUGIN", 22903, "plugin of GPU-initiated networking"),
    number("NCCL_GIN_PROXY_QUEUE_SIZE", 22800, "its proxy queue"),
    number("NCCL_GIN_SIGNAL_POOL_SIZE", 22800, "its signals"),
    number("NCCL_GIN_TYPE", 22800, "its kind"),
    text("NCCL_GRAPH_DUMP_FILE", 20500, "file for the graphs found"),
    number("NCCL_GRAPH_DUMP_FILE_RANK", 0, "rank that writes the graphs"),
    text("NCCL_GRAPH_FILE", 20500, "file of graphs to use"),
    flag("NCCL_GRAPH_HELPER_DISABLE", 0, "no helper thread for CUDA graphs"),
    flag("NCCL_GRAPH_MIXING_SUPPORT", 21300, "captured and other calls at a time"),
    flag("NCCL_GRAPH_REGISTER", 21100, "registration of buffers in CUDA graphs"),
    flag("NCCL_GRAPH_STREAM_ORDERING", 23000, "order of kernels in captured graphs"),
    flag("NCCL_GROUP_CUDA_STREAM", 20000, "streams of grouped calls"),
    text("NCCL_HOSTID", 20600, "name of the host as far as NCCL is concerned"),
    flag("NCCL_IB_ADAPTIVE_ROUTING", 21600, "messages fit for adaptive routing"),
    text("NCCL_IB_ADDR_FAMILY", 22100, "address family of the GID chosen"),
    text("NCCL_IB_ADDR_RANGE", 22100, "address range of the GID chosen"),
    number("NCCL_IB_AR_THRESHOLD", 20600, "bytes from which adaptive routing is used"),
    removed("NCCL_IB_CUDA_SUPPORT", {20000, 20400}, "NCCL_NET_GDR_LEVEL"),
    number("NCCL_IB_DATA_DIRECT", 22700, {0, 2}, "the direct data path of the adapter"),
    flag("NCCL_IB_DISABLE", 20000, "no InfiniBand or RoCE"),
    flag("NCCL_IB_ECE_ENABLE", 22300, "enhanced connection establishment"),
    flag("NCCL_IB_EVENT_BASED_LB", 23100, "load balancing by link speed"),
    number("NCCL_IB_FIFO_TC", 22203, {-1, 255}, "traffic class of control messages"),
    removed("NCCL_IB_GDR_LEVEL", {20304, 20400}, "NCCL_NET_GDR_LEVEL"),
    number("NCCL_IB_GID_INDEX", 20104, {-1, 255}, "GID for RoCE"),
    text("NCCL_IB_HCA", 20000, "which adapters and ports"),
    flag("NCCL_IB_MERGE_NICS", 22000, "two ports as one device"),
    flag("NCCL_IB_MERGE_VFS", 0, "virtual functions as one device"),
    flag("NCCL_IB_MQP_RETRY_ALL", 0, "retries of queue pair changes"),
    number("NCCL_IB_MQP_RETRY_CNT", 0, "number of those retries"),
    number("NCCL_IB_MQP_RETRY_SLEEP_MSEC", 0, "wait between them"),
    flag("NCCL_IB_OOO_RQ", 23000, "receives out of order"),
    number("NCCL_IB_PCI_RELAXED_ORDERING", 21200, {0, 2}, "relaxed ordering on PCIe"),
    number("NCCL_IB_PKEY", 20104, {0, 65535}, "index of the partition key"),
    text("NCCL_IB_PKEY_VALUE", 23100, "value of the partition key"),
    number("NCCL_IB_QPS_PER_CONNECTION", 21000, {1, 128}, "queue pairs of a connection"),
    text("NCCL_IB_RAIL_POLICY", 23005, "how rails are assigned"),
    number("NCCL_IB_RETRY_CNT", 20115, {0, 7}, "tries before a network error"),
    flag("NCCL_IB_RETURN_ASYNC_EVENTS", 22300, "whether fatal events stop the run"),
    number("NCCL_IB_ROCE_VERSION_NUM", 22100, {1, 2}, "RoCE version of the GID chosen"),
    number("NCCL_IB_ROUTABLE_FLID_GID_INDEX", 0, "GID of routable local identifiers"),
    number("NCCL_IB_SL", 20104, {-1, 15}, "service level"),
    flag("NCCL_IB_SPLIT_DATA_ON_QPS", 21800, "messages split over queue pairs"),
    number("NCCL_IB_TC", 20115, {-1, 255}, "traffic class"),
    number("NCCL_IB_TIMEOUT", 20000, {0, 31}, "time of one try: 4.096 us times 2 to this power"),
    flag("NCCL_IB_USE_INLINE", 20900, "small control messages inside the request"),
    flag("NCCL_IB_WARN_RAIL_LOCAL", 22600, "a warning where rails are crossed"),
    flag("NCCL_IGNORE_COLLNET_MISMATCH", 23000, "CollNet devices may differ between ranks"),
    flag("NCCL_IGNORE_CPU_AFFINITY", 20406, "the CPU affinity of the job is ignored"),
    number("NCCL_IGNORE_DISABLED_P2P", 0, "no warning where NVLink cannot be used"),
    flag("NCCL_IGNORE_NET_MISMATCH", 23000, "network devices may differ between ranks"),
    flag("NCCL_IPC_USE_ABSTRACT_SOCKET", 22900, "abstract sockets between processes of a host"),
    number("NCCL_L1_SHARED_MEMORY_CARVEOUT", 0, "shared memory of the kernels"),
    text("NCCL_LAUNCH_MODE", 20100, "how kernels are launched"),
    flag("NCCL_LAUNCH_ORDER_IMPLICIT", 22600,
         "operations of several communicators in program order"),
    flag("NCCL_LAUNCH_RACE_FATAL", 22600, "an error where threads race to launch"),
    flag("NCCL_LEGACY_CUDA_REGISTER", 22400, "registration of cudaMalloc buffers"),
    number("NCCL_LL128_BUFFSIZE", 20500, "bytes of the LL128 buffer"),
    flag("NCCL_LL128_C2C", 22707, "LL128 over C2C"),
    number("NCCL_LL128_NTHREADS", 20500, "threads of LL128"),
    number("NCCL_LL_BUFFSIZE", 20500, "bytes of the LL buffer"),
    removed("NCCL_LL_THRESHOLD", {20100, 20500}, "NCCL_PROTO, or a tuner plugin"),
    flag("NCCL_LOCAL_REGISTER", 21900, "registration of user buffers"),
    number("NCCL_MAX_CTAS", 21700, {1, 64}, "most thread blocks"),
    number("NCCL_MAX_NCHANNELS", 20500, {1, 1048576}, "most channels; NCCL_MAX_CTAS is newer"),
    number("NCCL_MAX_NRINGS", 20005, {1, 1048576}, "an old name of NCCL_MAX_NCHANNELS"),
    number("NCCL_MAX_P2P_NCHANNELS", 20800, "most channels of point-to-point calls"),
    number("NCCL_MEM_SYNC_DOMAIN", 21600, {0, 1}, "memory synchronisation domain of the kernels"),
    number("NCCL_MIN_CTAS", 21700, {1, 64}, "fewest thread blocks"),
    number("NCCL_MIN_NCHANNELS", 20500, {1, 1048576}, "fewest channels; NCCL_MIN_CTAS is newer"),
    number("NCCL_MIN_NRINGS", 20200, {1, 1048576}, "an old name of NCCL_MIN_NCHANNELS"),
    number("NCCL_MIN_P2P_NCHANNELS", 20800, "fewest channels of point-to-point calls"),
    number("NCCL_MNNVL_CLIQUE_ID", 22500, "NVLink clique of this rank"),
    number("NCCL_MNNVL_ENABLE", 22100, {0, 2}, "NVLink between nodes"),
    flag("NCCL_MNNVL_RAIL_PER_HOST", 0, "rails counted for each host"),
    flag("NCCL_MNNVL_SCATTER_NETS_ENABLE", 0, "adapters spread over an NVLink domain"),
    text("NCCL_MNNVL_UUID", 22500, "NVLink domain of this rank"),
    flag("NCCL_MULTI_RANK_GPU_ENABLE", 23000, "several ranks on a GPU"),
    number("NCCL_NCHANNELS_PER_NET_PEER", 20900, "channels to a peer over the network"),
    text("NCCL_NET", 21000, "the network by name"),
    text("NCCL_NETDEVS_POLICY", 22800, "which adapters a GPU takes"),
    flag("NCCL_NET_DISABLE_INTRA", 0, "no network inside a node"),
    flag("NCCL_NET_FORCE_FLUSH", 0, "a flush after each receive"),
    text("NCCL_NET_FORCE_MERGE", 0, "adapters merged by name"),
    flag("NCCL_NET_GDR_C2C", 22600, "GPUDirect RDMA over C2C"),
    level("NCCL_NET_GDR_LEVEL", 20400, "how far GPU and adapter may be for GPUDirect RDMA"),
    flag("NCCL_NET_GDR_READ", 20200, "GPUDirect RDMA for sending too"),
    level("NCCL_NET_MERGE_LEVEL", 22600, "how far adapters may be to be merged"),
    text("NCCL_NET_MERGE_POLICY", 23005, "which adapters are merged"),
    flag("NCCL_NET_OPTIONAL_RECV_COMPLETION", 0, "fewer completions of receives"),
    number("NCCL_NET_OVERHEAD", 0, "overhead of the network in the model"),
    text("NCCL_NET_PLUGIN", 21100, "network plugin"),
    flag("NCCL_NET_PLUGIN_REF_COUNT", 0, "unloading of network plugins"),
    flag("NCCL_NET_SHARED_BUFFERS", 20800, "one pool of buffers for all peers"),
    flag("NCCL_NET_SHARED_COMMS", 21200, "connections shared with PXN"),
    number("NCCL_NSOCKS_PERTHREAD", 20408, {1, 64}, "sockets of a helper thread"),
    number("NCCL_NTHREADS", 20000, {64, 512}, "threads of a thread block"),
    flag("NCCL_NVB_DISABLE", 21100, "no NVLink through another GPU"),
    flag("NCCL_NVB_PRECONNECT", 21200, "connections through another GPU made early"),
    flag("NCCL_NVLINK_UTIL_CENTRIC_SCHED_ENABLE", 0, "schedule for the use of NVLink"),
    number("NCCL_NVLSTREE_MAX_CHUNKSIZE", 0, "bytes of a chunk of NVLSTree"),
    number("NCCL_NVLS_CHUNKSIZE", 21700, "bytes of a chunk of NVLS"),
    number("NCCL_NVLS_ENABLE", 21700, {0, 2}, "NVLink SHARP"),
    number("NCCL_NVLS_NCHANNELS", 21800, "channels of NVLS"),
    flag("NCCL_NVTX_DISABLE", 0, "no NVTX ranges"),
    flag("NCCL_OOB_NET_ENABLE", 22300, "bootstrap over the network of the data"),
    text("NCCL_OOB_NET_IFNAME", 22300, "device for that bootstrap"),
    flag("NCCL_P2P_DIRECT_DISABLE", 0, "no direct access inside a process"),
    flag("NCCL_P2P_DISABLE", 20000, "no direct access between GPUs"),
    level("NCCL_P2P_LEVEL", 20304, "how far GPUs may be for direct access"),
    number("NCCL_P2P_LL_THRESHOLD", 21400, "bytes up to which point-to-point uses LL"),
    number("NCCL_P2P_NET_CHUNKSIZE", 21400, "bytes of a chunk of point-to-point over the network"),
    number("NCCL_P2P_NVL_CHUNKSIZE", 0, "the same over NVLink"),
    number("NCCL_P2P_PCI_CHUNKSIZE", 0, "the same over PCIe"),
    number("NCCL_P2P_PXN_LEVEL", 21200, {0, 2}, "when point-to-point goes through another GPU"),
    number("NCCL_P2P_READ_ENABLE", 0, {-2, 1}, "reads instead of writes between GPUs"),
    number("NCCL_P2P_SCHEDULE_GROUP_SIZE", 0, "peers of a step of the schedule"),
    flag("NCCL_P2P_USE_CUDA_MEMCPY", 0, "copy engines between GPUs"),
    number("NCCL_PAT_ENABLE", 22300, {0, 2}, "algorithm PAT"),
    text("NCCL_PROFILER_PLUGIN", 22300, "profiler plugin"),
    number("NCCL_PROGRESS_APPENDOP_FREQ", 0, "how often the proxy takes new work"),
    text("NCCL_PROTO", 20500, "which protocols may be used"),
    number("NCCL_PROXY_APPEND_BATCH_SIZE", 0, "work that the proxy takes at a time"),
    text("NCCL_PROXY_CPUSET", 0, "CPUs of the proxy threads"),
    number("NCCL_PROXY_DUMP_SIGNAL", 20800, "signal that prints the state of the proxy"),
    text("NCCL_PSK", 23200, "key that encrypts host traffic"),
    flag("NCCL_PXN_C2C", 22700, "PXN over C2C"),
    flag("NCCL_PXN_DISABLE", 21200, "no adapter of another GPU"),
    text("NCCL_RAS_ADDR", 22400, "address of the RAS service"),
    flag("NCCL_RAS_ENABLE", 22400, "the RAS service"),
    text("NCCL_RAS_TIMEOUT_FACTOR", 22400, "factor on its time-outs"),
    flag("NCCL_REPORT_CONNECT_PROGRESS", 0, "progress of connections in the log"),
    removed("NCCL_RINGS", {20000, 20500}, "NCCL_GRAPH_FILE"),
    removed("NCCL_RING_THRESHOLD", {20000, 20300}, "nothing; NCCL decides"),
    flag("NCCL_RMA_EAGER_INIT", 23100, "one-sided signals set up early"),
    text("NCCL_RMA_PLUGIN", 23007, "plugin of one-sided operations"),
    flag("NCCL_RUNTIME_CONNECT", 22200, "connections at first use"),
    number("NCCL_SET_CPU_STACK_SIZE", 0, "stack of NCCL's threads"),
    flag("NCCL_SET_STACK_SIZE", 20900, "stack of the kernels"),
    flag("NCCL_SET_THREAD_NAME", 21200, "names of NCCL's threads"),
    flag("NCCL_SHM_DISABLE", 20000, "no shared memory between processes"),
    number("NCCL_SHM_LOCALITY", 0, {1, 2}, "whose memory the segments are"),
    number("NCCL_SHM_MEMCPY_MODE", 0, {1, 3}, "which side copies"),
    flag("NCCL_SHM_USE_CUDA_MEMCPY", 0, "copy engines for shared memory"),
    flag("NCCL_SINGLE_PROC_MEM_REG_ENABLE", 0, "registration inside one process"),
    removed("NCCL_SINGLE_RING_THRESHOLD", {20100, 20300}, "nothing; NCCL decides"),
    text("NCCL_SOCKET_FAMILY", 20200, "IPv4 or IPv6"),
    text("NCCL_SOCKET_IFNAME", 20000, "which IP interfaces"),
    number("NCCL_SOCKET_INLINE", 0, "data inside the control message"),
    text("NCCL_SOCKET_MAGIC", 23100, "mark of the job on its sockets"),
    number("NCCL_SOCKET_MIN_TASKSIZE", 0, "bytes of a helper thread's task"),
    number("NCCL_SOCKET_NTHREADS", 20408, {1, 16}, "helper threads of a TCP connection"),
    number("NCCL_SOCKET_POLL_TIMEOUT_MSEC", 22800, "wait of the bootstrap"),
    number("NCCL_SOCKET_RCVBUF", 0, "receive buffer of a socket"),
    number("NCCL_SOCKET_RETRY_CNT", 22400, "tries to connect"),
    number("NCCL_SOCKET_RETRY_SLEEP_MSEC", 22400, "wait between them"),
    number("NCCL_SOCKET_SNDBUF", 0, "send buffer of a socket"),
    number("NCCL_SYM_CTAS", 22700, "thread blocks of symmetric kernels"),
    flag("NCCL_SYM_GIN_KERNELS_ENABLE", 22900, "symmetric kernels over the network"),
    text("NCCL_SYM_KERNEL", 22700, "symmetric kernel by name"),
    text("NCCL_THREAD_THRESHOLDS", 20500, "bytes for each thread"),
    text("NCCL_TOPO_DUMP_FILE", 20600, "file for the topology found"),
    number("NCCL_TOPO_DUMP_FILE_RANK", 0, "rank that writes it"),
    text("NCCL_TOPO_FILE", 20600, "topology to start from"),
    removed("NCCL_TREE_THRESHOLD", {20400, 20500}, "NCCL_ALGO, or a tuner plugin"),
    text("NCCL_TUNER_PLUGIN", 21900, "tuner plugin"),
    number("NCCL_UID_STAGGER_RATE", 22300, "messages a second to rank 0"),
    number("NCCL_UID_STAGGER_THRESHOLD", 22300, "ranks from which they are staggered"),
    flag("NCCL_UNPACK_DOUBLE_NCHANNELS", 22000, "channels with an unpacking network"),
    flag("NCCL_WARN_ENABLE_DEBUG_INFO", 0, "a warning turns the log to INFO"),
    flag("NCCL_WIN_ENABLE", 22700, "windows of memory"),
    number("NCCL_WIN_STRIDE", 22700, "address space of a window"),
    number("NCCL_WORK_ARGS_BYTES", 22200, "bytes of a kernel's arguments"),
    number("NCCL_WORK_FIFO_BYTES", 22200, "bytes of the work queue"),
};

static_assert(std::is_sorted(kVariables.begin(), kVariables.end(),
                             [](const auto& a, const auto& b) { return a.name < b.name; }));

}  // namespace

std::span<const NcclVariable> nccl_variables() {
  return kVariables;
}

const NcclVariable* find_nccl_variable(std::string_view name) {
  const auto* found = std::lower_bound(
      kVariables.begin(), kVariables.end(), name,
      [](const NcclVariable& row, std::string_view key) { return row.name < key; });
  return found != kVariables.end() && found->name == name ? found : nullptr;
}

}  // namespace busbar
