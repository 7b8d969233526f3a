#include "core/diagnosis/nccl_log_facts.h"

#include <algorithm>
#include <array>

namespace busbar {
namespace {

constexpr std::array<std::pair<NcclTrouble, std::string_view>, 33> kTroubles{{
    {NcclTrouble::MissingLibrary, "missing_library"},
    {NcclTrouble::PluginFailed, "plugin_failed"},
    {NcclTrouble::GdrDisabled, "gdr_disabled"},
    {NcclTrouble::IbCompletionError, "ib_completion_error"},
    {NcclTrouble::IbAsyncEvent, "ib_async_event"},
    {NcclTrouble::IbvCallFailed, "ibv_call_failed"},
    {NcclTrouble::IncompatibleDevices, "incompatible_devices"},
    {NcclTrouble::SharpFailure, "sharp_failure"},
    {NcclTrouble::NvlsFailure, "nvls_failure"},
    {NcclTrouble::ShmNoSpace, "shm_no_space"},
    {NcclTrouble::ShmFailure, "shm_failure"},
    {NcclTrouble::OutOfMemory, "oom"},
    {NcclTrouble::CudaFailure, "cuda_failure"},
    {NcclTrouble::P2pFailure, "p2p_failure"},
    {NcclTrouble::VersionMismatch, "version_mismatch"},
    {NcclTrouble::DuplicateGpu, "duplicate_gpu"},
    {NcclTrouble::CollectiveMismatch, "collective_mismatch"},
    {NcclTrouble::InvalidUsage, "invalid_usage"},
    {NcclTrouble::InvalidEnvironment, "invalid_environment"},
    {NcclTrouble::NoInterface, "no_interface"},
    {NcclTrouble::SocketFailed, "socket_failed"},
    {NcclTrouble::SocketClosed, "socket_closed"},
    {NcclTrouble::BootstrapFailure, "bootstrap_failure"},
    {NcclTrouble::ProxyFailure, "proxy_failure"},
    {NcclTrouble::Topology, "topology"},
    {NcclTrouble::RailMismatch, "rail_mismatch"},
    {NcclTrouble::Recommendation, "recommendation"},
    {NcclTrouble::ErrorChain, "error_chain"},
    {NcclTrouble::Exception, "exception"},
    {NcclTrouble::TestFailure, "test_failure"},
    {NcclTrouble::WatchdogTimeout, "watchdog_timeout"},
    {NcclTrouble::WatchdogState, "watchdog_state"},
    {NcclTrouble::Other, "other"},
}};

constexpr std::array<std::string_view, 8> kResultMeanings{
    "success",          "unhandled cuda error", "unhandled system error", "internal error",
    "invalid argument", "invalid usage",        "remote error",           "in progress"};

bool is_switched_on(std::string_view value) {
  return value == "1" || value == "true";
}

// A network faster than TCP that somebody has, wanted, or switched off.
bool shows_faster_network(const NcclLogFacts& facts) {
  return facts.has_plugin_failed || is_switched_on(reported(facts, "NCCL_IB_DISABLE")) ||
         is_switched_on(reported(facts, "NCCL_IBEXT_DISABLE")) || !facts.ib_devices.empty();
}

// A line says that ranks exchange data over it.
bool carries_data(const NcclLogFacts& facts, std::string_view network) {
  return std::any_of(facts.transports.begin(), facts.transports.end(),
                     [network](const auto& item) { return item.first.starts_with(network); });
}

// Every rank of the communicator was seen, or (NCCL's rank 0 prints the version) the start of the
// job is in the text and all who started are here.
bool all_ranks_on_one_host(const NcclLogFacts& facts) {
  if (facts.nodes_stated) return *facts.nodes_stated == 1;
  return facts.hosts.size() == 1 && facts.ranks &&
         static_cast<std::int64_t>(std::max(facts.started.size(), facts.completed.size())) ==
             *facts.ranks;
}

bool all_starts_on_one_host(const NcclLogFacts& facts) {
  return facts.hosts.size() == 1 && !facts.is_cut && !facts.versions.empty() && !facts.ranks &&
         facts.starting_devices.size() > 1;
}

// The call chain of an error passed through the creation of a communicator.
bool has_failed_in_init(const NcclLogFacts& facts) {
  return std::any_of(facts.troubles.begin(), facts.troubles.end(), [](const auto& trouble) {
    return trouble.kind == NcclTrouble::TestFailure ||
           std::any_of(trouble.places.begin(), trouble.places.end(), [](const auto& place) {
             return place.starts_with("init.c") || place.find("/init.c") != std::string::npos;
           });
  });
}

}  // namespace

std::string_view to_text(NcclTrouble trouble) {
  return std::find_if(kTroubles.begin(), kTroubles.end(),
                      [trouble](const auto& row) { return row.first == trouble; })
      ->second;
}

std::string network_in_use(const NcclLogFacts& facts) {
  if (!facts.networks_used.empty())
    return std::max_element(facts.networks_used.begin(), facts.networks_used.end(),
                            [](const auto& a, const auto& b) { return a.second < b.second; })
        ->first;
  for (const auto& [transport, count] : facts.transports) {
    if (!transport.starts_with("NET/")) continue;
    const std::string rest = transport.substr(4);
    return rest.substr(0, rest.find('/'));
  }
  if (facts.has_ib_list && !facts.ib_devices.empty()) return "IB";
  if (!facts.network_by_file.empty()) return facts.network_by_file;
  if (facts.has_ib_message) return "IB";
  return facts.has_socket_list ? "Socket" : "";
}

std::optional<std::int64_t> node_count(const NcclLogFacts& facts) {
  if (facts.nodes_stated) return facts.nodes_stated;
  if (facts.has_elision) return std::nullopt;
  if (facts.hosts.size() > 1) return static_cast<std::int64_t>(facts.hosts.size());
  if (all_ranks_on_one_host(facts) || all_starts_on_one_host(facts)) return 1;
  return std::nullopt;
}

std::optional<bool> is_tcp_fallback(const NcclLogFacts& facts) {
  const std::string network = network_in_use(facts);
  if (network == "Socket") {
    if (facts.hosts.size() > 1 || facts.nodes_stated.value_or(0) > 1) return true;
    if (all_ranks_on_one_host(facts)) return false;
    if (carries_data(facts, "NET/Socket")) return true;
    return shows_faster_network(facts) ? std::optional(true) : std::nullopt;
  }
  if (facts.has_network_not_found || facts.has_plugin_runtime_error) return false;
  // A plugin whose source file complains was loaded; that it was chosen too is not said.
  if (network.empty() ||
      (facts.networks_used.empty() && network == facts.network_by_file && network != "IB"))
    return std::nullopt;
  return false;
}

std::optional<bool> is_init_complete(const NcclLogFacts& facts) {
  if (!facts.completed.empty()) return std::nullopt;
  if (!facts.started.empty() || facts.has_init_failed || facts.is_version_last ||
      facts.has_network_not_found || has_failed_in_init(facts))
    return false;
  return std::nullopt;
}

std::string chain_text(const NcclTroubleSeen& trouble) {
  const std::string arrow = " -> " + std::to_string(trouble.code.value_or(0));
  if (trouble.places.empty()) return trouble.text;
  if (trouble.places.size() > 3)
    return trouble.places.front() + arrow + " ... " + trouble.places.back() + arrow;
  std::string text;
  for (const std::string& place : trouble.places)
    text += (text.empty() ? "" : "; ") + place + arrow;
  return text;
}

std::string_view nccl_result_meaning(std::int64_t code) {
  const auto index = static_cast<std::size_t>(code);
  return code >= 0 && index < kResultMeanings.size() ? kResultMeanings[index] : "";
}

std::optional<NcclGdr> gpudirect(const NcclLogFacts& facts) {
  for (const NcclGdr* said :
       {&facts.gdr_transport, &facts.gdr_device, &facts.gdr_pair, &facts.gdr_ring})
    if (said->is_said()) return *said;
  return std::nullopt;
}

bool is_gdr_for_receives_by_design(const NcclLogFacts& facts) {
  const bool is_split = facts.gdr_receive.with > 0 && facts.gdr_receive.without == 0 &&
                        facts.gdr_send.with == 0 && facts.gdr_send.without > 0;
  return is_split && facts.topology.nvlinks.empty() && facts.nvls != NcclFeature::Used &&
         facts.nvls != NcclFeature::Available && reported(facts, "NCCL_NET_GDR_READ").empty();
}

// "2.26.2" of an exception is the "2.26.2+cuda12.2" of the library's own line, and old frameworks
// write 2.10.3 as "21.0.3".
bool has_several_versions(const NcclLogFacts& facts) {
  std::string_view first;
  for (const auto& [host, version] : facts.versions) {
    const std::string_view number =
        std::string_view(version).substr(0, version.find_first_of("+-"));
    if (number.find('.') != 1) continue;
    if (first.empty()) first = number;
    if (number != first) return true;
  }
  return false;
}

const NcclTroubleSeen* first_of(const NcclLogFacts& facts, NcclTrouble kind) {
  const auto found = std::find_if(facts.troubles.begin(), facts.troubles.end(),
                                  [kind](const auto& trouble) { return trouble.kind == kind; });
  return found == facts.troubles.end() ? nullptr : &*found;
}

std::string_view reported(const NcclLogFacts& facts, std::string_view variable) {
  const auto found = facts.variables.find(std::string(variable));
  if (found == facts.variables.end() || !found->second.is_reported) return {};
  return found->second.values.front();
}

}  // namespace busbar
