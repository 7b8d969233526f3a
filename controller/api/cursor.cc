#include "controller/api/cursor.h"

#include <charconv>
#include <optional>

namespace busbar::controller {
namespace {

constexpr std::size_t kDigits = 16;

std::uint64_t checksum(std::string_view list, std::string_view position) {
  return fnv1a(std::string(position) + "\n" + std::string(list));
}

std::optional<std::uint64_t> hexadecimal(std::string_view text) {
  std::uint64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, fault] = std::from_chars(text.data(), end, value, 16);
  return fault == std::errc() && stop == end ? std::optional(value) : std::nullopt;
}

}  // namespace

std::uint64_t fnv1a(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : text) {
    hash ^= static_cast<unsigned char>(c);
    hash *= 0x100000001b3ULL;
  }
  return hash;
}

std::string hex16(std::uint64_t value) {
  std::string text(kDigits, '0');
  for (std::size_t i = kDigits; i > 0; value >>= 4U) text[--i] = "0123456789abcdef"[value & 15U];
  return text;
}

std::string make_cursor(std::string_view list, std::int64_t position) {
  const std::string digits = hex16(static_cast<std::uint64_t>(position));
  return digits + hex16(checksum(list, digits));
}

Result<std::int64_t> read_cursor(std::string_view list, std::string_view cursor) {
  if (cursor.size() == 2 * kDigits) {
    const auto position = hexadecimal(cursor.substr(0, kDigits));
    const auto sum = hexadecimal(cursor.substr(kDigits));
    if (position && sum && *sum == checksum(list, cursor.substr(0, kDigits)))
      return static_cast<std::int64_t>(*position);
  }
  return fail({ErrorKind::InvalidInput, Scope::Process, "cursor",
               "'" + std::string(cursor.substr(0, 64)) + "' was not given out for this list",
               "take next_cursor of the page before, with the same filters, or start without"});
}

}  // namespace busbar::controller
