#pragma once
// Cursors of paged lists: where the next page begins, opaque to clients.
// Promises: a cursor of another list, of other filters, or one that was changed is refused, so a
// page never starts at a place that was not given out for it. The checksum keeps mistakes out; it
// guards no secret, since a position grants nothing that the list itself does not show.
// Errors: InvalidInput with the parameter and the remedy. Threads: pure.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error/result.h"

namespace busbar::controller {

// 64-bit FNV-1a: for checksums and tags, not for secrets.
std::uint64_t fnv1a(std::string_view text);
std::string hex16(std::uint64_t value);  // always 16 digits

// `list` names the list with its filters: "/api/v1/runs?state=queued".
std::string make_cursor(std::string_view list, std::int64_t position);
Result<std::int64_t> read_cursor(std::string_view list, std::string_view cursor);

}  // namespace busbar::controller
