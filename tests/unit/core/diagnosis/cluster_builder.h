#pragma once
// A cluster of 8 nodes on 2 leaves: all pairs, rings and trees over all nodes and over each leaf,
// in three sizes, 30 quiet nights.
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/diagnosis/cluster.h"

namespace busbar {

inline NodeId node(const std::string& name) {
  return *NodeId::parse(name);
}

inline MeasuredSeries a_series(std::string algorithm, std::uint64_t bytes,
                               std::vector<NodeId> nodes) {
  MeasuredSeries series{"all_reduce",
                        MessageSize(bytes),
                        std::move(algorithm),
                        "simple",
                        false,
                        std::move(nodes),
                        "",
                        {}};
  return series;
}

class ClusterBuilder {
 public:
  explicit ClusterBuilder(std::vector<std::string> names = {"a", "b", "c", "d", "e", "f", "g",
                                                            "h"}) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      nodes_.push_back(node(names[i]));
      cluster_.leaf_of[nodes_.back()] = i < 4 ? "left" : "right";
    }
    const std::vector<NodeId> left(nodes_.begin(), nodes_.begin() + 4);
    const std::vector<NodeId> right(nodes_.begin() + 4, nodes_.end());
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      for (std::size_t j = i + 1; j < nodes_.size(); ++j)
        add(a_series("p2p", 64 << 20, {nodes_[i], nodes_[j]}));
    for (const std::uint64_t bytes : {64ULL << 10, 4ULL << 20, 256ULL << 20})
      for (const auto& set : {nodes_, left, right})
        for (const char* algorithm : {"ring", "tree"}) add(a_series(algorithm, bytes, set));
  }

  using Touches = std::function<bool(const MeasuredSeries&)>;
  ClusterBuilder& slow(double loss, std::size_t first, std::size_t end, const Touches& touches) {
    for (MeasuredSeries& series : cluster_.series)
      if (touches(series))
        for (std::size_t night = first; night < end; ++night)
          series.logs[night] += std::log1p(-loss);
    return *this;
  }
  ClusterBuilder& slow_node(const std::string& name, double loss, std::size_t first,
                            std::size_t end = kNights) {
    return slow(loss, first, end, [&](const MeasuredSeries& series) {
      if (series.bytes.value() < (1U << 20)) return false;
      for (const NodeId& each : series.node_set)
        if (each.text() == name) return true;
      return false;
    });
  }
  ClusterBuilder& change(std::size_t night, const std::vector<std::string>& names) {
    ProvenanceChange change{.night = night, .nodes = {}, .key = "driver", .from = "1", .to = "2"};
    for (const std::string& name : names) change.nodes.push_back(node(name));
    cluster_.changes.push_back(std::move(change));
    return *this;
  }
  ClusterHistory& history() { return cluster_; }
  const std::vector<NodeId>& nodes() const { return nodes_; }

  static constexpr std::size_t kNights = 30;

  void add(MeasuredSeries series) {
    const std::size_t place = cluster_.series.size();
    for (std::size_t night = 0; night < kNights; ++night)  // a little fixed unrest
      series.logs.push_back(25 +
                            0.004 * std::sin(1.7 * static_cast<double>(night * night + place)));
    cluster_.series.push_back(std::move(series));
  }

 private:
  std::vector<NodeId> nodes_;
  ClusterHistory cluster_;
};

inline bool has_node(const MeasuredSeries& series, const std::string& name) {
  for (const NodeId& each : series.node_set)
    if (each.text() == name) return true;
  return false;
}

}  // namespace busbar
