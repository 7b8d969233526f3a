#include "wire/formats/text/clean_lines.h"

#include <algorithm>
#include <cstring>

namespace busbar::wire {
namespace {

constexpr std::string_view kUtf8Mark = "\xEF\xBB\xBF";

bool is_control(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte < 0x20 && c != '\t') || byte == 0x7F;
}

bool needs_cleaning(std::string_view line) {
  return std::any_of(line.begin(), line.end(), is_control);
}

// Behind an escape sequence that starts at `at` (which is ESC).
std::size_t behind_escape(std::string_view line, std::size_t at) {
  std::size_t i = at + 1;
  if (i >= line.size()) return i;
  if (line[i] == ']') {  // operating system command: up to BEL or ESC backslash
    while (i < line.size() && line[i] != '\a' && line[i] != '\x1b') ++i;
    return std::min(line.size(), i < line.size() && line[i] == '\x1b' ? i + 2 : i + 1);
  }
  if (line[i] != '[') return std::min(line.size(), i + 1);
  ++i;  // control sequence: parameters, then one byte from @ to ~
  while (i < line.size() && (line[i] < '@' || line[i] > '~')) ++i;
  return std::min(line.size(), i + 1);
}

void append_utf8(std::string& out, std::uint32_t code) {
  const auto put = [&out](std::uint32_t byte) { out += static_cast<char>(byte); };
  if (code < 0x80) return put(code);
  if (code < 0x800) {
    put(0xC0 | (code >> 6));
  } else if (code < 0x10000) {
    put(0xE0 | (code >> 12));
    put(0x80 | ((code >> 6) & 0x3F));
  } else {
    put(0xF0 | (code >> 18));
    put(0x80 | ((code >> 12) & 0x3F));
    put(0x80 | ((code >> 6) & 0x3F));
  }
  put(0x80 | (code & 0x3F));
}

enum class Wide { No, LittleEndian, BigEndian };

// By its mark, or by every second byte of the beginning being NUL.
Wide wide(std::string_view text) {
  if (text.starts_with("\xFF\xFE")) return Wide::LittleEndian;
  if (text.starts_with("\xFE\xFF")) return Wide::BigEndian;
  const std::size_t looked_at = std::min<std::size_t>(text.size() & ~std::size_t{1}, 64);
  if (looked_at < 8) return Wide::No;
  std::size_t even = 0, odd = 0;
  for (std::size_t i = 0; i < looked_at; i += 2) {
    even += text[i] == '\0';
    odd += text[i + 1] == '\0';
  }
  if (odd * 2 > looked_at * 9 / 10 && even == 0) return Wide::LittleEndian;
  if (even * 2 > looked_at * 9 / 10 && odd == 0) return Wide::BigEndian;
  return Wide::No;
}

std::string from_utf16(std::string_view text, Wide order) {
  const auto unit = [&](std::size_t at) {
    const auto first = static_cast<unsigned char>(text[at]);
    const auto second = static_cast<unsigned char>(text[at + 1]);
    return static_cast<std::uint32_t>(order == Wide::LittleEndian ? second << 8 | first
                                                                  : first << 8 | second);
  };
  std::string out;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    std::uint32_t code = unit(i);
    const bool is_high = code >= 0xD800 && code < 0xDC00 && i + 3 < text.size();
    if (is_high && unit(i + 2) >= 0xDC00 && unit(i + 2) < 0xE000) {
      code = 0x10000 + ((code - 0xD800) << 10) + (unit(i + 2) - 0xDC00);
      i += 2;
    } else if (code >= 0xD800 && code < 0xE000) {
      code = 0xFFFD;
    }
    if (code != 0xFEFF) append_utf8(out, code);
  }
  return out;
}

}  // namespace

std::string_view clean_line(std::string_view line, std::string& buffer) {
  if (!needs_cleaning(line)) return line;
  buffer.clear();
  for (std::size_t i = 0; i < line.size();) {
    if (line[i] == '\x1b') {
      i = behind_escape(line, i);
    } else {
      if (!is_control(line[i])) buffer += line[i];
      ++i;
    }
  }
  return buffer;
}

std::string_view without_markdown(std::string_view line) {
  while (line.starts_with("> ") || line == ">")
    line.remove_prefix(std::min<std::size_t>(2, line.size()));
  if (line.starts_with("```") || line.starts_with("~~~")) return {};
  return line;
}

std::string_view without_links(std::string_view line, std::string& buffer) {
  constexpr std::string_view kMiddle = "](http";
  std::size_t middle = line.find(kMiddle);
  if (middle == std::string_view::npos) return line;
  std::string text;  // `line` may be in the buffer
  while (middle != std::string_view::npos) {
    const std::size_t open = line.rfind('[', middle), close = line.find(')', middle);
    if (open == std::string_view::npos || close == std::string_view::npos) break;
    text += line.substr(0, open);
    text += line.substr(open + 1, middle - open - 1);
    line.remove_prefix(close + 1);
    middle = line.find(kMiddle);
  }
  text += line;
  buffer = std::move(text);
  return buffer;
}

CleanLines::CleanLines(std::string_view text) : rest_(text) {
  if (const Wide order = wide(text); order != Wide::No) {
    converted_ = from_utf16(text, order);
    rest_ = converted_;
  }
  if (rest_.starts_with(kUtf8Mark)) rest_.remove_prefix(kUtf8Mark.size());
}

std::optional<CleanLine> CleanLines::next() {
  if (rest_.empty()) return std::nullopt;
  const void* found = std::memchr(rest_.data(), '\n', rest_.size());
  const bool is_terminated = found != nullptr;
  const std::size_t end =
      is_terminated ? static_cast<std::size_t>(static_cast<const char*>(found) - rest_.data())
                    : rest_.size();
  std::string_view line = rest_.substr(0, end);
  rest_.remove_prefix(is_terminated ? end + 1 : end);
  while (line.ends_with('\r')) line.remove_suffix(1);
  // What a terminal shows after a progress bar has drawn over itself: the last of the drawings.
  if (const std::size_t at = line.rfind('\r'); at != std::string_view::npos)
    line.remove_prefix(at + 1);
  return CleanLine{++number_, without_markdown(without_links(clean_line(line, line_), line_)),
                   is_terminated};
}

}  // namespace busbar::wire
