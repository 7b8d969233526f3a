#pragma once
// Message sizes as people write and read them: "8", "64KiB", "16 MiB", and nccl-tests' "64K",
// "16M", "1G". Units: bytes; every suffix is a power of two. "KB" is refused: it means 1000 to some
// and 1024 to others. Errors: InvalidInput with the text and what would be right; a size that 64
// bits cannot hold is refused too. Invariants: parse_size(to_size_text(s)) == s for every size.
// Threads: pure.
#include <string>
#include <string_view>

#include "core/error/result.h"
#include "core/units/quantity.h"

namespace busbar {

Result<MessageSize> parse_size(std::string_view text);

// In the largest unit that divides it: "8 B", "64 KiB", "16 MiB", "1 GiB", "1000 B".
std::string to_size_text(MessageSize);

}  // namespace busbar
