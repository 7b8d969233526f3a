#pragma once
// Which nodes take part, with how many ranks: a matrix's placement rules, resolved against the
// nodes that are there. Invariants: nodes are ordered by name, so the order in which agents connect
// changes nothing. Errors: Unavailable if no placement has all its nodes there with the engine,
// with a line for each reason. Threads: pure.
#include <string>
#include <vector>

#include "core/error/result.h"
#include "core/matrix/plan.h"

namespace busbar {

struct Places {
  std::vector<Placement>
      placements;  // may name nodes that are not there: pruned later, with that reason
  std::vector<std::string> notes;  // what was chosen for the writer of the matrix, and why
};

// The node of that name; nothing if it is not there.
const PlanningNode* find_node(const std::vector<PlanningNode>& nodes, const NodeId& id);
bool offers(const PlanningNode&, Engine);

Result<Places> place(const Matrix&, const std::vector<PlanningNode>& nodes);

}  // namespace busbar
