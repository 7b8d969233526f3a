#include "wire/formats/nccl_log/line.h"

#include <utility>

#include "wire/formats/nccl_log/scan.h"

namespace busbar::wire::nccl_log {
namespace {

struct Level {
  std::size_t at = 0, end = 0;
  NcclLevel level = NcclLevel::Info;
};

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::optional<NcclLevel> level_word(std::string_view text, std::size_t& length) {
  constexpr std::pair<std::string_view, NcclLevel> kWords[] = {
      {"INFO", NcclLevel::Info}, {"WARN", NcclLevel::Warn},  {"TRACE", NcclLevel::Trace},
      {"ATTN", NcclLevel::Warn}, {"ABORT", NcclLevel::Warn}, {"CALL", NcclLevel::Trace}};
  for (const auto& [word, level] : kWords)
    if (text.starts_with(word) && (text.size() == word.size() || is_blank(text[word.size()]))) {
      length = word.size();
      return level;
    }
  return std::nullopt;
}

// Capital N is rare in what stands before, so that this skips at the speed of memchr.
std::optional<Level> find_level(std::string_view text) {
  constexpr std::string_view kName = "NCCL ";
  for (std::size_t at = text.find('N'); at != std::string_view::npos; at = text.find('N', at + 1)) {
    if (text.compare(at, kName.size(), kName) != 0) continue;
    std::size_t length = 0;
    if (const auto level = level_word(text.substr(at + kName.size()), length))
      return Level{at, at + kName.size() + length, *level};
  }
  return std::nullopt;
}

// "…[12" at the end.
bool is_bracketed_number(std::string_view text) {
  const std::size_t end = text.size();
  while (!text.empty() && is_digit(text.back())) text.remove_suffix(1);
  return text.size() < end && text.ends_with('[');
}

// "host:1:2 [0] INFO …" of 2.2 and older; only behind a device or a place in a CUDA source.
std::optional<Level> find_old_level(std::string_view text) {
  const std::size_t device = text.find("] ");
  if (device == std::string_view::npos || !is_bracketed_number(text.substr(0, device)))
    return std::nullopt;
  std::size_t at = device + 2, length = 0;
  auto level = level_word(text.substr(at), length);
  if (!level) {  // "misc/ibvwrap.cu:61 WARN"
    at = text.find(" WARN ", at);
    if (at == std::string_view::npos) return std::nullopt;
    const std::string_view place = text.substr(device, at - device);
    if (!contains(place, ".cu:") && !contains(place, ".h:")) return std::nullopt;
    ++at;
    level = level_word(text.substr(at), length);
    if (!level) return std::nullopt;
  }
  return Level{at, at + length, *level};
}

std::string_view without_blanks_behind(std::string_view text) {
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

// "[3]" at the end of `text`, taken off.
std::optional<std::int64_t> take_device(std::string_view& text) {
  if (!text.ends_with(']')) return std::nullopt;
  const std::size_t open = text.rfind('[');
  if (open == std::string_view::npos || open + 2 == text.size()) return std::nullopt;
  Scan inside(text.substr(open + 1, text.size() - open - 2));
  const auto device = inside.integer();
  if (!device || !inside.is_done()) return std::nullopt;
  text = without_blanks_behind(text.substr(0, open));
  return device;
}

std::string_view take_last_word(std::string_view& text) {
  std::size_t at = text.size();
  while (at > 0 && !is_blank(text[at - 1])) --at;
  const std::string_view word = text.substr(at);
  text = without_blanks_behind(text.substr(0, at));
  return word;
}

bool is_host_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '-' || c == '.' ||
         c == '_';
}

// ":123" at the end of `text`, taken off.
std::optional<std::int64_t> take_number_behind_colon(std::string_view& text) {
  std::size_t at = text.size();
  while (at > 0 && is_digit(text[at - 1])) --at;
  if (at == text.size() || at == 0 || text[at - 1] != ':') return std::nullopt;
  const auto number = Scan(text.substr(at)).integer();
  if (number) text.remove_suffix(text.size() - at + 1);
  return number;
}

// "host:pid:thread" at the end of `text`, taken off; its start is returned.
std::optional<std::size_t> take_origin(std::string_view text, NcclLine& line) {
  const auto thread = take_number_behind_colon(text);
  const auto process = thread ? take_number_behind_colon(text) : std::nullopt;
  if (!process) return std::nullopt;
  std::size_t at = text.size();
  while (at > 0 && is_host_character(text[at - 1])) --at;
  if (at == text.size()) return std::nullopt;
  line.thread = *thread;
  line.process = *process;
  line.host = text.substr(at);
  return at;
}

}  // namespace

std::optional<std::int64_t> tagged_rank(std::string_view prefix) {
  if (const std::size_t at = prefix.find("]<std"); at != std::string_view::npos) {
    const std::size_t comma = prefix.rfind(',', at);
    if (comma != std::string_view::npos) return Scan(prefix.substr(comma + 1)).integer();
  }
  if (const auto rank = integer_behind(prefix, "[rank")) return rank;
  Scan label(prefix);  // "  3: " of srun --label, "[3] " of mpiexec -prepend-rank
  const bool is_bracketed = label.blanks().skip("[");
  const auto rank = label.integer();
  const bool is_label = is_bracketed ? label.skip("]") : label.skip(": ") || label.rest() == ":";
  return rank && *rank >= 0 && is_label ? rank : std::nullopt;
}

std::optional<NcclLine> nccl_line(std::string_view whole) {
  auto level = find_level(whole);
  if (!level) level = find_old_level(whole);
  if (!level) return std::nullopt;
  NcclLine line;
  line.whole = whole;
  line.level = level->level;
  line.message = whole.substr(level->end);
  if (!line.message.empty()) line.message.remove_prefix(1);
  std::string_view head = without_blanks_behind(whole.substr(0, level->at));
  line.device = take_device(head);
  if (!line.device && level->level != NcclLevel::Info) {
    line.place = take_last_word(head);
    line.device = take_device(head);
  }
  line.start = head.size();
  if (const auto start = take_origin(head, line)) line.start = *start;
  if (line.start > 0) line.job_rank = tagged_rank(whole.substr(0, line.start));
  return line;
}

}  // namespace busbar::wire::nccl_log
