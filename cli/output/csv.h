#pragma once
// Comma-separated values as RFC 4180 has them, lines ended by a bare newline.
// Threads: pure.
#include <string>
#include <string_view>
#include <vector>

namespace busbar::cli {

// Quoted only if it has to be.
std::string csv_field(std::string_view text);
std::string csv_line(const std::vector<std::string>& fields);

}  // namespace busbar::cli
