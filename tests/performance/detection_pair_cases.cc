#include "tests/performance/detection_pair_cases.h"

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <set>
#include <utility>

namespace busbar::detection {
namespace {

using Random = std::mt19937_64;
constexpr std::size_t kRuns = 6;
constexpr double kFlakyShare = 0.4;

double between(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
std::size_t below(Random& random, std::size_t end) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}

struct Scenario {
  const char* name;
  std::size_t nodes, links, uplinks, flaky;
};
constexpr std::array kScenarios{
    Scenario{"none", 0, 0, 0, 0},        Scenario{"node", 1, 0, 0, 0},
    Scenario{"two_nodes", 2, 0, 0, 0},   Scenario{"link", 0, 1, 0, 0},
    Scenario{"leaf_uplink", 0, 0, 1, 0}, Scenario{"node_and_link", 1, 1, 0, 0},
    Scenario{"flaky_link", 0, 0, 0, 1},  Scenario{"three_nodes", 3, 0, 0, 0},
    Scenario{"two_links", 0, 2, 0, 0},   Scenario{"node_and_uplink", 1, 0, 1, 0}};

// Healthy share that a part reaches; links by their nodes' places, ascending.
struct Parts {
  std::vector<double> nodes;
  std::map<std::pair<std::size_t, std::size_t>, double> links, flaky;
  std::map<std::size_t, double> uplinks;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed)
      : random_(seed), scenario_(kScenarios[seed % kScenarios.size()]) {}

  GeneratedSweep run() {
    sweep_.scenario = scenario_.name;
    lay_out();
    plant();
    measure();
    return std::move(sweep_);
  }

 private:
  void lay_out() {
    constexpr std::array<std::size_t, 5> kPerLeaf{2, 3, 4, 6, 8};
    const bool has_uplink = scenario_.uplinks > 0;
    per_leaf_ = kPerLeaf[below(random_, kPerLeaf.size())];
    leaves_ = has_uplink ? 3 + below(random_, 6) : 2 + below(random_, 7);
    leaves_ = std::min(leaves_, std::size_t{64} / per_leaf_);
    while (leaves_ * per_leaf_ < 8) ++leaves_;
    for (std::size_t i = 0; i < leaves_ * per_leaf_; ++i) {
      names_.push_back(*NodeId::parse((i < 10 ? "n0" : "n") + std::to_string(i)));
      sweep_.sweep.leaf_of[names_.back()] = "leaf" + std::to_string(i / per_leaf_);
    }
    parts_.nodes.assign(names_.size(), 1);
  }

  // Not the same node twice: a fault behind a worse one cannot be seen.
  std::size_t fresh_node() {
    while (true) {
      const std::size_t node = below(random_, names_.size());
      if (used_.insert(node).second) return node;
    }
  }

  void plant() {
    for (std::size_t i = 0; i < scenario_.nodes; ++i) {
      const std::size_t node = fresh_node();
      parts_.nodes[node] = 1 - between(random_, 0.08, 0.5);
      sweep_.faults.push_back({"node", {names_[node].text()}});
    }
    for (std::size_t i = 0; i < scenario_.links; ++i)
      parts_.links[fresh_link("link")] = 1 - between(random_, 0.1, 0.5);
    for (std::size_t i = 0; i < scenario_.flaky; ++i)
      parts_.flaky[fresh_link("flaky_link")] = 1 - between(random_, 0.3, 0.5);
    for (std::size_t i = 0; i < scenario_.uplinks; ++i) {
      std::size_t leaf = below(random_, leaves_);
      while (std::any_of(used_.begin(), used_.end(),
                         [&](std::size_t node) { return node / per_leaf_ == leaf; }))
        leaf = below(random_, leaves_);
      parts_.uplinks[leaf] = 1 - between(random_, 0.1, 0.5);
      sweep_.faults.push_back({"leaf_uplink", {"leaf" + std::to_string(leaf)}});
    }
  }

  std::pair<std::size_t, std::size_t> fresh_link(const char* type) {
    std::size_t a = fresh_node();
    std::size_t b = fresh_node();
    if (b < a) std::swap(a, b);
    sweep_.faults.push_back({type, {names_[a].text(), names_[b].text()}});
    return {a, b};
  }

  double capacity(std::size_t a, std::size_t b) {
    double least = std::min(parts_.nodes[a], parts_.nodes[b]);
    if (const auto link = parts_.links.find({a, b}); link != parts_.links.end())
      least = std::min(least, link->second);
    if (a / per_leaf_ != b / per_leaf_)
      for (const std::size_t leaf : {a / per_leaf_, b / per_leaf_})
        if (const auto up = parts_.uplinks.find(leaf); up != parts_.uplinks.end())
          least = std::min(least, up->second);
    if (const auto link = parts_.flaky.find({a, b}); link != parts_.flaky.end())
      if (between(random_, 0, 1) < kFlakyShare) least = std::min(least, link->second);
    return least;
  }

  void measure() {
    constexpr std::array kInterference{0.0, 0.01, 0.04};
    const double level = between(random_, 20e9, 200e9);
    const double noise = between(random_, 0.004, 0.016);
    const double interference = kInterference[below(random_, kInterference.size())];
    std::normal_distribution<double> normal;
    for (std::size_t a = 0; a < names_.size(); ++a)
      for (std::size_t b = a + 1; b < names_.size(); ++b) {
        PairRuns pair{.a = names_[a], .b = names_[b], .runs = {}};
        for (std::size_t run = 0; run < kRuns; ++run) {
          double value = level * capacity(a, b) * (1 + noise * normal(random_));
          if (between(random_, 0, 1) < interference) value *= between(random_, 0.5, 0.95);
          pair.runs.push_back(BusBandwidth(value));
        }
        sweep_.sweep.pairs.push_back(std::move(pair));
      }
  }

  Random random_;
  Scenario scenario_;
  std::size_t leaves_ = 0, per_leaf_ = 0;
  std::vector<NodeId> names_;
  std::set<std::size_t> used_;
  Parts parts_;
  GeneratedSweep sweep_;
};

}  // namespace

GeneratedSweep generate_sweep(std::uint64_t seed) {
  return Generator(seed).run();
}

}  // namespace busbar::detection
