#pragma once
// Whether buffers fit before they are touched: the kernel promises more memory than there is and
// ends the program afterwards. Units: bytes. Threads: pure.
// Invariants: what cannot be read is no reason to refuse.
#include <cstdint>
#include <optional>
#include <string>

namespace busbar::bench {

// The texts of the kernel's files, empty where there is no such file.
struct MemoryTexts {
  std::string meminfo;
  std::string limit, usage;  // of the control group: memory.max and memory.current or version 1's
};
std::optional<std::uint64_t> available_memory(const MemoryTexts&);

}  // namespace busbar::bench
