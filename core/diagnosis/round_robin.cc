#include "core/diagnosis/round_robin.h"

#include <algorithm>

namespace busbar {
namespace {

using Places = std::vector<std::pair<std::size_t, std::size_t>>;

// Rounds of all pairs of 0 … n − 1: one stays, the others turn. Odd n: one sits out each round.
std::vector<Places> circle(std::size_t n) {
  std::vector<Places> rounds;
  if (n < 2) return rounds;
  const std::size_t even = n + n % 2;
  for (std::size_t turn = 0; turn + 1 < even; ++turn) {
    Places places;
    const auto seat = [&](std::size_t i) { return i == 0 ? 0 : 1 + (i - 1 + turn) % (even - 1); };
    for (std::size_t i = 0; i < even / 2; ++i) {
      const std::size_t one = seat(i);
      const std::size_t other = seat(even - 1 - i);
      const auto [a, b] = std::minmax(one, other);
      if (b < n) places.emplace_back(a, b);
    }
    rounds.push_back(std::move(places));
  }
  return rounds;
}

using Leaves = std::vector<std::vector<NodeId>>;

Leaves by_leaf(std::span<const NodeId> nodes, const std::map<NodeId, std::string>& leaf_of) {
  std::map<std::string, std::vector<NodeId>> leaves;
  for (const NodeId& node : nodes) {
    const auto leaf = leaf_of.find(node);
    leaves[leaf == leaf_of.end() ? std::string() : leaf->second].push_back(node);
  }
  Leaves list;
  for (auto& [name, members] : leaves) list.push_back(std::move(members));
  return list;
}

std::vector<PairRound> rounds_inside(const Leaves& leaves) {
  std::vector<PairRound> rounds;
  for (const auto& leaf : leaves) {
    const std::vector<Places> own = circle(leaf.size());
    if (own.size() > rounds.size()) rounds.resize(own.size());
    for (std::size_t i = 0; i < own.size(); ++i)
      for (const auto& [a, b] : own[i]) rounds[i].pairs.emplace_back(leaf[a], leaf[b]);
  }
  return rounds;
}

// Two leaves meet shifted: place i of the smaller with place i + shift of the larger.
void add_meeting(const std::vector<NodeId>& one, const std::vector<NodeId>& other,
                 std::size_t shift, PairRound& round) {
  const auto& small = one.size() <= other.size() ? one : other;
  const auto& large = one.size() <= other.size() ? other : one;
  if (shift >= large.size()) return;
  for (std::size_t i = 0; i < small.size(); ++i)
    round.pairs.emplace_back(small[i], large[(i + shift) % large.size()]);
}

}  // namespace

std::vector<PairRound> round_robin(std::span<const NodeId> nodes,
                                   const std::map<NodeId, std::string>& leaf_of) {
  const Leaves leaves = by_leaf(nodes, leaf_of);
  std::vector<PairRound> rounds = rounds_inside(leaves);
  std::size_t largest = 0;
  for (const auto& leaf : leaves) largest = std::max(largest, leaf.size());
  const std::vector<Places> meetings = circle(leaves.size());
  for (std::size_t shift = 0; shift < largest; ++shift)
    for (const Places& meeting : meetings) {
      PairRound round{.crosses = true, .pairs = {}};
      for (const auto& [a, b] : meeting) add_meeting(leaves[a], leaves[b], shift, round);
      if (!round.pairs.empty()) rounds.push_back(std::move(round));
    }
  return rounds;
}

std::size_t few_rounds(std::size_t nodes) {
  if (nodes <= 16) return 5;
  return nodes <= 32 ? 6 : 8;
}

}  // namespace busbar
