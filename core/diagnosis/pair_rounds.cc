#include "core/diagnosis/pair_rounds.h"

#include <algorithm>
#include <set>

#include "core/diagnosis/round_robin.h"

namespace busbar {
namespace {

constexpr std::size_t kInsideFirst = 2;  // of the few rounds, to tell uplinks from nodes
constexpr int kRepeats = 5;

}  // namespace

PairRounds::PairRounds(const SearchMap& map, std::size_t nodes_max, const PairRule& rule)
    : map_(map), nodes_max_(std::max<std::size_t>(2, nodes_max)), rule_(rule) {
  plan_rounds();
  if (waiting_.empty()) stage_ = Stage::Done;
}

void PairRounds::plan_rounds() {
  std::vector<PairRound> rounds = round_robin(map_.nodes, map_.leaf_of);
  const auto crossing = std::stable_partition(
      rounds.begin(), rounds.end(), [](const PairRound& round) { return !round.crosses; });
  const auto inside = static_cast<std::size_t>(crossing - rounds.begin());
  if (inside > kInsideFirst)  // the others of those inside come last
    std::rotate(rounds.begin() + kInsideFirst, crossing, rounds.end());
  for (const PairRound& round : rounds) add_round(round.pairs, Purpose::Round);
  const std::size_t few = std::min(rounds.size(), few_rounds(map_.nodes.size()));
  const std::size_t parts = rounds.empty() ? 0 : waiting_.size() * few / rounds.size();
  while (waiting_.size() > parts) {
    remaining_.push_front(std::move(waiting_.back()));
    waiting_.pop_back();
  }
}

void PairRounds::add_round(const std::vector<Pair>& pairs, Purpose purpose) {
  const std::size_t at_once = nodes_max_ / 2;
  for (std::size_t first = 0; first < pairs.size(); first += at_once) {
    SearchTest test{purpose, {}};
    for (std::size_t i = first; i < std::min(pairs.size(), first + at_once); ++i)
      test.launches.push_back({pairs[i].first, pairs[i].second});
    waiting_.push_back(std::move(test));
  }
}

std::optional<SearchTest> PairRounds::next() const {
  if (waiting_.empty()) return std::nullopt;
  return waiting_.front();
}

void PairRounds::record(std::span<const double> reach) {
  const SearchTest test = std::move(waiting_.front());
  waiting_.pop_front();
  for (std::size_t i = 0; i < test.launches.size(); ++i)
    runs_[{test.launches[i][0], test.launches[i][1]}].push_back(BusBandwidth(reach[i]));
  while (waiting_.empty() && stage_ != Stage::Done) advance();
}

PairSweep PairRounds::sweep() const {
  PairSweep sweep{.leaf_of = map_.leaf_of, .pairs = {}};
  for (const auto& [pair, runs] : runs_) sweep.pairs.push_back({pair.first, pair.second, runs});
  return sweep;
}

// Slow pairs that did not run again yet, in batches of disjoint ones.
void PairRounds::plan_repeats() {
  const PairSweep seen = sweep();
  std::vector<Pair> slow;
  for (const std::size_t place : suspect_pairs(seen, rule_))
    if (seen.pairs[place].runs.size() == 1)
      slow.emplace_back(seen.pairs[place].a, seen.pairs[place].b);
  while (!slow.empty()) {
    std::set<NodeId> busy;
    std::vector<Pair> batch, later;
    for (const Pair& pair : slow) {
      const bool is_free = !busy.contains(pair.first) && !busy.contains(pair.second);
      (is_free ? batch : later).push_back(pair);
      if (is_free) busy.insert({pair.first, pair.second});
    }
    for (int run = 0; run < kRepeats; ++run) add_round(batch, Purpose::Repeat);
    slow = std::move(later);
  }
}

void PairRounds::advance() {
  switch (stage_) {
    case Stage::Few:
    case Stage::All:
      stage_ = stage_ == Stage::Few ? Stage::FewAgain : Stage::AllAgain;
      plan_repeats();
      return;
    case Stage::FewAgain:
    case Stage::AllAgain:
      break;
    case Stage::Done:
      return;
  }
  suspects_.clear();
  bool has_link = false;
  for (const PairFault& fault : decode_pairs(sweep(), rule_).faults) {
    suspects_.push_back({fault.kind, fault.names, fault.alternatives, fault.loss});
    has_link = has_link || fault.kind == FaultKind::Link || fault.kind == FaultKind::FlakyLink;
  }
  const bool is_explained = !suspects_.empty() && !has_link;
  if (stage_ == Stage::AllAgain || is_explained || remaining_.empty()) {
    stage_ = Stage::Done;
    return;
  }
  stage_ = Stage::All;
  waiting_ = std::move(remaining_);
  remaining_.clear();
}

}  // namespace busbar
