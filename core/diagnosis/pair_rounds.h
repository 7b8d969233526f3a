#pragma once
// Finds slow parts by rounds of disjoint pairs (core/diagnosis/round_robin.h).
// A few rounds first; pairs that were slow run again, five times; if nodes and uplinks explain
// every slow pair, that is the answer. Otherwise the remaining rounds follow, since a link is seen
// once. Promises: deterministic, pure; a round of more than `nodes_max` nodes is run in parts.
// Source: docs/method/incidents.md, all pairs. Decoding: core/diagnosis/pairs.h.
#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "core/diagnosis/pairs.h"
#include "core/diagnosis/search.h"

namespace busbar {

class PairRounds {
 public:
  PairRounds(const SearchMap& map, std::size_t nodes_max, const PairRule& rule);
  std::optional<SearchTest> next() const;  // nothing: ended
  void record(std::span<const double> reach);
  const std::vector<Suspect>& suspects() const { return suspects_; }

 private:
  using Pair = std::pair<NodeId, NodeId>;
  enum class Stage { Few, FewAgain, All, AllAgain, Done };
  void plan_rounds();
  void add_round(const std::vector<Pair>& pairs, Purpose purpose);
  void plan_repeats();
  void advance();
  PairSweep sweep() const;

  const SearchMap& map_;
  std::size_t nodes_max_;
  PairRule rule_;
  Stage stage_ = Stage::Few;
  std::deque<SearchTest> waiting_;    // of this stage
  std::deque<SearchTest> remaining_;  // rounds after the few
  std::map<Pair, std::vector<BusBandwidth>> runs_;
  std::vector<Suspect> suspects_;
};

}  // namespace busbar
