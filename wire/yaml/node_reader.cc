#include "wire/yaml/node_reader.h"

#include "wire/json/value.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>

namespace busbar::wire {
namespace {

constexpr std::size_t kShownMax = 60;  // recognisable, and one line

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

bool are_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_digit);
}

// In quotes, on one line, cut between characters.
std::string shown_text(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  if (text.size() > kShownMax) {
    std::size_t cut = kShownMax;
    while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
    text = text.substr(0, cut) + "…";
  }
  return "'" + text + "'";
}

// -?(0|[1-9][0-9]*)(\.[0-9]+)?
bool is_decimal(std::string_view text) {
  if (text.starts_with('-')) text.remove_prefix(1);
  const std::size_t point = text.find('.');
  const std::string_view whole = text.substr(0, point);
  if (!are_digits(whole) || (whole.size() > 1 && whole.front() == '0')) return false;
  return point == std::string_view::npos || are_digits(text.substr(point + 1));
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return out;
}

// What a reader of YAML 1.1 or 1.2 would not take for a text.
bool is_no_text_elsewhere(std::string_view plain) {
  constexpr std::array<std::string_view, 10> kWords{"true", "false", "yes", "no",   "on",
                                                    "off",  "null",  "~",   ".nan", ".inf"};
  const std::string word = lower(plain);
  if (std::find(kWords.begin(), kWords.end(), word) != kWords.end()) return true;
  const std::size_t sign_end = word.find_first_not_of("+-");
  if (sign_end == std::string::npos) return false;
  const std::string_view digits = std::string_view(word).substr(sign_end);
  if (digits.empty() || !(is_digit(digits.front()) || digits.front() == '.')) return false;
  if (digits.starts_with("0x") || digits.starts_with("0o") || digits.starts_with("0b"))
    return digits.find_first_not_of("0123456789abcdef_", 2) == std::string_view::npos;
  return digits.find_first_not_of("0123456789._:e+-") == std::string_view::npos &&
         !(digits.find_first_of("+-") != std::string_view::npos &&
           digits.find('e') == std::string_view::npos);
}

std::string number_text(double value) {
  return JsonWriter().number(value).take();
}

// A plain decimal number's text; a fault and nothing otherwise.
std::optional<std::string_view> decimal_text(const Located& value, Faults& faults) {
  const YamlNode& node = *value.node;
  if (node.kind == YamlNode::Kind::Plain && is_decimal(node.text)) return node.text;
  faults.add(node.position, value.path, shown(node) + " is not a number",
             node.kind == YamlNode::Kind::Quoted
                 ? "write the number without quotes"
                 : "write decimal digits, without exponent, 0x, _ or leading zeros");
  return std::nullopt;
}

}  // namespace

void Faults::add(Position position, std::string_view path, std::string what, std::string remedy) {
  if (found_.size() >= kFaultsMax) return;
  std::string where = place(file_name_, position);
  if (!path.empty()) where += " " + std::string(path);
  found_.push_back({position,
                    {ErrorKind::InvalidInput, Scope::Process, std::move(where), std::move(what),
                     std::move(remedy)}});
}

std::vector<Error> Faults::take() {
  const auto stands_before = [](const Fault& a, const Fault& b) {
    return std::pair(a.position.line, a.position.column) <
           std::pair(b.position.line, b.position.column);
  };
  std::stable_sort(found_.begin(), found_.end(), stands_before);
  std::vector<Error> errors;
  for (Fault& fault : found_) errors.push_back(std::move(fault.error));
  if (errors.size() == kFaultsMax)
    errors.push_back({ErrorKind::InvalidInput, Scope::Process, file_name_,
                      "has more faults than these " + std::to_string(kFaultsMax),
                      "correct them first"});
  return errors;
}

std::string shown(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::Null) return "nothing";
  if (node.kind == YamlNode::Kind::Sequence) return "a list";
  if (node.kind == YamlNode::Kind::Map) return "a map";
  return shown_text(node.text);
}

MapReader::MapReader(Located map, Faults& faults) : map_(std::move(map)), faults_(faults) {
  const YamlNode& node = *map_.node;
  if (node.kind != YamlNode::Kind::Map)
    faults_.add(node.position, map_.path, shown(node) + " is not a map", "give keys with values");
  std::map<std::string_view, Position> first;
  for (const YamlMember& member : node.members) {
    const auto [same, is_new] = first.emplace(member.name, member.position);
    if (!is_new)
      faults_.add(member.position, map_.path,
                  "the key " + shown_text(member.name) + " stands in line " +
                      std::to_string(same->second.line) + " too",
                  "keep one of them");
  }
}

std::optional<Located> MapReader::optional(std::string_view name) {
  asked_.emplace_back(name);
  const std::string path =
      map_.path.empty() ? std::string(name) : map_.path + "." + std::string(name);
  for (const YamlMember& member : map_.node->members)
    if (member.name == name) return Located{&member.value, path};
  return std::nullopt;
}

std::optional<Located> MapReader::required(std::string_view name) {
  auto found = optional(name);
  if (!found && map_.node->kind == YamlNode::Kind::Map)
    faults_.add(map_.node->position, map_.path, "the key '" + std::string(name) + "' is missing",
                "add it; docs/guide/matrix.md shows how");
  return found;
}

void MapReader::refuse_unknown() {
  for (const YamlMember& member : map_.node->members)
    if (std::find(asked_.begin(), asked_.end(), member.name) == asked_.end())
      faults_.add(member.position, map_.path, "unknown key " + shown_text(member.name),
                  suggestion(member.name, asked_));
}

std::optional<std::uint64_t> read_integer(const Located& value, IntegerRange range,
                                          Faults& faults) {
  const auto text = decimal_text(value, faults);
  if (!text) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, fault] = std::from_chars(text->data(), text->data() + text->size(), number);
  const bool is_integer = fault == std::errc{} && end == text->data() + text->size();
  if (is_integer && number >= range.least && number <= range.most) return number;
  faults.add(value.node->position, value.path,
             shown(*value.node) + " is not an integer from " + std::to_string(range.least) +
                 " to " + std::to_string(range.most),
             "give an integer in that range");
  return std::nullopt;
}

std::optional<double> read_number(const Located& value, NumberRange range, Faults& faults) {
  const auto text = decimal_text(value, faults);
  if (!text) return std::nullopt;
  double number = 0;
  const auto fault = std::from_chars(text->data(), text->data() + text->size(), number).ec;
  const bool is_enough = range.is_least_excluded ? number > range.least : number >= range.least;
  if (fault == std::errc{} && is_enough && number <= range.most) return number;
  faults.add(value.node->position, value.path, shown(*value.node) + " is out of range",
             "give " + std::string(range.is_least_excluded ? "more than " : "at least ") +
                 number_text(range.least) + " and at most " + number_text(range.most));
  return std::nullopt;
}

std::optional<std::string> read_text(const Located& value, Faults& faults) {
  const YamlNode& node = *value.node;
  if (!node.is_scalar()) {
    faults.add(node.position, value.path, shown(node) + " is not a text", "give a text");
    return std::nullopt;
  }
  if (node.kind == YamlNode::Kind::Plain && is_no_text_elsewhere(node.text)) {
    faults.add(node.position, value.path, shown(node) + " is not a text",
               "give a text; put it in quotes if it is meant as one");
    return std::nullopt;
  }
  return node.text;
}

std::vector<Located> read_list(const Located& list, Faults& faults) {
  const YamlNode& node = *list.node;
  std::vector<Located> items;
  if (node.kind != YamlNode::Kind::Sequence) {
    faults.add(node.position, list.path, shown(node) + " is not a list",
               "give a list, such as [a, b]");
    return items;
  }
  if (node.items.empty())
    faults.add(node.position, list.path, "is an empty list", "give at least one item");
  if (node.items.size() > kItemsMax) {
    faults.add(node.position, list.path, "has " + std::to_string(node.items.size()) + " items",
               "give at most " + std::to_string(kItemsMax));
    return items;
  }
  for (std::size_t i = 0; i < node.items.size(); ++i)
    items.push_back({&node.items[i], list.path + "[" + std::to_string(i) + "]"});
  return items;
}

void refuse_repeated(const Located& item, std::size_t first, Faults& faults) {
  faults.add(item.node->position, item.path,
             shown(*item.node) + " is item " + std::to_string(first) + " of the list too",
             "name it once");
}

void refuse_word(const Located& value, std::span<const std::string> known, Faults& faults) {
  faults.add(value.node->position, value.path, shown(*value.node) + " is unknown",
             suggestion(value.node->text, known));
}

std::vector<std::string> split_words(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    words.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    while (text.starts_with(' ')) text.remove_prefix(1);
  }
  return words;
}

}  // namespace busbar::wire
