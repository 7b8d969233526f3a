// What carries the data: "… via …" lines, GPUDirect RDMA, NVLS and CollNet.
//
// Tested by tests/unit/wire/formats/nccl_log/reader_test.cc
#include <array>

#include "core/diagnosis/nccl_log_trouble.h"
#include "wire/formats/nccl_log/scan.h"
#include "wire/formats/nccl_log/state.h"

namespace busbar::wire::nccl_log {
namespace {

void count(NcclGdr& gdr, bool is_with) {
  ++(is_with ? gdr.with : gdr.without);
}

// Without device index, proxy rank and /Shared: "NET/IB/0(4)/GDRDMA/Shared" is "NET/IB/GDRDMA".
std::string kind_of(std::string_view transport) {
  std::string kind;
  while (!transport.empty()) {
    const std::size_t end = std::min(transport.size(), transport.find('/'));
    const std::string_view part = transport.substr(0, end);
    if (!part.empty() && !is_digit(part.front()) && part != "Shared")
      kind += (kind.empty() ? "" : "/") + std::string(part);
    transport.remove_prefix(std::min(transport.size(), end + 1));
  }
  return kind;
}

void count_transport(NcclLogFacts& facts, std::string_view transport) {
  const auto known = facts.transports.find(transport);
  if (known != facts.transports.end())
    ++known->second;
  else if (facts.transports.size() < kNcclTransportsMax)
    facts.transports.emplace(transport, 1);
}

void count_rank(NcclLogFacts& facts, std::int64_t rank, std::string_view transport) {
  if (facts.rank_transports.size() >= kNcclRanksMax && !facts.rank_transports.contains(rank))
    return;
  auto& kinds = facts.rank_transports[rank];
  if (kinds.contains(transport)) return;  // already short, as most are inside a node
  if (kinds.size() < kNcclTransportsMax) kinds.insert(kind_of(transport));
}

void count_gdr(NcclLogFacts& facts, const NcclLine& line, std::string_view channel,
               std::string_view transport) {
  const bool is_with = contains(transport, "/GDRDMA");
  count(facts.gdr_transport, is_with);
  if (!is_with && facts.gdr_without_evidence.line == 0)
    facts.gdr_without_evidence = evidence_of(line);
  const auto known = facts.channel_gdr.find(channel);
  if (known != facts.channel_gdr.end())
    count(known->second, is_with);
  else if (facts.channel_gdr.size() < kNcclTransportsMax)
    count(facts.channel_gdr[std::string(channel)], is_with);
}

bool read_connected(NcclLogState& state, const NcclLine& line) {
  if (const auto gdr = integer_behind(line.message, " GDR ")) count(state.facts.gdr_ring, *gdr > 0);
  if (contains(line.message, "NVLS")) raise(state.facts.nvls, NcclFeature::Used);
  if (contains(line.message, "ollnet") || contains(line.message, "CollNet"))
    raise(state.facts.collnet, NcclFeature::Used);
  return true;
}

bool read_nvls(NcclLogState& state, const NcclLine& line) {
  const std::string_view message = line.message;
  if (contains(message, "multicast support is not available"))
    raise(state.facts.nvls, NcclFeature::Unavailable);
  else if (contains(message, "multicast support is available"))
    raise(state.facts.nvls, NcclFeature::Available);
  else if (message.starts_with("NVLS comm"))
    raise(state.facts.nvls, NcclFeature::Used);
  return true;
}

bool read_collnet_threshold(NcclLogState& state, const NcclLine& line) {
  if (!contains(line.message, "disabling CollNet")) return false;
  raise(state.facts.collnet, NcclFeature::Disabled);
  return true;
}

// "GPU Direct RDMA Disabled for HCA 0 'mlx5_0'", "… Enabled for GPU 1a000 / HCA 0 (distance 2 …"
bool read_gpu_direct(NcclLogState& state, const NcclLine& line) {
  const auto rest = behind(line.message, "GPU Direct RDMA ");
  if (!rest) return false;
  NcclLogFacts& facts = state.facts;
  const bool is_with = rest->starts_with("Enabled");
  count(contains(*rest, " for HCA ") ? facts.gdr_device : facts.gdr_pair, is_with);
  if (is_with) return true;
  if (facts.gdr_without_evidence.line == 0) facts.gdr_without_evidence = evidence_of(line);
  if (contains(*rest, " for HCA ") && !line.message.starts_with("NET/Socket"))
    add_trouble(state, trouble_of(line, NcclTrouble::GdrDisabled,
                                  "GPU Direct RDMA " + std::string(trimmed(*rest))));
  return true;
}

}  // namespace

bool read_transport(NcclLogState& state, const NcclLine& line) {
  Scan scan(line.message);
  scan.word();
  const std::string_view channel = scan.blanks().until("/ :");
  if (!scan.skip_to(" : ")) return true;  // "Channel 00/08 :    0   1" has no way
  const auto from = scan.blanks().integer();
  const std::size_t via = scan.rest().find(" via ");
  if (via == std::string_view::npos) return true;
  std::string_view transport = scan.rest().substr(via + 5);
  transport = trimmed(transport.substr(0, transport.find(" comm ")));  // RCCL says more
  if (transport.empty() || line.is_cut) {
    skip(state, line.number, "transport cut off", line.message);
    return true;
  }
  const std::string_view way = scan.rest().substr(0, via);
  const auto to = integer_behind(way, "-> ");
  const auto rank = contains(way, "[receive]") && to ? to : from;
  NcclLogFacts& facts = state.facts;
  count_transport(facts, transport);
  if (rank && *rank >= 0) count_rank(facts, *rank, transport);
  const bool is_collnet = transport.starts_with("COLLNET/");
  if (is_collnet) raise(facts.collnet, NcclFeature::Used);
  if (is_collnet && contains(transport, "SHARP")) raise(facts.sharp, NcclFeature::Used);
  if (!is_collnet && !transport.starts_with("NET/")) return true;
  count_gdr(facts, line, channel, transport);
  const bool is_receive = contains(way, "[receive]");
  if (is_receive || contains(way, "[send]"))
    count(is_receive ? facts.gdr_receive : facts.gdr_send, contains(transport, "/GDRDMA"));
  return true;
}

std::span<const NcclMessageRule> transport_rules() {
  static constexpr std::array kRules{NcclMessageRule{"Channel ", read_transport},
                                     NcclMessageRule{"Ring ", read_transport},
                                     NcclMessageRule{"CollNet ", read_transport},
                                     NcclMessageRule{"Tree ", read_transport},
                                     NcclMessageRule{"Connected ", read_connected},
                                     NcclMessageRule{"rank ", read_connected},
                                     NcclMessageRule{"NVLS ", read_nvls},
                                     NcclMessageRule{"Communicator has ", read_collnet_threshold},
                                     NcclMessageRule{"GPU Direct RDMA ", read_gpu_direct},
                                     NcclMessageRule{"NET/IB : GPU Direct", read_gpu_direct},
                                     NcclMessageRule{"NET/IB: GPU Direct", read_gpu_direct},
                                     NcclMessageRule{"NET/", read_gpu_direct}};
  return kRules;
}

}  // namespace busbar::wire::nccl_log
