#include "io/file/crc32.h"

#include <array>

namespace busbar::io {
namespace {

constexpr std::array<std::uint32_t, 256> make_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ ((value & 1) ? 0xEDB88320u : 0u);
    table[i] = value;
  }
  return table;
}

constexpr auto kTable = make_table();

}  // namespace

std::uint32_t crc32_of(std::string_view bytes, std::uint32_t so_far) {
  std::uint32_t value = ~so_far;
  for (const char c : bytes)
    value = kTable[(value ^ static_cast<unsigned char>(c)) & 0xFFu] ^ (value >> 8);
  return ~value;
}

}  // namespace busbar::io
