#pragma once
// The nodes as the scheduler sees them: who is ready, on which machine, busy with which launch.
// Invariants: a node runs one launch at a time, and so does a machine, whatever nodes it has.
// Threads: the loop's.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/fabric/node.h"
#include "core/matrix/plan.h"
#include "core/units/name.h"
#include "io/async/loop.h"

namespace busbar::controller {

struct NodePresence {
  NodeFacts facts;
  bool is_ready = false;
  std::vector<LaunchId> alive;  // what its agent said at its last hello
  std::optional<LaunchId> launch;
  io::Loop::TimerId lost_timer = 0;
  io::Loop::TimerId abandoned_timer = 0;
};

class Nodes {
 public:
  NodePresence& at(const NodeId& node) { return nodes_[node]; }
  const NodePresence* find(const NodeId& node) const;

  void occupy(const NodeId& node, const LaunchId& launch);
  void release(const LaunchId& launch);
  // Ready, and neither it nor another node of its machine runs a launch.
  bool is_free(const NodeId& node) const;
  std::vector<PlanningNode> ready_nodes() const;  // by name
  std::size_t busy() const;

 private:
  std::map<NodeId, NodePresence> nodes_;
};

}  // namespace busbar::controller
