#include "controller/scheduler/nodes.h"

#include <algorithm>

namespace busbar::controller {

const NodePresence* Nodes::find(const NodeId& node) const {
  const auto known = nodes_.find(node);
  return known == nodes_.end() ? nullptr : &known->second;
}

void Nodes::occupy(const NodeId& node, const LaunchId& launch) {
  nodes_[node].launch = launch;
}

void Nodes::release(const LaunchId& launch) {
  for (auto& [id, node] : nodes_)
    if (node.launch == launch) node.launch.reset();
}

bool Nodes::is_free(const NodeId& id) const {
  const NodePresence* node = find(id);
  if (!node || !node->is_ready || node->launch) return false;
  return std::none_of(nodes_.begin(), nodes_.end(), [node](const auto& entry) {
    return entry.second.launch && entry.second.facts.machine == node->facts.machine;
  });
}

std::vector<PlanningNode> Nodes::ready_nodes() const {
  std::vector<PlanningNode> ready;
  for (const auto& [id, node] : nodes_)
    if (node.is_ready) ready.push_back({id, node.facts});
  return ready;
}

std::size_t Nodes::busy() const {
  return static_cast<std::size_t>(
      std::count_if(nodes_.begin(), nodes_.end(),
                    [](const auto& entry) { return entry.second.launch.has_value(); }));
}

}  // namespace busbar::controller
