#include "core/diagnosis/host_list.h"

#include <algorithm>
#include <charconv>
#include <set>

#include "core/diagnosis/machine_rules.h"

namespace busbar {
namespace {

using Names = std::vector<std::string>;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::optional<std::uint64_t> number_of(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::string padded(std::uint64_t number, std::size_t width) {
  std::string text = std::to_string(number);
  return std::string(width > text.size() ? width - text.size() : 0, '0') + text;
}

// At commas that are outside brackets; nothing where brackets do not match.
std::optional<std::vector<std::string_view>> split_outside(std::string_view list) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  bool is_inside = false;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (list[i] == '[' || list[i] == ']') {
      if (is_inside == (list[i] == '[')) return std::nullopt;
      is_inside = !is_inside;
    } else if (list[i] == ',' && !is_inside) {
      parts.push_back(list.substr(begin, i - begin));
      begin = i + 1;
    }
  }
  if (is_inside) return std::nullopt;
  parts.push_back(list.substr(begin));
  return parts;
}

// "001-003": the width of the first number is kept.
bool append_range(std::string_view range, Names& numbers) {
  const std::size_t dash = range.find('-');
  const std::string_view first = range.substr(0, dash);
  const std::string_view last = dash == std::string_view::npos ? first : range.substr(dash + 1);
  const auto low = number_of(first), high = number_of(last);
  if (!low || !high || *high < *low || *high - *low >= kHostsMax) return false;
  for (std::uint64_t number = *low; number <= *high; ++number)
    numbers.push_back(padded(number, first.size()));
  return numbers.size() <= kHostsMax;
}

std::optional<Names> numbers_in(std::string_view inside) {
  Names numbers;
  while (true) {
    const std::size_t comma = inside.find(',');
    if (!append_range(inside.substr(0, comma), numbers)) return std::nullopt;
    if (comma == std::string_view::npos) return numbers;
    inside.remove_prefix(comma + 1);
  }
}

bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return is_digit(c) || is_letter(c) || c == '-' || c == '_' || c == '.';
  });
}

// One host with its brackets: "r[1-2]n[01-04]".
std::optional<Names> expand_one(std::string_view part) {
  Names names{""};
  while (!part.empty()) {
    const std::size_t open = part.find('[');
    const std::string_view plain = part.substr(0, open);
    if (!is_plain(plain)) return std::nullopt;
    Names tails{""};
    part.remove_prefix(plain.size());
    if (!part.empty()) {
      const std::size_t close = part.find(']');
      const auto numbers = numbers_in(part.substr(1, close - 1));
      if (!numbers) return std::nullopt;
      tails = *numbers;
      part.remove_prefix(close + 1);
    }
    if (names.size() * tails.size() > kHostsMax) return std::nullopt;
    Names longer;
    for (const std::string& name : names)
      for (const std::string& tail : tails) longer.push_back(name + std::string(plain) + tail);
    names = std::move(longer);
  }
  if (names.size() == 1 && names[0].empty()) return std::nullopt;
  return names;
}

std::string first_part(const std::string& name) {
  return name.substr(0, name.find('.'));
}

bool is_address(const std::string& name) {
  return std::all_of(name.begin(), name.end(), [](char c) { return is_digit(c) || c == '.'; }) ||
         name.find(':') != std::string::npos;
}

void add(std::string_view code, const Names& hosts, std::vector<Finding>& found) {
  if (!hosts.empty()) found.push_back(machine_finding(code, {{"hosts", hosts}}));
}

}  // namespace

std::optional<std::vector<std::string>> expand_host_list(std::string_view list) {
  const auto parts = split_outside(list);
  if (!parts) return std::nullopt;
  Names names;
  for (std::string_view part : *parts) {
    const auto some = expand_one(part);
    if (!some || names.size() + some->size() > kHostsMax) return std::nullopt;
    names.insert(names.end(), some->begin(), some->end());
  }
  return names;
}

bool is_host_name(std::string_view text) {
  constexpr std::size_t kNameMax = 253;  // of a domain name
  if (text.empty() || text.size() > kNameMax) return false;
  if (text.front() == '[') {
    return text.back() == ']' && text.find(':') != std::string_view::npos &&
           text.find_first_not_of("0123456789abcdefABCDEF:.%", 1) == text.size() - 1;
  }
  return (is_digit(text[0]) || is_letter(text[0])) && is_plain(text);
}

std::vector<Finding> findings_of(const HostfileFacts& facts) {
  std::vector<Finding> found;
  std::map<std::string, int> times;
  std::map<std::string, std::set<std::string>> full_names;
  Names repeated, zero, clashing, bad;
  for (const HostEntry& host : facts.hosts) {
    if (++times[host.name] == 2) repeated.push_back(host.name);
    if (host.slots == 0) zero.push_back(host.name);
    if (host.bad_slots) bad.push_back(host.name);
    if (!is_address(host.name)) full_names[first_part(host.name)].insert(host.name);
  }
  for (const auto& [part, names] : full_names)
    if (names.size() > 1) clashing.insert(clashing.end(), names.begin(), names.end());
  add("hostfile_duplicate", repeated, found);
  add("hostfile_zero_slots", zero, found);
  add("hostfile_short_name_clash", clashing, found);
  add("hostfile_bad_slots", bad, found);
  return found;
}

}  // namespace busbar
