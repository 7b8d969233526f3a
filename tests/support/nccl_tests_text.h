#pragma once
// Writes tables as nccl-tests prints them, from its own print formats, for any collective, number
// of ranks and layout; so that a reader is held to the program and not to a few samples.
#include <cstdint>
#include <string>
#include <string_view>

namespace busbar::test {

// Before 2.13 a collective prints only the columns that it has, and the largest difference.
enum class NcclLayout { Old, Modern };

struct NcclTable {
  std::string_view collective = "all_reduce";
  std::uint64_t ranks = 8;
  NcclLayout layout = NcclLayout::Modern;
  bool has_device_list = true;
  bool is_validated = true;
  std::uint64_t min_bytes = 1 << 20, max_bytes = 64 << 20;
  double seconds_per_byte = 1e-11;  // and 20 us for every row
};

// With parameters, devices, heading, rows and closing lines.
std::string nccl_table(const NcclTable& table);

}  // namespace busbar::test
