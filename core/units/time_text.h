#pragma once
// Wall time as text: ISO 8601 in UTC, to the microsecond, and back.
// Errors: InvalidInput for text that is no such time.
// Threads: pure.
#include <string>
#include <string_view>

#include "core/error/result.h"
#include "core/units/quantity.h"

namespace busbar {

std::string utc_text(WallTime);     // "2026-01-02T03:04:05.000006Z"
std::string compact_utc(WallTime);  // "20260102-030405": for names
// Date alone, or date and time with optional fraction, always UTC ("Z").
Result<WallTime> parse_utc(std::string_view text);

}  // namespace busbar
