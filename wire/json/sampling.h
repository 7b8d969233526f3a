#pragma once
// Sampling plan and timeouts as JSON, with the names that the matrix uses too.
// Units: seconds; ratios between 0 and 1.
// Errors: InvalidInput naming the field and its value.
// Invariants: reading what was written gives the same plan.
// Threads: pure.
#include "core/error/result.h"
#include "core/matrix/matrix.h"
#include "wire/json/value.h"

namespace busbar::wire {

void write_sampling(JsonWriter&, const SamplingPlan&);
Result<SamplingPlan> read_sampling(const JsonView&);

void write_timeouts(JsonWriter&, const Timeouts&);
Result<Timeouts> read_timeouts(const JsonView&);

}  // namespace busbar::wire
