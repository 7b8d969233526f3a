#include "core/diagnosis/pairs.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "core/diagnosis/flaky_links.h"
#include "core/statistics/robust.h"

namespace busbar {
namespace {

constexpr std::array kKindTexts{
    std::pair{FaultKind::LeafUplink, "leaf_uplink"}, std::pair{FaultKind::Node, "node"},
    std::pair{FaultKind::Link, "link"}, std::pair{FaultKind::FlakyLink, "flaky_link"}};

constexpr double kUpperQuartile = 0.75;
// Fewer pairs inside leaves than this have no quartile of their own.
constexpr std::size_t kInsideMin = 4;

double value_of(const PairRuns& pair) {
  std::vector<double> runs;
  for (const BusBandwidth run : pair.runs) runs.push_back(run.value());
  return quantile_of(std::move(runs), kUpperQuartile);
}

// A pair as the decoder sees it.
struct Seen {
  NodeId a, b;
  std::string leaf_a, leaf_b;  // empty: not known
  double value = 0;            // relative to the reference
  double ceiling = 1;          // what a healthy pair of its kind reaches
  bool crosses() const { return !leaf_a.empty() && !leaf_b.empty() && leaf_a != leaf_b; }
  bool touches(const std::string& leaf) const { return leaf_a == leaf || leaf_b == leaf; }
};

struct LeafCount {
  std::size_t leaving = 0, leaving_slow = 0, inside = 0, inside_slow = 0;
  std::vector<double> slow_values;

  double share() const {
    return leaving == 0 ? 0 : static_cast<double>(leaving_slow) / static_cast<double>(leaving);
  }
  // A leaf whose inside was not seen cannot be told from its nodes.
  bool is_uplink(const PairRule& rule) const {
    return inside > 0 && share() > rule.leaving_slow &&
           static_cast<double>(inside_slow) < rule.inside_slow * static_cast<double>(inside);
  }
};

class Decoder {
 public:
  Decoder(const PairSweep& sweep, const PairRule& rule) : sweep_(sweep), rule_(rule) {
    std::vector<double> all, inside;
    for (const PairRuns& pair : sweep.pairs) {
      seen_.push_back({pair.a, pair.b, leaf_of(pair.a), leaf_of(pair.b), value_of(pair)});
      all.push_back(seen_.back().value);
      if (!seen_.back().crosses()) inside.push_back(seen_.back().value);
    }
    reference_ = quantile_of(all, kUpperQuartile);
    if (inside.size() >= kInsideMin)
      reference_ = std::max(reference_, quantile_of(inside, kUpperQuartile));
    for (Seen& pair : seen_) pair.value /= reference_;
  }

  PairDecoding run() {
    compare_crossing_pairs_alone();
    find_uplinks();
    find_nodes();
    find_links();
    PairDecoding decoding{.reference = BusBandwidth(reference_),
                          .crossing_share = Ratio(crossing_share_),
                          .faults = faults_,
                          .capacity = {}};
    std::sort(decoding.faults.begin(), decoding.faults.end());
    for (const auto& [node, capacity] : capacity_)
      decoding.capacity.emplace(node, BusBandwidth(capacity * reference_));
    return decoding;
  }

  std::vector<std::size_t> slow_pairs() const {
    std::vector<std::size_t> slow;
    for (std::size_t i = 0; i < seen_.size(); ++i)
      if (is_slow(seen_[i])) slow.push_back(i);
    return slow;
  }

 private:
  std::string leaf_of(const NodeId& node) const {
    const auto at = sweep_.leaf_of.find(node);
    return at == sweep_.leaf_of.end() ? std::string() : at->second;
  }
  bool is_slow(const Seen& pair) const { return pair.value < rule_.slow_below * pair.ceiling; }
  bool passes_slow_uplink(const Seen& pair) const {
    return pair.crosses() && (uplinks_.contains(pair.leaf_a) || uplinks_.contains(pair.leaf_b));
  }

  // Pairs through uplinks that are known to be slow are left out.
  std::map<std::string, LeafCount> count_leaves() const {
    std::map<std::string, LeafCount> leaves;
    for (const Seen& pair : seen_) {
      if (pair.leaf_a.empty() || pair.leaf_b.empty() || passes_slow_uplink(pair)) continue;
      for (const std::string& leaf : std::set<std::string>{pair.leaf_a, pair.leaf_b}) {
        LeafCount& count = leaves[leaf];
        ++(pair.crosses() ? count.leaving : count.inside);
        if (!is_slow(pair)) continue;
        ++(pair.crosses() ? count.leaving_slow : count.inside_slow);
        if (pair.crosses()) count.slow_values.push_back(pair.value / pair.ceiling);
      }
    }
    return leaves;
  }

  // All uplinks slow at once is how the fabric is built. Two leaves cannot tell.
  void compare_crossing_pairs_alone() {
    const auto leaves = count_leaves();
    std::size_t inside = 0;
    std::size_t inside_slow = 0;
    for (const auto& [leaf, count] : leaves) {
      if (count.share() <= rule_.leaving_slow) return;
      inside += count.inside;
      inside_slow += count.inside_slow;
    }
    if (leaves.size() < 3 ||
        static_cast<double>(inside_slow) >= rule_.inside_slow * static_cast<double>(inside))
      return;
    std::vector<double> crossing;
    for (const Seen& pair : seen_)
      if (pair.crosses()) crossing.push_back(pair.value);
    crossing_share_ = quantile_of(std::move(crossing), kUpperQuartile);
    for (Seen& pair : seen_)
      if (pair.crosses()) pair.ceiling = crossing_share_;
  }

  // The leaf with the largest share first: the pairs between two leaves count for both.
  void find_uplinks() {
    while (true) {
      std::vector<std::pair<double, std::string>> slow;  // −share, leaf
      const auto leaves = count_leaves();
      for (const auto& [leaf, count] : leaves)
        if (count.is_uplink(rule_)) slow.emplace_back(-count.share(), leaf);
      if (slow.empty()) return;
      std::sort(slow.begin(), slow.end());
      PairFault fault;
      fault.kind = FaultKind::LeafUplink;
      fault.names = {slow.front().second};
      const LeafCount& worst = leaves.at(slow.front().second);
      for (std::size_t i = 1; i < slow.size(); ++i)
        if (leaves.at(slow[i].second).slow_values == worst.slow_values)
          fault.alternatives.push_back(slow[i].second);
      fault.loss = 1 - median_of(worst.slow_values);
      uplinks_.emplace(fault.names[0], (1 - fault.loss) * crossing_share_);
      faults_.push_back(std::move(fault));
    }
  }

  struct NodeView {
    double slow_share = 0, capacity = 1;
  };
  // With partners that are not slow; with all if there is no such partner. Where the spine is the
  // narrowest part, pairs inside the leaf see the node better.
  NodeView view_of(const NodeId& node, const std::set<NodeId>& slow_nodes) const {
    std::vector<double> best, clean, any;
    for (const Seen& pair : seen_) {
      if ((pair.a != node && pair.b != node) || passes_slow_uplink(pair)) continue;
      const double value = pair.value / pair.ceiling;
      any.push_back(value);
      if (slow_nodes.contains(pair.a == node ? pair.b : pair.a)) continue;
      clean.push_back(value);
      if (pair.ceiling >= 1) best.push_back(value);
    }
    const std::vector<double>& values = best.size() >= 2 ? best : clean.empty() ? any : clean;
    if (values.empty()) return {};
    const auto slow = std::count_if(values.begin(), values.end(),
                                    [&](double value) { return value < rule_.slow_below; });
    return {static_cast<double>(slow) / static_cast<double>(values.size()), median_of(values)};
  }

  // One at a time, the one with most slow pairs first: what it explains no longer counts for
  // others.
  void find_nodes() {
    std::set<NodeId> nodes, slow;
    for (const Seen& pair : seen_) nodes.insert({pair.a, pair.b});
    while (true) {
      std::optional<std::tuple<double, double, NodeId>> worst;  // −share, capacity
      for (const NodeId& node : nodes) {
        if (slow.contains(node)) continue;
        const NodeView view = view_of(node, slow);
        const auto candidate = std::tuple(-view.slow_share, view.capacity, node);
        if (view.capacity < rule_.slow_below && (!worst || candidate < *worst)) worst = candidate;
      }
      if (!worst) break;
      slow.insert(std::get<NodeId>(*worst));
    }
    for (const NodeId& node : nodes) capacity_[node] = view_of(node, slow).capacity;
    for (const NodeId& node : slow)
      faults_.push_back({.kind = FaultKind::Node,
                         .names = {node.text()},
                         .alternatives = {},
                         .loss = 1 - capacity_[node]});
  }

  double expected(const Seen& pair) const {
    double least = std::min({capacity_.at(pair.a), capacity_.at(pair.b), pair.ceiling});
    if (!pair.crosses()) return least;
    for (const std::string& leaf : {pair.leaf_a, pair.leaf_b})
      if (const auto uplink = uplinks_.find(leaf); uplink != uplinks_.end())
        least = std::min(least, uplink->second);
    return least;
  }

  // Runs of each pair relative to what its ends explain.
  std::vector<RelativeRuns> relative_runs() const {
    std::vector<RelativeRuns> all(seen_.size());
    for (std::size_t i = 0; i < seen_.size(); ++i)
      for (const BusBandwidth run : sweep_.pairs[i].runs)
        all[i].runs.push_back(run.value() / reference_ / expected(seen_[i]));
    return all;
  }

  void add_link(FaultKind kind, const Seen& pair, double loss, double share_of_runs) {
    PairFault fault{.kind = kind,
                    .names = {pair.a.text(), pair.b.text()},
                    .alternatives = {},
                    .loss = loss,
                    .share_of_runs = share_of_runs};
    std::sort(fault.names.begin(), fault.names.end());
    faults_.push_back(std::move(fault));
  }

  void find_links() {
    const std::vector<RelativeRuns> runs = relative_runs();
    std::vector<double> values, single;
    for (const Seen& pair : seen_) values.push_back(pair.value / expected(pair));
    for (const RelativeRuns& pair : runs)
      single.insert(single.end(), pair.runs.begin(), pair.runs.end());
    const double spread = kMadToSigma * mad_of(values);
    const double limit = std::min(rule_.slow_below, 1 - rule_.link_sigmas * spread);
    std::set<std::size_t> flaky;
    for (const FlakyLink& link : find_flaky_links(runs, {.noise = kMadToSigma * mad_of(single),
                                                         .sigmas = rule_.flaky_sigmas,
                                                         .slow_below = rule_.slow_below,
                                                         .expected = rule_.flaky_expected})) {
      flaky.insert(link.pair);
      add_link(FaultKind::FlakyLink, seen_[link.pair], 1 - link.level, link.share_of_runs);
    }
    for (std::size_t i = 0; i < seen_.size(); ++i)
      if (values[i] < limit && !flaky.contains(i))
        add_link(FaultKind::Link, seen_[i], 1 - values[i], 1);
  }

  static double mad_of(const std::vector<double>& values) {
    const double centre = median_of(values);
    std::vector<double> distances;
    for (const double value : values) distances.push_back(std::abs(value - centre));
    return median_of(std::move(distances));
  }

  const PairSweep& sweep_;
  PairRule rule_;
  std::vector<Seen> seen_;
  double reference_ = 1, crossing_share_ = 1;
  std::map<std::string, double> uplinks_;  // slow ones: relative capacity
  std::map<NodeId, double> capacity_;
  std::vector<PairFault> faults_;
};

}  // namespace

std::string_view to_text(FaultKind kind) {
  for (const auto& [value, text] : kKindTexts)
    if (value == kind) return text;
  return {};
}

PairDecoding decode_pairs(const PairSweep& sweep, const PairRule& rule) {
  if (sweep.pairs.empty()) return {};
  return Decoder(sweep, rule).run();
}

std::vector<std::size_t> suspect_pairs(const PairSweep& sweep, const PairRule& rule) {
  if (sweep.pairs.empty()) return {};
  return Decoder(sweep, rule).slow_pairs();
}

}  // namespace busbar
