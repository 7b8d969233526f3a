#pragma once
// The events of a run as JSON: in the store and in server-sent events.
// Units: seconds, in the names of the members.
// Errors: InvalidInput naming the member.
// Invariants: parse_event(kind_text(e), event_json(e)) gives e.
// Threads: pure.
#include <string>
#include <string_view>

#include "core/error/result.h"
#include "core/run/events.h"

namespace busbar::wire {

std::string event_json(const RunEvent&);
Result<RunEvent> parse_event(std::string_view kind, std::string_view json);

}  // namespace busbar::wire
