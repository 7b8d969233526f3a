// Warnings and the chains that errors go up through.
//
// Tested by tests/unit/wire/formats/nccl_log/reader_test.cc
#include <algorithm>
#include <array>

#include "core/diagnosis/nccl_log_trouble.h"
#include "wire/formats/nccl_log/scan.h"
#include "wire/formats/nccl_log/state.h"

namespace busbar::wire::nccl_log {
namespace {

// A number behind the first of these marks that is there.
std::optional<std::int64_t> first_number(std::string_view text,
                                         std::initializer_list<std::string_view> marks) {
  for (std::string_view mark : marks)
    if (const auto number = integer_behind(text, mark)) return number;
  return std::nullopt;
}

void read_completion(NcclTroubleSeen& trouble, std::string_view message) {
  trouble.status = first_number(message, {"status=", "with error "});
  if (const auto named = behind(message, "status="); named && !trouble.status)
    trouble.status = integer_behind(named->substr(0, named->find(' ')), "(");
  trouble.vendor_error = first_number(message, {"vendor err ", "vendor_err="});
  if (const auto peer = behind(message, "from peer "))
    trouble.peer = Scan(*peer).until("< ");
  else if (const auto local = behind(message, "peer "))
    trouble.peer = Scan(*local).until("< ");
}

void read_rails(NcclTroubleSeen& trouble, std::string_view message) {
  const auto device = integer_behind(message, "for dev ");
  const auto expected = integer_behind(message, "Expected ");
  const auto got = integer_behind(message, "but got ");
  if (device && expected && got) trouble.rails.push_back({*device, *expected, *got});
}

void read_details(NcclTroubleSeen& trouble, std::string_view message) {
  using enum NcclTrouble;
  if (trouble.kind == IbCompletionError) return read_completion(trouble, message);
  if (trouble.kind == RailMismatch) return read_rails(trouble, message);
  if (trouble.kind == ShmNoSpace || trouble.kind == ShmFailure)
    trouble.bytes = first_number(message, {"(size "});
  if (trouble.kind == OutOfMemory)
    trouble.bytes = first_number(message, {"alloc ", "malloc ", "async "});
  const bool has_peer = trouble.kind == SocketFailed || trouble.kind == SocketClosed ||
                        trouble.kind == CollectiveMismatch;
  for (std::string_view mark : {"peer ", "onnect to "})
    if (const auto peer = behind(message, mark); peer && has_peer && trouble.peer.empty())
      trouble.peer = Scan(*peer).until("< ");
  trouble.cuda_error = first_number(message, {"Cuda failure ", "CUDA error ", "HIP failure "});
}

// What a trouble says about the parts that NCCL used or tried.
void note_feature(NcclLogFacts& facts, const NcclTroubleSeen& trouble, std::string_view place) {
  if (trouble.kind == NcclTrouble::NvlsFailure) raise(facts.nvls, NcclFeature::Failed);
  if (trouble.kind == NcclTrouble::SharpFailure) {
    raise(facts.collnet, NcclFeature::Failed);
    raise(facts.sharp, NcclFeature::Failed);
    if (contains(place, "sharp_plugin") && facts.plugin_name.empty())
      facts.plugin_name = "nccl-rdma-sharp-plugins";
  }
  facts.has_shm_failed |=
      trouble.kind == NcclTrouble::ShmNoSpace || trouble.kind == NcclTrouble::ShmFailure;
  facts.has_p2p_failed |= trouble.kind == NcclTrouble::P2pFailure;
  if (trouble.kind == NcclTrouble::RailMismatch) {
    facts.has_plugin_runtime_error = true;
    if (facts.plugin_name.empty()) facts.plugin_name = "aws-ofi-nccl";
  }
  if (trouble.kind == NcclTrouble::PluginFailed) {
    facts.has_plugin_failed = true;
    const bool is_ofi = contains(trouble.evidence.text, "OFI") || contains(place, "nccl_ofi");
    if (is_ofi && facts.plugin_name.empty()) facts.plugin_name = "aws-ofi-nccl";
  }
  facts.has_network_not_found |=
      trouble.text.starts_with("Error: network") || contains(trouble.text, "any NET plugin");
}

// The network that the complaining source file belongs to.
void note_file(NcclLogFacts& facts, std::string_view place) {
  if (contains(place, "ib_plugin.c") || contains(place, "p2p_plugin.c"))
    facts.network_by_file = "IBext";
  else if (facts.network_by_file.empty() && contains(place, "net_ib"))
    facts.network_by_file = "IB";
}

// "init.cc:1277" of "/build/nccl/src/init.cc:1277".
std::string_view inside_source(std::string_view place) {
  const std::size_t at = place.rfind("src/");
  return at == std::string_view::npos || (at > 0 && place[at - 1] != '/') ? place
                                                                          : place.substr(at + 4);
}

void add_place(NcclTroubleSeen& trouble, std::string_view place) {
  auto& places = trouble.places;
  if (std::find(places.begin(), places.end(), place) != places.end()) return;
  if (places.size() < kNcclPlacesMax)
    places.emplace_back(place);
  else
    places.back() = place;
}

// A caller that got one code and returns another has the last word; what it got is no error of its
// own.
void note_origin(NcclLogState& state, const NcclLine& line, std::int64_t code) {
  constexpr std::size_t kThreadsMax = 65536;
  const std::pair origin{line.process, line.thread};
  NcclChain& chain = state.chains[code];
  if (chain.origin != origin) chain.has_several_origins = true;
  auto& troubles = state.facts.troubles;
  if (chain.has_several_origins) troubles[chain.trouble].is_superseded = false;
  if (state.last_code.size() >= kThreadsMax && !state.last_code.contains(origin)) return;
  const auto [last, is_first] = state.last_code.try_emplace(origin, code);
  if (is_first || last->second == code) return;
  const auto before = state.chains.find(last->second);
  if (before != state.chains.end() && !before->second.has_several_origins)
    troubles[before->second.trouble].is_superseded = true;
  last->second = code;
}

NcclTroubleSeen& chain_trouble(NcclLogState& state, const NcclLine& line, std::int64_t code) {
  const auto known = state.chains.find(code);
  auto& troubles = state.facts.troubles;
  if (known != state.chains.end()) {
    NcclTroubleSeen& trouble = troubles[known->second.trouble];
    if (line.job_rank && trouble.ranks.size() < kNcclRanksMax) trouble.ranks.insert(*line.job_rank);
    if (line.device && trouble.local_ranks.size() < kNcclRanksMax)
      trouble.local_ranks.insert(*line.device);
    return trouble;
  }
  NcclTroubleSeen trouble = trouble_of(line, NcclTrouble::ErrorChain, {});
  trouble.is_error = true;
  trouble.code = code;
  trouble.text = "error " + std::to_string(code);
  troubles.push_back(std::move(trouble));
  state.chains[code] = {troubles.size() - 1, {line.process, line.thread}, false};
  return troubles.back();
}

bool read_quiet_failure(NcclLogState& state, const NcclLine& line) {
  if (line.level != NcclLevel::Warn) read_warning(state, line);  // else it is read already
  return true;
}

}  // namespace

bool read_error_chain(NcclLogState& state, const NcclLine& line) {
  constexpr std::int64_t kCodeMax = 32;  // ncclResult_t has eight
  Scan scan(line.message);
  const std::string_view place = scan.word();
  const std::size_t colon = place.rfind(':');
  if (colon == std::string_view::npos || !Scan(place.substr(colon + 1)).integer()) return false;
  if (!scan.skip(" -> ")) return false;
  const auto code = scan.integer();
  if (!code || *code <= 0 || *code > kCodeMax) return false;
  if (!state.chains.contains(*code) && state.facts.troubles.size() >= kNcclTroublesMax) return true;
  add_place(chain_trouble(state, line, *code), inside_source(place));
  note_origin(state, line, *code);
  note_file(state.facts, place);
  return true;
}

void read_warning(NcclLogState& state, const NcclLine& line) {
  const std::string_view message = trimmed(line.message);
  if (message.empty()) return;
  const NcclTrouble kind = nccl_trouble(line.place, message);
  const std::string_view place = inside_source(line.place);
  NcclTroubleSeen trouble = trouble_of(line, kind, nccl_trouble_text(kind, place, message));
  read_details(trouble, message);
  state.facts.is_rccl |= contains(line.place, "rccl");
  note_feature(state.facts, trouble, line.place);
  note_file(state.facts, line.place);
  add_trouble(state, std::move(trouble));
}

std::span<const NcclMessageRule> trouble_rules() {
  static constexpr std::array kRules{
      NcclMessageRule{"Failed to bind NVLink SHARP", read_quiet_failure},
      NcclMessageRule{"Failed to multicast-bind", read_quiet_failure},
      NcclMessageRule{"Failed to initialize any NET", read_quiet_failure},
      NcclMessageRule{"Could not enable P2P", read_quiet_failure},
      NcclMessageRule{"Cannot initialize CollNet", read_quiet_failure}};
  return kRules;
}

}  // namespace busbar::wire::nccl_log
