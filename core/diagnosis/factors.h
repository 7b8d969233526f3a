#pragma once
// Everything that could move several series at once, and the series that it would move.
// A factor is a node, a NIC (node and rail), a link, a leaf switch, its uplinks, a rail, an
// algorithm, a protocol, SHARP, a collective, a recorded change of a version or setting, or the
// whole cluster. A link belongs to the series whose algorithm sends over it: a ring passes through
// its nodes in order and closes, a tree joins place i to place (i − 1) / 2, two nodes are a pair.
// Of an algorithm whose graph is not known here, a link between two of its nodes is *possible*.
// Invariants: members ascend; factors without a member are left out; the order of kinds is the
// order in which exact ties are named. A change on all nodes is no factor of its own: it moves what
// the cluster moves, so it cannot be told from it. Source: docs/method/incidents.md. Threads: pure.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/cluster.h"

namespace busbar {

enum class CauseKind {
  Provenance,
  Cluster,
  Sharp,
  Algorithm,
  Protocol,
  Collective,
  LeafUplink,
  Leaf,
  Rail,
  Node,
  Nic,
  Link
};
// "provenance", "cluster", "sharp", "algorithm", "protocol", "collective", "leaf_uplink", "leaf",
// "rail", "node", "nic", "link"
std::string_view to_text(CauseKind);

struct Cause {
  CauseKind kind = CauseKind::Cluster;
  // One name; of a link both nodes; of a NIC node and rail; of a recorded change its nodes; of
  // SHARP "off"; of the cluster none.
  std::vector<std::string> names;
  std::string key, from, to;  // of a recorded change

  auto operator<=>(const Cause&) const = default;
};
std::string to_text(const Cause&);  // "node n03", "driver 570 -> 580 on n08 n09"

struct Factor {
  Cause cause;
  std::vector<std::size_t> members;   // places in ClusterHistory::series
  std::vector<std::size_t> possible;  // see above
  std::size_t night = 0;              // of a recorded change

  // Hardware slows large messages more than small ones; software may slow all of them alike.
  bool is_hardware() const;
};

std::vector<Factor> make_factors(const ClusterHistory& cluster);

}  // namespace busbar
