#include "wire/formats/listings/listing.h"

#include <algorithm>
#include <charconv>

#include "wire/formats/text/clean_lines.h"

namespace busbar::wire::listing {
namespace {

constexpr std::size_t kEvidenceMax = 400;

bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

char lower_letter(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

template <class Number>
std::optional<Number> whole(std::string_view text, int base) {
  Number value{};
  const char* const end = text.data() + text.size();
  const auto [behind, error] = std::from_chars(text.data(), end, value, base);
  if (error != std::errc{} || behind != end) return std::nullopt;
  return value;
}

}  // namespace

std::vector<Line> lines_of(std::string_view text) {
  std::vector<Line> lines;
  CleanLines reader(text);
  while (const auto line = reader.next()) {
    if (lines.size() == kLinesMax) break;
    lines.push_back({line->number, std::string(line->text), line->is_terminated});
  }
  return lines;
}

Evidence evidence(const Line& line) {
  return {line.number, std::string(trimmed(line.text).substr(0, kEvidenceMax))};
}

void skip(Reading& reading, const Line& line, std::string_view why) {
  constexpr std::size_t kQuotedMax = 80;
  if (reading.skipped.size() == kSkippedMax) {
    ++reading.skipped_more;
    return;
  }
  reading.skipped.push_back(
      {line.number,
       std::string(why) + ": " + std::string(trimmed(line.text).substr(0, kQuotedMax))});
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::size_t indentation(std::string_view line) {
  constexpr std::size_t kTab = 8;
  std::size_t column = 0;
  for (char c : line) {
    if (c == '\t')
      column = (column / kTab + 1) * kTab;
    else if (c == ' ')
      ++column;
    else
      break;
  }
  return column;
}

std::vector<std::string_view> words(std::string_view text) {
  std::vector<std::string_view> result;
  std::size_t at = 0;
  while (at < text.size()) {
    while (at < text.size() && is_blank(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && !is_blank(text[at])) ++at;
    if (at > begin) result.push_back(text.substr(begin, at - begin));
  }
  return result;
}

std::vector<std::string_view> cells(std::string_view text, char separator) {
  std::vector<std::string_view> result;
  while (true) {
    const std::size_t at = text.find(separator);
    result.push_back(trimmed(text.substr(0, at)));
    if (at == std::string_view::npos) return result;
    text.remove_prefix(at + 1);
  }
}

std::optional<std::pair<std::string_view, std::string_view>> pair_of(std::string_view line,
                                                                     char separator) {
  const std::size_t at = line.find(separator);
  if (at == std::string_view::npos) return std::nullopt;
  return std::pair{trimmed(line.substr(0, at)), trimmed(line.substr(at + 1))};
}

std::optional<std::int64_t> integer(std::string_view text) {
  return whole<std::int64_t>(text, 10);
}

std::optional<std::uint64_t> unsigned_of(std::string_view text) {
  if (text.starts_with("0x") || text.starts_with("0X"))
    return whole<std::uint64_t>(text.substr(2), 16);
  return whole<std::uint64_t>(text, 10);
}

std::optional<std::int64_t> leading_integer(std::string_view text) {
  std::int64_t value = 0;
  const auto [behind, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  return value;
}

std::optional<double> leading_number(std::string_view text) {
  double value = 0;
  const auto [behind, error] =
      std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed);
  if (error != std::errc{} || value != value || value > 1e300 || value < -1e300)
    return std::nullopt;
  return value;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool same_word(std::string_view a, std::string_view b) {
  return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
           return lower_letter(x) == lower_letter(y);
         });
}

std::string lower(std::string_view text) {
  std::string result(text);
  std::transform(result.begin(), result.end(), result.begin(), lower_letter);
  return result;
}

std::optional<std::string_view> between(std::string_view text, std::string_view from,
                                        std::string_view to) {
  const auto rest = behind(text, from);
  if (!rest) return std::nullopt;
  const std::size_t end = rest->find(to);
  if (end == std::string_view::npos) return std::nullopt;
  return rest->substr(0, end);
}

std::optional<std::string_view> behind(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return std::nullopt;
  return text.substr(at + mark.size());
}

}  // namespace busbar::wire::listing
