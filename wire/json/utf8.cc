#include "wire/json/utf8.h"

namespace busbar::wire {
namespace {

unsigned byte_at(std::string_view text, std::size_t index) {
  return index < text.size() ? static_cast<unsigned char>(text[index]) : 0u;
}

bool continues(unsigned byte) {
  return byte >= 0x80 && byte <= 0xBF;
}

// The second byte's range depends on the first: excludes overlong forms, surrogates and what is
// beyond U+10FFFF.
bool second_byte_fits(unsigned first, unsigned second) {
  if (first == 0xE0) return second >= 0xA0 && second <= 0xBF;
  if (first == 0xED) return second >= 0x80 && second <= 0x9F;
  if (first == 0xF0) return second >= 0x90 && second <= 0xBF;
  if (first == 0xF4) return second >= 0x80 && second <= 0x8F;
  return continues(second);
}

}  // namespace

std::size_t utf8_sequence_length(std::string_view text) {
  if (text.empty()) return 0;
  const unsigned first = byte_at(text, 0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first <= 0xDF   ? 2
                             : first >= 0xE0 && first <= 0xEF ? 3
                             : first >= 0xF0 && first <= 0xF4 ? 4
                                                              : 0;
  if (length == 0 || !second_byte_fits(first, byte_at(text, 1))) return 0;
  for (std::size_t i = 2; i < length; ++i)
    if (!continues(byte_at(text, i))) return 0;
  return length;
}

std::optional<std::size_t> utf8_fault(std::string_view text) {
  std::size_t offset = 0;
  while (offset < text.size()) {
    const std::size_t length = utf8_sequence_length(text.substr(offset));
    if (length == 0) return offset;
    offset += length;
  }
  return std::nullopt;
}

}  // namespace busbar::wire
