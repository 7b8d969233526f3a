#include "core/units/size_text.h"

#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace busbar {
namespace {

struct Unit {
  std::string_view name;    // as Busbar writes it
  std::string_view letter;  // as nccl-tests takes it
  std::uint64_t bytes;
};

// Largest first, so that the first that divides a size is the one to print.
constexpr std::array kUnits{
    Unit{"TiB", "T", 1ULL << 40},
    Unit{"GiB", "G", 1ULL << 30},
    Unit{"MiB", "M", 1ULL << 20},
    Unit{"KiB", "K", 1ULL << 10},
    Unit{"B", "", 1},
};

constexpr std::string_view kRemedy =
    "write bytes, or KiB, MiB, GiB or TiB (powers of two; K, M, G and T are read as these)";

std::unexpected<Error> refuse(std::string_view text, std::string_view why, std::string remedy) {
  return fail({ErrorKind::InvalidInput, Scope::Process, "size",
               "'" + std::string(text) + "' " + std::string(why), std::move(remedy)});
}

std::string_view without_blanks(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

std::optional<std::uint64_t> bytes_of(std::string_view unit) {
  for (const Unit& known : kUnits)
    if (unit == known.name || unit == known.letter) return known.bytes;
  return std::nullopt;
}

// "KB", "kB", "MB", "GB", "TB" in any case: a unit that two people read differently.
std::optional<std::string> ambiguous_unit_remedy(std::string_view unit) {
  if (unit.size() != 2 || (unit[1] != 'B' && unit[1] != 'b')) return std::nullopt;
  const char letter = static_cast<char>(unit[0] & ~0x20);  // upper case, in ASCII
  if (std::string_view("KMGT").find(letter) == std::string_view::npos) return std::nullopt;
  return std::string("write ") + letter + "iB (powers of two), or the size in bytes";
}

}  // namespace

Result<MessageSize> parse_size(std::string_view text) {
  const std::string_view trimmed = without_blanks(text);
  std::uint64_t number = 0;
  const char* const end = trimmed.data() + trimmed.size();
  const auto [rest, fault] = std::from_chars(trimmed.data(), end, number);
  if (fault == std::errc::result_out_of_range)
    return refuse(text, "is more than 64 bits hold", "give a smaller size");
  if (fault != std::errc{}) return refuse(text, "is not a size", std::string(kRemedy));
  const std::string_view unit = without_blanks({rest, static_cast<std::size_t>(end - rest)});
  if (auto remedy = ambiguous_unit_remedy(unit))
    return refuse(text, "has a unit of two meanings", std::move(*remedy));
  const std::optional<std::uint64_t> bytes = bytes_of(unit);
  if (!bytes) return refuse(text, "has an unknown unit", std::string(kRemedy));
  if (number > std::numeric_limits<std::uint64_t>::max() / *bytes)
    return refuse(text, "is more than 64 bits hold", "give a smaller size");
  return MessageSize(number * *bytes);
}

std::string to_size_text(MessageSize size) {
  for (const Unit& unit : kUnits)
    if (size.value() != 0 && size.value() % unit.bytes == 0)
      return std::to_string(size.value() / unit.bytes) + " " + std::string(unit.name);
  return "0 B";
}

}  // namespace busbar
