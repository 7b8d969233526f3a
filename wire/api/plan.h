#pragma once
// A plan as the API shows it, made now or read from the store.
// Units: bytes and seconds, in the names of the members; schemas/openapi.yaml defines them.
// Errors: InvalidInput for a stored group that cannot be read. Threads: pure.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/result.h"
#include "core/matrix/plan.h"
#include "wire/json/value.h"

namespace busbar::wire {

// The cell with its number of ranks, as "requested" of a result and "cell" of a plan.
void write_requested(JsonWriter&, const Cell&);

// What is told of a launch group: how many cells, not which.
struct GroupSummary {
  Placement placement;
  Protocol protocol = Protocol::Default;
  std::uint64_t cells = 0;
  Seconds estimate;

  bool operator==(const GroupSummary&) const = default;
};
std::vector<GroupSummary> group_summaries(const Plan&);
// As the store keeps it: {"placement":…,"protocol":…,"cells":3,"estimate_seconds":2.5}
Result<GroupSummary> parse_group_summary(std::string_view text);

// The plan's own groups are not looked at.
std::string plan_json(const Plan&, const std::vector<GroupSummary>&);

}  // namespace busbar::wire
