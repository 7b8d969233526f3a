#pragma once
// Which bytes are UTF-8 (RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF).
// Threads: pure.
#include <cstddef>
#include <optional>
#include <string_view>

namespace busbar::wire {

// Bytes of the well-formed character that the text starts with; 0 if it starts with none.
std::size_t utf8_sequence_length(std::string_view text);

// Offset of the first byte that is not part of UTF-8.
std::optional<std::size_t> utf8_fault(std::string_view text);

}  // namespace busbar::wire
