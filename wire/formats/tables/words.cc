#include "wire/formats/tables/words.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

namespace busbar::wire {
namespace {

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

constexpr std::size_t npos = std::string_view::npos;

// Tables print few decimals; a table is several times faster than pow.
double power_of_ten(int power) {
  constexpr std::array kPowers{1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1e0};
  constexpr int kLowest = -7;
  return power >= kLowest && power <= 0 ? kPowers[static_cast<std::size_t>(power - kLowest)]
                                        : std::pow(10.0, power);
}

template <class Number>
std::optional<Number> parsed(std::string_view word) {
  Number value{};
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace

void split_words(std::string_view line, std::vector<std::string_view>& into) {
  into.clear();
  for (std::size_t at = 0; at < line.size();) {
    if (is_blank(line[at])) {
      ++at;
      continue;
    }
    const std::size_t begin = at;
    while (at < line.size() && !is_blank(line[at])) ++at;
    into.push_back(line.substr(begin, at - begin));
  }
}

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  split_words(line, words);
  return words;
}

std::vector<std::string_view> columns_of(std::string_view line) {
  std::vector<std::string_view> columns;
  for (std::size_t at = 0; at < line.size();) {
    if (is_blank(line[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && line[end] != '\t' &&
           !(line[end] == ' ' && end + 1 < line.size() && is_blank(line[end + 1])))
      ++end;
    columns.push_back(trimmed(line.substr(at, end - at)));
    at = end;
  }
  return columns;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::optional<std::uint64_t> whole_number(std::string_view word) {
  if (word.empty() || !is_digit(word.front())) return std::nullopt;
  return parsed<std::uint64_t>(word);
}

std::optional<std::int64_t> signed_number(std::string_view word) {
  return parsed<std::int64_t>(word);
}

std::optional<Figure> figure(std::string_view word) {
  const std::string_view digits = word.starts_with('-') ? word.substr(1) : word;
  if (digits.empty() || !(is_digit(digits.front()) || digits.front() == '.')) return std::nullopt;
  const auto value = parsed<double>(word);
  if (!value || !std::isfinite(*value)) return std::nullopt;
  const std::size_t exponent_at = word.find_first_of("eE");
  const std::string_view mantissa = word.substr(0, exponent_at);
  const std::size_t point = mantissa.find('.');
  int power = point == npos ? 0 : -static_cast<int>(mantissa.size() - point - 1);
  if (exponent_at != npos) {
    std::string_view exponent = word.substr(exponent_at + 1);
    if (exponent.starts_with('+')) exponent.remove_prefix(1);
    power += static_cast<int>(parsed<std::int64_t>(exponent).value_or(0));
  }
  return Figure{*value, 0.5 * power_of_ten(power)};
}

std::optional<double> decimal_number(std::string_view word) {
  const auto found = figure(word);
  return found ? std::optional(found->value) : std::nullopt;
}

std::optional<std::string_view> behind(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == npos) return std::nullopt;
  return text.substr(at + name.size());
}

std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view name) {
  auto rest = behind(text, name);
  if (!rest) return std::nullopt;
  const std::size_t begin = rest->find_first_not_of(" \t:=");
  if (begin == npos) return std::nullopt;
  const std::string_view number = rest->substr(begin);
  const std::size_t end = number.find_first_not_of("0123456789");
  return whole_number(number.substr(0, end));
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != npos;
}

}  // namespace busbar::wire
