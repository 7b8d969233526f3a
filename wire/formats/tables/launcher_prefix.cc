#include "wire/formats/tables/launcher_prefix.h"

#include <cstddef>

namespace busbar::wire {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::string_view kDigits = "0123456789";

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::size_t digits_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_digit(text[end])) ++end;
  return end - at;
}

// "[1,0]<stdout>:" and PRRTE's "[prterun-host-7@1,0]<stderr>: ". Length of the tag up to its '>'.
std::size_t mpirun_tag(std::string_view text) {
  if (!text.starts_with('[')) return 0;
  const std::size_t close = text.find(']');
  if (close == npos || close > 80) return 0;
  for (const std::string_view stream : {"]<stdout>", "]<stderr>", "]<stddiag>"})
    if (text.substr(close).starts_with(stream)) return close + stream.size();
  return 0;
}

// "[0] " of Hydra, only before a table's line: NCCL and UCX print brackets of their own.
std::size_t hydra_tag(std::string_view text) {
  if (!text.starts_with('[')) return 0;
  const std::size_t digits = digits_at(text, 1);
  const std::size_t close = 1 + digits;
  if (digits == 0 || close + 1 >= text.size() || text[close] != ']' || text[close + 1] != ' ')
    return 0;
  const std::size_t next = text.find_first_not_of(' ', close + 1);
  return next != npos && (text[next] == '#' || is_digit(text[next])) ? close + 1 : 0;
}

// "0: " of srun, "node-7: " of pdsh. A name counts only before a table's line, for programs begin
// their own messages with the host name too.
std::size_t label(std::string_view text) {
  const std::size_t colon = text.find(':');
  if (colon == 0 || colon == npos || colon + 1 >= text.size() || text[colon + 1] != ' ') return 0;
  const std::string_view name = text.substr(0, colon);
  if (name.find_first_not_of(kDigits) == npos) return colon;
  if (name.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                             "._-") != npos)
    return 0;
  const std::size_t next = text.find_first_not_of(' ', colon + 1);
  return next != npos && (text[next] == '#' || is_digit(text[next])) ? colon : 0;
}

bool is_clock(std::string_view text, std::size_t at) {  // 12:34:56
  return at + 8 <= text.size() && digits_at(text, at) == 2 && text[at + 2] == ':' &&
         digits_at(text, at + 3) == 2 && text[at + 5] == ':' && is_digit(text[at + 6]) &&
         is_digit(text[at + 7]);
}

// "2024-05-06T07:08:09.123Z ", "[2024-05-06 07:08:09] ", "Mon May  6 07:08:09 2024". Length.
std::size_t time_stamp(std::string_view text) {
  const std::size_t open = text.starts_with('[') ? 1 : 0;
  std::size_t clock = npos;
  if (digits_at(text, open) == 4 && open + 10 < text.size() && text[open + 4] == '-' &&
      text[open + 7] == '-')
    clock = open + 11;
  else if (open == 0 && text.size() > 19 && text[3] == ' ' && text[7] == ' ' && !is_digit(text[0]))
    clock = 11;
  if (clock == npos || !is_clock(text, clock)) return 0;
  std::size_t end = clock + 8;
  if (clock == 11 && open == 0 && !is_digit(text[0]) && text.substr(end).starts_with(" 20"))
    return end + 5 <= text.size() ? end + 5 : 0;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.' || text[end] == ',' ||
                               text[end] == 'Z' || text[end] == '+' || text[end] == ':'))
    ++end;
  if (open == 1) return end < text.size() && text[end] == ']' ? end + 1 : 0;
  return end < text.size() && (text[end] == ' ' || text[end] == '\t') ? end : 0;
}

}  // namespace

LaunchedLine without_launcher_prefix(std::string_view line) {
  LaunchedLine found{{}, line};
  // Few layers: stamp, collector's tag, launcher's tag.
  for (int layer = 0; layer < 4; ++layer) {
    std::string_view text = found.text;
    const std::size_t begin = text.find_first_not_of(" \t|");
    if (begin == npos) return found;
    text.remove_prefix(begin);
    if (text.front() == '#' || text.front() == '.') return found;
    std::size_t length = time_stamp(text);
    bool is_tag = false;
    for (const auto tag : {mpirun_tag, hydra_tag, label})
      if (length == 0 && (length = tag(text)) != 0) is_tag = true;
    if (length == 0) return found;
    if (is_tag) found.stream = text.substr(0, length);
    found.text = text.substr(length);
    if (is_tag && found.text.starts_with(':')) found.text.remove_prefix(1);
  }
  return found;
}

}  // namespace busbar::wire
