#include "core/diagnosis/factors.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace busbar {
namespace {

constexpr std::array kKindTexts{std::pair{CauseKind::Provenance, "provenance"},
                                std::pair{CauseKind::Sharp, "sharp"},
                                std::pair{CauseKind::Algorithm, "algorithm"},
                                std::pair{CauseKind::Protocol, "protocol"},
                                std::pair{CauseKind::Collective, "collective"},
                                std::pair{CauseKind::Cluster, "cluster"},
                                std::pair{CauseKind::LeafUplink, "leaf_uplink"},
                                std::pair{CauseKind::Leaf, "leaf"},
                                std::pair{CauseKind::Rail, "rail"},
                                std::pair{CauseKind::Node, "node"},
                                std::pair{CauseKind::Nic, "nic"},
                                std::pair{CauseKind::Link, "link"}};

using NodePair = std::pair<NodeId, NodeId>;  // ascending

NodePair pair_of(const NodeId& a, const NodeId& b) {
  return a < b ? NodePair{a, b} : NodePair{b, a};
}

// Links that the series sends over for certain; nothing if the algorithm's graph is not known.
std::optional<std::set<NodePair>> links_of(const MeasuredSeries& series) {
  const std::vector<NodeId>& nodes = series.node_set;
  std::set<NodePair> links;
  if (nodes.size() == 2) {
    links.insert(pair_of(nodes[0], nodes[1]));
  } else if (series.algorithm == "ring") {
    for (std::size_t i = 0; i < nodes.size(); ++i)
      links.insert(pair_of(nodes[i], nodes[(i + 1) % nodes.size()]));
  } else if (series.algorithm == "tree") {
    for (std::size_t i = 1; i < nodes.size(); ++i)
      links.insert(pair_of(nodes[i], nodes[(i - 1) / 2]));
  } else {
    return std::nullopt;
  }
  return links;
}

// Collects the members of each cause; a series may be added twice.
class Members {
 public:
  void add(CauseKind kind, std::vector<std::string> names, std::size_t series) {
    auto& members = by_cause_[Cause{kind, std::move(names), {}, {}, {}}];
    if (members.empty() || members.back() != series) members.push_back(series);
  }
  std::vector<Factor> take() {
    std::vector<Factor> factors;
    for (auto& [cause, members] : by_cause_) factors.push_back({cause, std::move(members), {}, 0});
    return factors;
  }

 private:
  std::map<Cause, std::vector<std::size_t>> by_cause_;
};

void add_software(const MeasuredSeries& series, std::size_t place, Members& members) {
  members.add(CauseKind::Cluster, {}, place);
  members.add(CauseKind::Collective, {series.collective}, place);
  members.add(CauseKind::Algorithm, {series.algorithm}, place);
  members.add(CauseKind::Protocol, {series.protocol}, place);
  if (series.sharp) members.add(CauseKind::Sharp, {"off"}, place);
}

void add_hardware(const MeasuredSeries& series, std::size_t place,
                  const std::map<NodeId, std::string>& leaf_of, Members& members) {
  std::map<std::string, std::size_t> nodes_in;
  if (!series.rail.empty()) members.add(CauseKind::Rail, {series.rail}, place);
  for (const NodeId& node : series.node_set) {
    members.add(CauseKind::Node, {node.text()}, place);
    if (!series.rail.empty()) members.add(CauseKind::Nic, {node.text(), series.rail}, place);
    if (const auto leaf = leaf_of.find(node); leaf != leaf_of.end()) ++nodes_in[leaf->second];
  }
  for (const auto& [leaf, count] : nodes_in) {
    members.add(CauseKind::Leaf, {leaf}, place);
    if (count < series.node_set.size()) members.add(CauseKind::LeafUplink, {leaf}, place);
  }
  if (const auto links = links_of(series))
    for (const auto& [a, b] : *links) members.add(CauseKind::Link, {a.text(), b.text()}, place);
}

void add_possible(const ClusterHistory& cluster, std::vector<Factor>& factors) {
  for (std::size_t place = 0; place < cluster.series.size(); ++place) {
    if (links_of(cluster.series[place])) continue;
    std::set<std::string> names;
    for (const NodeId& node : cluster.series[place].node_set) names.insert(node.text());
    for (Factor& factor : factors) {
      const auto has = [&](const std::string& name) { return names.contains(name); };
      if (factor.cause.kind == CauseKind::Link && std::ranges::all_of(factor.cause.names, has))
        factor.possible.push_back(place);
    }
  }
}

// The series with a node that the change touched; nothing if that is all of them.
std::optional<Factor> factor_of(const ProvenanceChange& change, const ClusterHistory& cluster) {
  const std::set<NodeId> nodes(change.nodes.begin(), change.nodes.end());
  Factor factor{.cause = {CauseKind::Provenance, {}, change.key, change.from, change.to},
                .members = {},
                .possible = {},
                .night = change.night};
  for (const NodeId& node : nodes) factor.cause.names.push_back(node.text());
  for (std::size_t i = 0; i < cluster.series.size(); ++i) {
    const auto& set = cluster.series[i].node_set;
    if (std::any_of(set.begin(), set.end(), [&](const NodeId& n) { return nodes.contains(n); }))
      factor.members.push_back(i);
  }
  if (factor.members.empty() || factor.members.size() == cluster.series.size()) return std::nullopt;
  return factor;
}

}  // namespace

std::string_view to_text(CauseKind kind) {
  for (const auto& [value, text] : kKindTexts)
    if (value == kind) return text;
  return {};
}

std::string to_text(const Cause& cause) {
  const bool is_change = cause.kind == CauseKind::Provenance;
  std::string text = is_change ? cause.key + " " + cause.from + " -> " + cause.to + " on"
                               : std::string(to_text(cause.kind));
  for (const std::string& name : cause.names) text += " " + name;
  return text;
}

bool Factor::is_hardware() const {
  switch (cause.kind) {
    case CauseKind::LeafUplink:
    case CauseKind::Leaf:
    case CauseKind::Rail:
    case CauseKind::Node:
    case CauseKind::Nic:
    case CauseKind::Link:
      return true;
    case CauseKind::Provenance:
    case CauseKind::Sharp:
    case CauseKind::Algorithm:
    case CauseKind::Protocol:
    case CauseKind::Collective:
    case CauseKind::Cluster:
      break;
  }
  return false;
}

std::vector<Factor> make_factors(const ClusterHistory& cluster) {
  Members members;
  for (std::size_t i = 0; i < cluster.series.size(); ++i) {
    add_software(cluster.series[i], i, members);
    add_hardware(cluster.series[i], i, cluster.leaf_of, members);
  }
  std::vector<Factor> factors = members.take();
  add_possible(cluster, factors);
  std::vector<Factor> recorded;
  for (const ProvenanceChange& change : cluster.changes)
    if (auto factor = factor_of(change, cluster)) recorded.push_back(std::move(*factor));
  std::sort(recorded.begin(), recorded.end(), [](const Factor& a, const Factor& b) {
    return std::tie(a.night, a.cause) < std::tie(b.night, b.cause);
  });
  factors.insert(factors.begin(), recorded.begin(), recorded.end());
  return factors;
}

}  // namespace busbar
