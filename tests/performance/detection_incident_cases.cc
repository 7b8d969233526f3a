#include "tests/performance/detection_incident_cases.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <random>
#include <set>
#include <utility>

namespace busbar::detection {
namespace {

using Random = std::mt19937_64;
constexpr std::size_t kNights = 45;

double between(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}
std::size_t below(Random& random, std::size_t end) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}
bool happens(Random& random, double share) {
  return between(random, 0, 1) < share;
}

std::string numbered(const char* prefix, std::size_t number) {
  std::string digits = std::to_string(number);
  return prefix + std::string(digits.size() < 2 ? 1 : 0, '0') + digits;
}

struct Layout {
  std::vector<NodeId> nodes;
  std::vector<std::string> leaves;
  std::size_t per_leaf = 0;

  std::vector<NodeId> range(std::size_t first, std::size_t count) const {
    const auto begin = nodes.begin() + static_cast<std::ptrdiff_t>(first);
    return {begin, begin + static_cast<std::ptrdiff_t>(count)};
  }
};

Layout make_layout(Random& random, ClusterHistory& cluster) {
  constexpr std::array<std::size_t, 4> kPerLeaf{2, 4, 6, 8};
  Layout layout{.nodes = {}, .leaves = {}, .per_leaf = kPerLeaf[below(random, kPerLeaf.size())]};
  const std::size_t leaves = 3 + below(random, 4);
  for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
    layout.leaves.push_back("leaf" + std::to_string(leaf));
    for (std::size_t i = 0; i < layout.per_leaf; ++i) {
      layout.nodes.push_back(*NodeId::parse(numbered("n", layout.nodes.size())));
      cluster.leaf_of[layout.nodes.back()] = layout.leaves.back();
    }
  }
  return layout;
}

void add_sets(const Layout& layout, const std::vector<NodeId>& set, ClusterHistory& cluster) {
  const auto add = [&](const char* collective, std::uint64_t bytes, const char* algorithm) {
    const char* protocol = bytes > (64U << 20) ? "simple" : bytes > (1U << 20) ? "ll128" : "ll";
    const bool sharp = std::string(algorithm) == "collnet_direct";
    cluster.series.push_back({collective,
                              MessageSize(bytes),
                              algorithm,
                              sharp ? "simple" : protocol,
                              sharp,
                              set,
                              "",
                              {}});
  };
  for (const std::uint64_t bytes : {64ULL << 10, 4ULL << 20, 256ULL << 20}) {
    for (const char* collective : {"all_reduce", "all_gather", "reduce_scatter"})
      add(collective, bytes, "ring");
    add("all_reduce", bytes, "tree");
    if (set.size() == layout.nodes.size() && bytes > (1U << 20))
      add("all_reduce", bytes, "collnet_direct");
  }
}

void add_series(const Layout& layout, ClusterHistory& cluster) {
  for (std::size_t i = 0; i < layout.nodes.size(); ++i)
    for (std::size_t j = i + 1; j < layout.nodes.size(); ++j)
      cluster.series.push_back({"sendrecv",
                                MessageSize(64ULL << 20),
                                "p2p",
                                "simple",
                                false,
                                {layout.nodes[i], layout.nodes[j]},
                                "",
                                {}});
  add_sets(layout, layout.nodes, cluster);
  const std::size_t half = layout.leaves.size() / 2 * layout.per_leaf;
  add_sets(layout, layout.range(0, half), cluster);
  add_sets(layout, layout.range(half, layout.nodes.size() - half), cluster);
  if (layout.per_leaf < 3) return;
  for (std::size_t leaf = 0; leaf < layout.leaves.size(); ++leaf)
    add_sets(layout, layout.range(leaf * layout.per_leaf, layout.per_leaf), cluster);
}

// Nights of noise: heavy tails, part of it shared by the night, correlated, with outliers.
void add_noise(Random& random, ClusterHistory& cluster) {
  std::student_t_distribution<double> tail(4);
  const double quiet = between(random, 0.003, 0.012);
  const double rho = between(random, 0, 0.4);
  const double together = between(random, 0, 0.7);  // part of the noise that the night brings
  std::vector<double> shared(kNights);
  for (double& value : shared) value = tail(random) / std::sqrt(2.0);
  for (MeasuredSeries& series : cluster.series) {
    const double widen = series.bytes.value() < (1U << 20) ? 2.5 : 1;
    const double sigma = quiet * widen * between(random, 0.5, 1.5);
    const double level = std::log(between(random, 20e9, 200e9));
    double last = 0;
    for (std::size_t night = 0; night < kNights; ++night) {
      last = rho * last + std::sqrt(1 - rho * rho) * tail(random) / std::sqrt(2.0);
      double value =
          level + sigma * (std::sqrt(1 - together * together) * last + together * shared[night]);
      if (happens(random, 0.003)) value += std::log(between(random, 0.6, 0.9));
      series.logs.push_back(happens(random, 0.005) ? std::nan("") : value);
    }
  }
}

struct Effect {
  std::size_t first = 0, end = kNights;
  double magnitude = 0;
};

// Loss of a hardware fault at a size: full when bandwidth-bound, about half and a tenth below.
double felt(const MeasuredSeries& series, double magnitude) {
  if (series.bytes.value() >= (32ULL << 20)) return magnitude;
  return magnitude * (series.bytes.value() >= (256ULL << 10) ? 0.55 : 0.1);
}

template <class Touches>
void slow_down(ClusterHistory& cluster, const Effect& effect, bool is_hardware, Touches touches) {
  for (MeasuredSeries& series : cluster.series) {
    if (!touches(series)) continue;
    const double loss = is_hardware ? felt(series, effect.magnitude) : effect.magnitude;
    for (std::size_t night = effect.first; night < effect.end; ++night)
      series.logs[night] += std::log1p(-loss);
  }
}

bool has(const MeasuredSeries& series, const std::string& name) {
  return std::any_of(series.node_set.begin(), series.node_set.end(),
                     [&](const NodeId& node) { return node.text() == name; });
}

// Sends over the link; the graph of an algorithm other than tree is taken for a ring.
bool uses(const MeasuredSeries& series, const std::string& a, const std::string& b) {
  const auto& nodes = series.node_set;
  for (std::size_t i = 1; i <= nodes.size(); ++i) {
    const bool is_tree = series.algorithm == "tree";
    if (is_tree && i == nodes.size()) break;
    const std::string& x = nodes[i % nodes.size()].text();
    const std::string& y = nodes[is_tree ? (i - 1) / 2 : i - 1].text();
    if ((x == a && y == b) || (x == b && y == a)) return true;
  }
  return false;
}

bool crosses(const MeasuredSeries& series, const ClusterHistory& cluster, const std::string& leaf) {
  const auto inside = std::count_if(series.node_set.begin(), series.node_set.end(),
                                    [&](const NodeId& n) { return cluster.leaf_of.at(n) == leaf; });
  return inside > 0 && static_cast<std::size_t>(inside) < series.node_set.size();
}

void record(ClusterHistory& cluster, std::size_t night, std::vector<NodeId> nodes,
            const char* key) {
  cluster.changes.push_back({night, std::move(nodes), key, "1.0", "1.1"});
}

class Planter {
 public:
  Planter(Random& random, const Layout& layout, GeneratedHistory& history)
      : random_(random), layout_(layout), history_(history) {}

  void plant(const std::string& type) {
    PlantedCause& planted = history_.planted;
    ClusterHistory& cluster = history_.cluster;
    planted = {.type = type, .names = {}, .start = 10 + below(random_, 29), .magnitude = 0};
    if (type == "none") return disturb_one_night();
    if (type == "node" || type == "link" || type == "leaf_uplink") {
      plant_hardware();
    } else if (type == "driver") {
      plant_driver();
    } else {
      planted.magnitude = between(random_, 0.05, 0.3);
      if (type == "algorithm") planted.names = {happens(random_, 0.5) ? "tree" : "ring"};
      if (type == "protocol") planted.names = {happens(random_, 0.5) ? "ll128" : "ll"};
      if (type == "sharp") planted.names = {"off"};
      slow_down(cluster, effect(), false, [&](const MeasuredSeries& series) {
        if (type == "algorithm") return series.algorithm == planted.names[0];
        if (type == "protocol") return series.protocol == planted.names[0];
        return type == "cluster" || series.sharp;
      });
    }
    if (type != "driver" && happens(random_, 0.3))  // a change everywhere on the very night
      record(cluster, planted.start, layout_.nodes, "nccl");
  }

  // A recorded change on the nodes of one leaf that changed nothing.
  void add_decoy() {
    const std::size_t leaf = below(random_, layout_.leaves.size());
    std::size_t night = 8 + below(random_, 30);
    if (night + 2 >= history_.planted.start && night <= history_.planted.start + 2) night = 4;
    record(history_.cluster, night, layout_.range(leaf * layout_.per_leaf, layout_.per_leaf),
           "kernel");
  }

 private:
  Effect effect() const {
    return {.first = history_.planted.start, .magnitude = history_.planted.magnitude};
  }
  std::string any_node() { return layout_.nodes[below(random_, layout_.nodes.size())].text(); }

  void disturb_one_night() {
    history_.planted.start = 0;
    if (!happens(random_, 0.6)) return;
    const std::size_t night = 10 + below(random_, 30);
    const Effect one{.first = night, .end = night + 1, .magnitude = between(random_, 0.15, 0.4)};
    slow_down(history_.cluster, one, true,
              [name = any_node()](const MeasuredSeries& series) { return has(series, name); });
  }

  void plant_hardware() {
    PlantedCause& planted = history_.planted;
    planted.magnitude = between(random_, 0.06, 0.4);
    if (planted.type == "node") {
      planted.names = {any_node()};
    } else if (planted.type == "leaf_uplink") {
      planted.names = {layout_.leaves[below(random_, layout_.leaves.size())]};
    } else {  // neighbours in a ring of all nodes, or in its tree
      const std::size_t i = 1 + below(random_, layout_.nodes.size() - 1);
      const std::size_t j = happens(random_, 0.5) ? i - 1 : (i - 1) / 2;
      planted.names = {layout_.nodes[j].text(), layout_.nodes[i].text()};
    }
    slow_down(history_.cluster, effect(), true, [&](const MeasuredSeries& series) {
      if (planted.type == "node") return has(series, planted.names[0]);
      if (planted.type == "link") return uses(series, planted.names[0], planted.names[1]);
      return crosses(series, history_.cluster, planted.names[0]);
    });
  }

  // On the nodes of one leaf, or on any third of them.
  void plant_driver() {
    PlantedCause& planted = history_.planted;
    planted.magnitude = between(random_, 0.04, 0.2);
    std::vector<NodeId> nodes =
        layout_.range(below(random_, layout_.leaves.size()) * layout_.per_leaf, layout_.per_leaf);
    if (happens(random_, 0.5)) {
      nodes = layout_.nodes;
      std::shuffle(nodes.begin(), nodes.end(), random_);
      nodes.resize(std::max<std::size_t>(2, nodes.size() / 3));
      std::sort(nodes.begin(), nodes.end());
    }
    for (const NodeId& node : nodes) planted.names.push_back(node.text());
    slow_down(history_.cluster, effect(), false, [&](const MeasuredSeries& series) {
      return std::any_of(planted.names.begin(), planted.names.end(),
                         [&](const std::string& name) { return has(series, name); });
    });
    record(history_.cluster, planted.start, nodes, "driver");
  }

  Random& random_;
  const Layout& layout_;
  GeneratedHistory& history_;
};

}  // namespace

GeneratedHistory generate_history(std::uint64_t seed) {
  constexpr std::array kTypes{"node",     "link",  "leaf_uplink", "algorithm", "none",
                              "protocol", "sharp", "driver",      "cluster"};
  Random random(seed);
  GeneratedHistory history;
  const Layout layout = make_layout(random, history.cluster);
  add_series(layout, history.cluster);
  add_noise(random, history.cluster);
  Planter planter(random, layout, history);
  planter.plant(kTypes[seed % kTypes.size()]);
  if (happens(random, 0.5)) planter.add_decoy();
  return history;
}

}  // namespace busbar::detection
