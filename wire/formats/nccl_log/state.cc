// Tested by tests/unit/wire/formats/nccl_log/reader_test.cc
#include "wire/formats/nccl_log/state.h"

#include <algorithm>

namespace busbar::wire::nccl_log {
namespace {

bool is_same(const NcclTroubleSeen& a, const NcclTroubleSeen& b) {
  if (a.kind != b.kind || a.is_error != b.is_error) return false;
  return a.text == b.text || (b.is_cut && !b.text.empty() && a.text.starts_with(b.text));
}

void merge(NcclTroubleSeen& known, NcclTroubleSeen& more) {
  ++known.count;
  known.is_cut |= more.is_cut;
  if (known.ranks.size() < kNcclRanksMax) known.ranks.merge(more.ranks);
  if (known.local_ranks.size() < kNcclRanksMax) known.local_ranks.merge(more.local_ranks);
  for (const NcclRails& rails : more.rails)
    if (known.rails.size() < kNcclTroublesMax) known.rails.push_back(rails);
}

int weight(NcclFeature feature) {
  switch (feature) {
    case NcclFeature::Unknown:
      return 0;
    case NcclFeature::NoSymbol:
      return 1;
    case NcclFeature::Unavailable:
      return 2;
    case NcclFeature::Disabled:
      return 3;
    case NcclFeature::Capable:
      return 4;
    case NcclFeature::Available:
      return 5;
    case NcclFeature::Used:
      return 6;
    case NcclFeature::Failed:
      return 7;
  }
  return 0;
}

}  // namespace

Evidence evidence_of(const NcclLine& line) {
  return {line.number, std::string(line.whole.substr(0, kNcclTextMax))};
}

void raise(NcclFeature& feature, NcclFeature to) {
  if (weight(to) > weight(feature)) feature = to;
}

void skip(NcclLogState& state, std::uint64_t line, std::string_view why, std::string_view text) {
  if (state.skipped.size() == kSkippedMax) {
    ++state.skipped_more;
    return;
  }
  constexpr std::size_t kShown = 80;
  state.skipped.push_back({line, std::string(why) + ": " + std::string(text.substr(0, kShown))});
}

void add_host(NcclLogState& state, std::string_view host) {
  if (host.empty() || host == state.last_host) return;
  state.last_host = host;
  auto& hosts = state.facts.hosts;
  if (hosts.size() < kNcclHostsMax && std::find(hosts.begin(), hosts.end(), host) == hosts.end())
    hosts.emplace_back(host);
}

void add_version(NcclLogState& state, std::string_view host, std::string_view version) {
  if (version.empty() || !(version.front() >= '0' && version.front() <= '9')) return;
  auto& versions = state.facts.versions;
  const bool is_known = std::any_of(versions.begin(), versions.end(), [&](const auto& known) {
    return known.first == host && known.second == version;
  });
  if (!is_known && versions.size() < kNcclHostsMax) versions.emplace_back(host, version);
}

NcclTroubleSeen trouble_of(const NcclLine& line, NcclTrouble kind, std::string text) {
  NcclTroubleSeen trouble;
  trouble.kind = kind;
  text.resize(std::min(text.size(), kNcclTextMax));
  trouble.text = std::move(text);
  trouble.evidence = evidence_of(line);
  trouble.host = line.host;
  trouble.is_cut = line.is_cut;
  if (line.job_rank) trouble.ranks.insert(*line.job_rank);
  if (line.device) trouble.local_ranks.insert(*line.device);
  return trouble;
}

void add_trouble(NcclLogState& state, NcclTroubleSeen trouble) {
  auto& troubles = state.facts.troubles;
  const auto known = std::find_if(troubles.begin(), troubles.end(),
                                  [&](const auto& seen) { return is_same(seen, trouble); });
  if (known != troubles.end()) return merge(*known, trouble);
  if (troubles.size() < kNcclTroublesMax)
    troubles.push_back(std::move(trouble));
  else
    ++state.facts.troubles_more;
}

// People cut a log inside a line and end it there: nothing says so but the words.
void settle_last_line(NcclLogState& state) {
  auto& troubles = state.facts.troubles;
  if (troubles.empty() || troubles.back().evidence.line != state.last_line) return;
  NcclTroubleSeen& last = troubles.back();
  if (last.count > 1 || last.text.empty() || last.kind == NcclTrouble::ErrorChain) return;
  const auto whole = std::find_if(troubles.begin(), troubles.end() - 1, [&](const auto& other) {
    return other.is_error == last.is_error && other.text.starts_with(last.text);
  });
  if (whole == troubles.end() - 1) return;
  last.is_cut = true;
  state.facts.is_cut = true;
  merge(*whole, last);
  troubles.pop_back();
}

}  // namespace busbar::wire::nccl_log
