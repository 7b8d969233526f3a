#pragma once
// Reads the sections of a matrix beside its sweeps: placements, sampling, budget, timeouts.
// Units: seconds; ratios between 0 and 1.
// Errors: gathered in Faults.
// Invariants: a section or key that is not there has the default of core/matrix/matrix.h; without
// placements there is one, every node alone. Threads: pure.
#include <optional>
#include <vector>

#include "core/matrix/matrix.h"
#include "wire/yaml/node_reader.h"

namespace busbar::wire {

std::vector<PlacementRule> read_placements(const std::optional<Located>&, Faults&);
SamplingPlan read_sampling_section(const Located&, Faults&);
Budget read_budget(const Located&, Faults&);
Timeouts read_timeouts_section(const Located&, Faults&);

}  // namespace busbar::wire
