#pragma once
// What a log of NCCL or RCCL says, as values that rules can reason about. Absent optionals and
// empty lists with their `has_` flag unset mean that the text does not say. Units: bytes,
// milliseconds. Bounds: see the constants; what is beyond them is counted, not kept. Threads:
// values. Sources: NVIDIA/nccl 2.2 to 2.30 (debug lines), ROCm/rccl, docs/formats/nccl-log.md.
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/finding.h"

namespace busbar {

// What a warning or an error is about.
enum class NcclTrouble {
  MissingLibrary,
  PluginFailed,
  GdrDisabled,
  IbCompletionError,
  IbAsyncEvent,
  IbvCallFailed,
  IncompatibleDevices,
  SharpFailure,
  NvlsFailure,
  ShmNoSpace,
  ShmFailure,
  OutOfMemory,
  CudaFailure,
  P2pFailure,
  VersionMismatch,
  DuplicateGpu,
  CollectiveMismatch,
  InvalidUsage,
  InvalidEnvironment,
  NoInterface,
  SocketFailed,
  SocketClosed,
  BootstrapFailure,
  ProxyFailure,
  Topology,
  RailMismatch,
  Recommendation,
  ErrorChain,
  Exception,
  TestFailure,
  WatchdogTimeout,
  WatchdogState,
  Other
};
std::string_view to_text(NcclTrouble);  // "ib_completion_error", …

inline constexpr std::size_t kNcclTroublesMax = 128;  // different ones; a sick run repeats a few
inline constexpr std::size_t kNcclRanksMax = 65536;   // of one list: more than any communicator yet
inline constexpr std::size_t kNcclTransportsMax = 1024;
inline constexpr std::size_t kNcclHostsMax = 65536;
inline constexpr std::size_t kNcclPlacesMax =
    32;  // of an error chain: far deeper than NCCL's calls
inline constexpr std::size_t kNcclChoicesMax = 4096;   // different (operation, size, algorithm)
inline constexpr std::size_t kNcclVariablesMax = 512;  // NCCL knows some 250
inline constexpr std::size_t kNcclValuesMax = 16;      // different ones of a variable
inline constexpr std::size_t kNcclTextMax = 400;       // bytes of a text kept

struct NcclRails {
  std::int64_t device = 0, expected = 0, got = 0;
};

// A warning or error; the same one of several ranks or moments is one entry with their count.
struct NcclTroubleSeen {
  NcclTrouble kind = NcclTrouble::Other;
  bool is_error = false;  // an error return, exception or time-out, not a WARN line
  bool is_first_cause = false;
  std::string text;
  Evidence evidence;  // of the first
  std::uint64_t count = 1;
  std::set<std::int64_t> ranks;                      // of the job, where the launcher tags them
  std::set<std::int64_t> local_ranks;                // the device number in NCCL's own prefix
  std::string host;                                  // of the first
  std::string peer;                                  // address, without port
  std::string operation;                             // "ALLREDUCE"
  std::optional<std::int64_t> code;                  // ncclResult_t
  std::optional<std::int64_t> status, vendor_error;  // of an IB completion
  std::optional<std::int64_t> cuda_error;
  std::optional<std::int64_t> bytes;
  std::optional<std::int64_t> sequence, elements, timeout_ms, last_enqueued, last_completed;
  std::vector<NcclRails> rails;
  std::vector<std::string> places;  // of an error chain: "init.cc:1277", each once, in order
  bool is_superseded = false;       // an error chain whose caller turned it into another code
  bool is_cut = false;              // the text ends inside one of them
};

struct NcclIbDevice {
  std::string name;
  std::optional<std::int64_t> port;
  std::string link;  // "IB", "RoCE", …; empty: not said
  bool has_sharp = false;
};

enum class NcclFeature {
  Unknown,
  Available,
  Capable,
  Used,
  Failed,
  Disabled,
  Unavailable,
  NoSymbol
};

struct NcclChoice {  // the algorithm for one operation and size
  std::string collective, algorithm, protocol;
  std::uint64_t bytes = 0;
  std::optional<std::int64_t> channel_first, channel_last;
  auto operator<=>(const NcclChoice&) const = default;
};

struct NcclModelCell {                   // of the table that the TUNING subsystem prints
  double latency_us = 0, bandwidth = 0;  // bandwidth in GB/s as printed; 0: will not be chosen
};

struct NcclModelTable {
  std::map<std::string, std::vector<std::int64_t>> threads_max;       // by algorithm
  std::map<std::string, std::map<std::string, NcclModelCell>> cells;  // by function
  std::string cut, cut_function;  // "Reduce row cut after the Tree columns"; empty: whole
};

struct NcclTopologyTree {
  std::optional<double> max_bandwidth, total_bandwidth;  // GB/s as printed
  std::vector<std::string> gpus;
  std::vector<std::string> nvlinks;                  // "NVL[264.0] to NVS/0"
  std::vector<std::pair<std::string, double>> nets;  // name and GB/s
};

struct NcclVariableSeen {
  std::vector<std::string> values;  // different ones, first seen first
  Evidence evidence;
  bool is_reported = false;  // NCCL says that it took it; else only the text shows an assignment
};

struct NcclTimes {  // microseconds, GB/s as printed
  double time_us = 0, algorithm_bandwidth = 0, bus_bandwidth = 0;
};

struct NcclTableRow {  // of nccl-tests; bytes
  std::int64_t bytes = 0, count = 0;
  std::string type;
  NcclTimes out_of_place;
  std::optional<NcclTimes> in_place;
};

struct NcclGdr {  // how many lines say with and without GPUDirect RDMA
  std::uint64_t with = 0, without = 0;
  bool is_said() const { return with + without > 0; }
};

struct NcclLogFacts {
  std::uint64_t lines = 0, nccl_lines = 0;
  std::vector<std::pair<std::string, std::string>> versions;  // host (may be empty), version
  bool is_rccl = false;
  std::optional<std::int64_t> ranks, nodes_stated, cuda_driver_version;
  std::vector<std::string> hosts;
  bool has_elision = false;  // "...": somebody cut lines out
  bool is_cut = false;       // the text ends inside a line
  bool is_test_or_training_going = false;
  bool is_version_last = false;            // NCCL says no more after its version: it got no further
  std::set<std::string> starting_devices;  // that came as far as choosing a network

  std::string bootstrap_interface, oob_interface;
  std::vector<std::string> socket_interfaces;
  std::map<std::string, std::uint64_t> networks_used;  // "Using network X"
  std::string network_by_file;                         // of the source file that complains
  Evidence network_evidence;
  bool has_ib_message = false;  // NET/IB or net_ib.cc complains
  bool has_ib_list = false, has_no_ib = false, has_socket_list = false;
  std::vector<NcclIbDevice> ib_devices;
  Evidence no_ib_evidence;
  bool has_network_not_found = false;

  std::string plugin_path, plugin_name, plugin_version, plugin_provider, plugin_libfabric;
  std::string plugin_missing;  // the names looked for, where somebody asked for one
  bool has_plugin_failed = false;
  bool has_plugin_runtime_error = false;  // complains after its start: it was in use

  std::map<std::string, std::uint64_t, std::less<>> transports;
  std::map<std::int64_t, std::set<std::string, std::less<>>> rank_transports;
  std::map<std::string, NcclGdr, std::less<>> channel_gdr;
  NcclGdr gdr_transport, gdr_device, gdr_pair, gdr_ring;
  NcclGdr gdr_send, gdr_receive;  // of gdr_transport
  Evidence gdr_without_evidence;
  std::map<std::string, std::int64_t> channels;  // "coll", "p2p", …
  NcclFeature collnet = NcclFeature::Unknown, sharp = NcclFeature::Unknown,
              nvls = NcclFeature::Unknown;
  bool has_shm_failed = false, has_p2p_failed = false;
  Evidence socket_evidence;       // of "Using network Socket"
  std::string allocation_failed;  // a library below NCCL that got no memory: its line
  Evidence allocation_evidence;
  std::vector<NcclTableRow> table_rows;  // of nccl-tests, inside the log

  std::set<std::int64_t> started, completed;  // ranks of Init START and COMPLETE
  Evidence started_evidence, completed_evidence;
  bool has_init_failed = false;

  std::map<NcclChoice, std::uint64_t> choices;
  NcclModelTable model;
  NcclTopologyTree topology;
  std::map<std::string, NcclVariableSeen, std::less<>> variables;
  std::vector<NcclTroubleSeen> troubles;  // in the order of the text
  std::uint64_t troubles_more = 0;        // beyond kNcclTroublesMax
};

// The network in use, as NCCL names it, or as its lines imply; empty: not said.
std::string network_in_use(const NcclLogFacts&);
// Nothing where the text does not say.
std::optional<std::int64_t> node_count(const NcclLogFacts&);
std::optional<bool> is_tcp_fallback(const NcclLogFacts&);
// With, without and both are what one line each says; nothing: no line.
std::optional<NcclGdr> gpudirect(const NcclLogFacts&);
// All is received with GPUDirect RDMA and all is sent without, between GPUs that show no NVLink:
// what NCCL does of itself there (NCCL_NET_GDR_READ), and no fault.
bool is_gdr_for_receives_by_design(const NcclLogFacts&);
bool has_several_versions(const NcclLogFacts&);
const NcclTroubleSeen* first_of(const NcclLogFacts&, NcclTrouble);
// False: the text shows that it did not come about; nothing: the ranks of `completed` say it, or
// the text does not.
std::optional<bool> is_init_complete(const NcclLogFacts&);
// "transport/nvls.cc:330 -> 1 ... group.cc:64 -> 1"
std::string chain_text(const NcclTroubleSeen&);
// "unhandled cuda error"; empty: no such code.
std::string_view nccl_result_meaning(std::int64_t code);
// The value of a variable that NCCL reports; empty: not reported.
std::string_view reported(const NcclLogFacts&, std::string_view variable);

}  // namespace busbar
