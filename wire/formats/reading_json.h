#pragma once
// A reading as JSON, the shape that `busbar read --json` prints: docs/formats/reading.md.
// Threads: pure.
#include <string>
#include <string_view>

#include "wire/formats/reading.h"

namespace busbar::wire {

std::string to_json(const Reading& reading, std::string_view file);

}  // namespace busbar::wire
