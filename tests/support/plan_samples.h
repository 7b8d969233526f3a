#pragma once
// Small matrices with their plans, as the planner would make them: cells of one second on nodes of
// their own. Threads: pure.
#include <string>
#include <vector>

#include "core/matrix/matrix.h"
#include "core/matrix/plan.h"

namespace busbar::samples {

Matrix matrix(const std::string& name = "nightly");

// A launch group of so many cells on each node.
Plan plan(const std::vector<std::string>& nodes, std::uint32_t cells_each);

}  // namespace busbar::samples
