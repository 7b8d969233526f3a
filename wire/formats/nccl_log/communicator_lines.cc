// Versions, settings, hosts, and how far a communicator came.
//
// Tested by tests/unit/wire/formats/nccl_log/reader_test.cc
#include <algorithm>
#include <array>

#include "wire/formats/nccl_log/scan.h"
#include "wire/formats/nccl_log/state.h"

namespace busbar::wire::nccl_log {
namespace {

void raise_to(std::optional<std::int64_t>& value, std::optional<std::int64_t> seen) {
  constexpr std::int64_t kBelievable = 10'000'000;  // more ranks than any machine has
  if (seen && *seen > 0 && *seen < kBelievable) value = std::max(value.value_or(0), *seen);
}

// "comm 0x… rank 0 nranks 16 cudaDev 0 … - Init COMPLETE", "comm 0x… rank 0 nRanks 2 nNodes 2 …"
bool read_communicator(NcclLogState& state, const NcclLine& line) {
  NcclLogFacts& facts = state.facts;
  const auto rank = integer_behind(line.message, " rank ");
  const auto ranks = integer_behind(line.message, " nranks ");
  raise_to(facts.ranks, ranks ? ranks : integer_behind(line.message, " nRanks "));
  raise_to(facts.nodes_stated, integer_behind(line.message, " nNodes "));
  if (!rank) return false;
  if (contains(line.message, "Init START")) {
    if (facts.started.empty()) facts.started_evidence = evidence_of(line);
    if (facts.started.size() < kNcclRanksMax) facts.started.insert(*rank);
  } else if (contains(line.message, "Init COMPLETE")) {
    if (facts.completed.empty()) facts.completed_evidence = evidence_of(line);
    if (facts.completed.size() < kNcclRanksMax) facts.completed.insert(*rank);
  }
  return true;
}

// "8 coll channels, 0 collnet channels, 8 p2p channels, 1 p2p channels per peer"
bool read_channel_counts(NcclLogState& state, const NcclLine& line) {
  if (!contains(line.message, " channels")) return false;
  if (!state.facts.channels.empty()) return true;
  for (Scan scan(line.message); !scan.is_done();) {
    const auto count = scan.blanks().integer();
    std::string name{scan.blanks().word()};
    if (!count || !scan.blanks().skip("channels")) break;
    if (scan.skip(" per peer")) name += "_per_peer";
    state.facts.channels.emplace(std::move(name), *count);
    if (!scan.skip(",")) break;
  }
  return true;
}

bool read_version(NcclLogState& state, const NcclLine& line) {
  Scan scan(line.message);
  if (!scan.skip("RCCL version") && !scan.skip("NCCL version")) return false;
  state.facts.is_rccl |= line.message.starts_with("RCCL");
  scan.blanks().skip(":");
  add_version(state, line.host, scan.blanks().word());
  return true;
}

bool read_driver(NcclLogState& state, const NcclLine& line) {
  if (const auto version = integer_behind(line.message, "cudaDriverVersion "))
    state.facts.cuda_driver_version = *version;
  return true;
}

}  // namespace

bool read_variable(NcclLogState& state, const NcclLine& line) {
  constexpr std::string_view kSet = " set by environment to ", kShort = " set to ";
  const std::string_view message = line.message;
  std::size_t at = message.find(kSet), length = kSet.size();
  if (at == std::string_view::npos) at = message.find(kShort), length = kShort.size();
  if (at == std::string_view::npos) return false;
  const std::string_view name = message.substr(0, at);
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
  });
  if (!is_name || !contains(name, "CCL_")) return false;
  std::string_view value = trimmed(message.substr(at + length));
  if (value.size() > 1 && value.ends_with('.') && is_digit(value[value.size() - 2]))
    value.remove_suffix(1);  // the full stop behind an integer
  value = value.substr(0, kNcclTextMax);
  auto& variables = state.facts.variables;
  auto known = variables.find(name);
  if (known == variables.end()) {
    if (variables.size() >= kNcclVariablesMax) return true;
    known = variables.emplace(std::string(name), NcclVariableSeen{{}, evidence_of(line)}).first;
  }
  NcclVariableSeen& seen = known->second;
  if (!seen.is_reported) seen.values.clear(), seen.evidence = evidence_of(line);
  seen.is_reported = true;
  const bool is_new = std::find(seen.values.begin(), seen.values.end(), value) == seen.values.end();
  if (is_new && seen.values.size() < kNcclValuesMax) seen.values.emplace_back(value);
  return true;
}

std::span<const NcclMessageRule> communicator_rules() {
  static constexpr std::array kRules{NcclMessageRule{"comm ", read_communicator},
                                     NcclMessageRule{"ncclComm", read_communicator},
                                     NcclMessageRule{"NCCL version", read_version},
                                     NcclMessageRule{"RCCL version", read_version},
                                     NcclMessageRule{"cudaDriverVersion", read_driver},
                                     NcclMessageRule{"NCCL_", read_variable},
                                     NcclMessageRule{"RCCL_", read_variable},
                                     NcclMessageRule{"OFI_NCCL_", read_variable},
                                     NcclMessageRule{"0", read_channel_counts},
                                     NcclMessageRule{"1", read_channel_counts},
                                     NcclMessageRule{"2", read_channel_counts},
                                     NcclMessageRule{"3", read_channel_counts},
                                     NcclMessageRule{"4", read_channel_counts},
                                     NcclMessageRule{"5", read_channel_counts},
                                     NcclMessageRule{"6", read_channel_counts},
                                     NcclMessageRule{"7", read_channel_counts},
                                     NcclMessageRule{"8", read_channel_counts},
                                     NcclMessageRule{"9", read_channel_counts}};
  return kRules;
}

}  // namespace busbar::wire::nccl_log
