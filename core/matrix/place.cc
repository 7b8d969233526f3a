#include "core/matrix/place.h"

#include <algorithm>
#include <set>

namespace busbar {
namespace {

std::vector<PlanningNode> by_name(std::vector<PlanningNode> nodes) {
  std::sort(nodes.begin(), nodes.end(),
            [](const PlanningNode& a, const PlanningNode& b) { return a.id < b.id; });
  return nodes;
}

std::string joined(const std::vector<PlanningNode>& nodes) {
  std::string text;
  for (const PlanningNode& node : nodes) text += (text.empty() ? "" : ", ") + node.id.text();
  return text.empty() ? "none" : text;
}

std::string cores_text(std::uint32_t cores) {
  return std::to_string(cores) + (cores == 1 ? " core" : " cores");
}

// As many ranks as the smallest of the nodes has cores, at least 2: one rank has no bus.
Placement with_chosen_ranks(Placement placement, const std::vector<PlanningNode>& nodes,
                            std::vector<std::string>& notes) {
  const PlanningNode* smallest = nullptr;
  for (const NodeId& id : placement.nodes)
    if (const PlanningNode* node = find_node(nodes, id))
      if (smallest == nullptr || node->facts.cores < smallest->facts.cores) smallest = node;
  const std::uint32_t cores = smallest == nullptr ? 0 : smallest->facts.cores;
  placement.ranks_per_node = std::max<std::uint32_t>(2, cores);
  if (smallest == nullptr) return placement;
  std::string note = "ranks_per_node: " + std::to_string(placement.ranks_per_node) + " chosen, ";
  note += cores >= 2
              ? "the cores of " + smallest->id.text()
              : "the fewest that have a bus; " + smallest->id.text() + " has " + cores_text(cores);
  notes.push_back(std::move(note));
  return placement;
}

std::vector<Placement> nodes_of(const PlacementRule& rule, const std::vector<PlanningNode>& nodes) {
  std::vector<Placement> placements;
  switch (rule.kind) {
    case PlacementRule::Kind::Each:
      for (const PlanningNode& node : nodes) placements.push_back({{node.id}, 0});
      break;
    case PlacementRule::Kind::All:
      placements.emplace_back();
      for (const PlanningNode& node : nodes) placements.back().nodes.push_back(node.id);
      break;
    case PlacementRule::Kind::Explicit:
      placements.push_back({rule.nodes, 0});
      break;
  }
  return placements;
}

// Empty if every node of the placement is there with the engine.
std::string placement_fault(const Placement& placement, const std::vector<PlanningNode>& nodes,
                            Engine engine) {
  for (const NodeId& id : placement.nodes) {
    const PlanningNode* node = find_node(nodes, id);
    if (node == nullptr) return "node " + id.text() + " is not connected";
    if (!offers(*node, engine))
      return "node " + id.text() + " does not offer the engine " + std::string(to_text(engine));
  }
  return placement.nodes.empty() ? "a placement names no node" : "";
}

Error no_usable_node(const std::set<std::string>& faults, const std::vector<PlanningNode>& nodes) {
  std::string what = "no usable node";
  for (const std::string& fault : faults) what += (what.ends_with("node") ? ": " : "; ") + fault;
  return {ErrorKind::Unavailable, Scope::Run, "placements", what,
          "start an agent there, or name nodes that are connected (" + joined(nodes) + ")"};
}

void note_shared_cores(const Placement& placement, const std::vector<PlanningNode>& nodes,
                       std::vector<std::string>& notes) {
  for (const NodeId& id : placement.nodes) {
    const PlanningNode* node = find_node(nodes, id);
    if (node == nullptr || node->facts.cores >= placement.ranks_per_node) continue;
    notes.push_back(id.text() + ": " + std::to_string(placement.ranks_per_node) + " ranks on " +
                    cores_text(node->facts.cores) + "; times will contain scheduling");
  }
}

void drop_repeated(std::vector<std::string>& notes) {
  std::set<std::string> seen;
  std::erase_if(notes, [&seen](const std::string& note) { return !seen.insert(note).second; });
}

}  // namespace

const PlanningNode* find_node(const std::vector<PlanningNode>& nodes, const NodeId& id) {
  const auto found = std::find_if(nodes.begin(), nodes.end(),
                                  [&id](const PlanningNode& node) { return node.id == id; });
  return found == nodes.end() ? nullptr : &*found;
}

bool offers(const PlanningNode& node, Engine engine) {
  const auto& engines = node.facts.engines;
  return std::find(engines.begin(), engines.end(), to_text(engine)) != engines.end();
}

Result<Places> place(const Matrix& matrix, const std::vector<PlanningNode>& unordered) {
  const std::vector<PlanningNode> nodes = by_name(unordered);
  Places places;
  std::set<std::string> faults;
  bool is_any_usable = false;
  for (const PlacementRule& rule : matrix.placements)
    for (Placement& placement : nodes_of(rule, nodes)) {
      std::string fault = placement_fault(placement, nodes, matrix.engine);
      is_any_usable = is_any_usable || fault.empty();
      if (!fault.empty()) faults.insert(std::move(fault));
      if (rule.ranks_per_node)
        placement.ranks_per_node = *rule.ranks_per_node;
      else
        placement = with_chosen_ranks(std::move(placement), nodes, places.notes);
      note_shared_cores(placement, nodes, places.notes);
      places.placements.push_back(std::move(placement));
    }
  if (!is_any_usable) return fail(no_usable_node(faults, nodes));
  drop_repeated(places.notes);
  return places;
}

}  // namespace busbar
