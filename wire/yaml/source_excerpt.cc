#include "wire/yaml/document.h"
#include "wire/yaml/matrix_reader.h"

#include <charconv>
#include <optional>

namespace busbar::wire {
namespace {

constexpr std::size_t kWindow = 100;  // a JSON file may be one line; a terminal is not as wide

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

// The number that ends before `end`, which is moved before it.
std::optional<std::size_t> number_before(std::string_view text, std::size_t& end) {
  std::size_t begin = end;
  while (begin > 0 && is_digit(text[begin - 1])) --begin;
  std::size_t number = 0;
  if (begin == end ||
      std::from_chars(text.data() + begin, text.data() + end, number).ec != std::errc{})
    return std::nullopt;
  end = begin;
  return number;
}

// ":7:12" at the end, or before the blank and the member's path.
std::optional<Position> position_in(std::string_view where) {
  const auto ends_with_position = [&](std::size_t end) -> std::optional<Position> {
    const auto column = number_before(where, end);
    if (!column || end == 0 || where[--end] != ':') return std::nullopt;
    const auto line = number_before(where, end);
    if (!line || end == 0 || where[end - 1] != ':') return std::nullopt;
    return Position{*line, *column};
  };
  for (std::size_t end = where.size(); end > 0; --end)
    if (end == where.size() || where[end] == ' ')
      if (const auto position = ends_with_position(end)) return position;
  return std::nullopt;
}

std::string_view line_of(std::string_view text, std::size_t line) {
  for (; line > 1; --line) {
    const std::size_t end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  text = text.substr(0, text.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

bool continues_character(char c) {
  return (static_cast<unsigned char>(c) & 0xC0) == 0x80;
}

// `count` characters from the character `first` on.
std::string characters_of(std::string_view line, std::size_t first, std::size_t count) {
  std::string out;
  std::size_t index = 0;
  for (const char c : line) {
    if (!continues_character(c)) ++index;  // the index-th character, from 1
    if (index > first && index <= first + count) out += c == '\t' ? ' ' : c;
  }
  return out;
}

}  // namespace

std::string source_excerpt(std::string_view text, const Error& error) {
  const auto position = position_in(error.where);
  if (!position || position->line == 0 || position->column == 0) return {};
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  const std::string_view line = line_of(text, position->line);
  if (line.empty()) return {};
  const std::size_t column = position->column - 1;
  const std::size_t first = column < kWindow ? 0 : column - kWindow / 2;
  return characters_of(line, first, kWindow) + "\n" + std::string(column - first, ' ') + "^";
}

}  // namespace busbar::wire
