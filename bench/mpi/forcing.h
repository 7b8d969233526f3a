#pragma once
// Parameters of Open MPI through its tool interface (MPI_T).
// Threads: one. Errors: nothing or false where the library has no such parameter.
#include <cstdint>
#include <optional>
#include <string>

namespace busbar::bench {

bool write_parameter(const std::string& name, int value);
std::optional<std::uint64_t> read_parameter(const std::string& name);

}  // namespace busbar::bench
