#pragma once
// What the kernel's files say of this host: cores and memory that the ranks may use.
// Units: whole cores, bytes. Threads: one. Errors: a file that is missing says nothing.
#include <cstdint>
#include <optional>
#include <string>

namespace busbar::bench {

std::optional<std::string> file_text(const std::string& path);
std::uint32_t cores_here();
std::optional<std::uint64_t> memory_here();

}  // namespace busbar::bench
