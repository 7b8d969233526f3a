#pragma once
// Takes typed values out of a document's tree and collects every fault on the way.
// Units: as the members' names say.
// Errors: gathered in Faults, each at file:line:column with the member's path, the value and the
// remedy. Invariants: numbers are decimal: digits, a point, digits. Exponents, 0x, _ and leading
// zeros mean different things to different readers of YAML and are refused, as are texts that
// YAML 1.1 takes for a number or a truth value. Threads: values; one Faults for one reading.
#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/collective/collective.h"
#include "core/error/result.h"
#include "wire/yaml/document.h"
#include "wire/yaml/suggestion.h"

namespace busbar::wire {

inline constexpr std::size_t kItemsMax = 4096;  // of one list
inline constexpr std::size_t kFaultsMax = 100;  // more help nobody

class Faults {
 public:
  explicit Faults(std::string_view file_name) : file_name_(file_name) {}

  void add(Position, std::string_view path, std::string what, std::string remedy);
  bool any() const { return !found_.empty(); }
  std::vector<Error> take();  // in the order of the text

 private:
  std::string file_name_;
  struct Fault {
    Position position;
    Error error;
  };
  std::vector<Fault> found_;
};

// A value with the path by which people know it: "sweeps[0].sizes".
struct Located {
  const YamlNode* node = nullptr;
  std::string path;
};

// The value as a person wrote it, cut to a line.
std::string shown(const YamlNode&);

class MapReader {
 public:
  // A value that is no map is a fault, and nothing is found in it.
  MapReader(Located map, Faults& faults);

  std::optional<Located> optional(std::string_view name);
  std::optional<Located> required(std::string_view name);
  // After the last question: faults for every key that was not asked for.
  void refuse_unknown();

 private:
  Located map_;
  Faults& faults_;
  std::vector<std::string> asked_;
};

struct IntegerRange {
  std::uint64_t least, most;
};
struct NumberRange {
  double least, most;
  bool is_least_excluded = false;
};

std::optional<std::uint64_t> read_integer(const Located&, IntegerRange, Faults&);
std::optional<double> read_number(const Located&, NumberRange, Faults&);
std::optional<std::string> read_text(const Located&, Faults&);

// The items of a list that is neither empty nor too long; a fault and none otherwise.
std::vector<Located> read_list(const Located&, Faults&);

void refuse_repeated(const Located& item, std::size_t first, Faults&);

// Every item by `read_item`, repeated ones refused.
template <class T>
std::vector<T> read_distinct(const Located& list, Faults& faults,
                             const std::function<std::optional<T>(const Located&)>& read_item) {
  std::vector<T> values;
  for (const Located& item : read_list(list, faults)) {
    std::optional<T> value = read_item(item);
    if (!value) continue;
    const auto same = std::find(values.begin(), values.end(), *value);
    if (same != values.end())
      refuse_repeated(item, static_cast<std::size_t>(same - values.begin()), faults);
    else
      values.push_back(std::move(*value));
  }
  return values;
}

void refuse_word(const Located&, std::span<const std::string> known, Faults&);
std::vector<std::string> split_words(std::string_view comma_separated);

template <class Enum>
std::optional<Enum> read_word(const Located& value, Faults& faults) {
  const std::optional<std::string> text = read_text(value, faults);
  if (!text) return std::nullopt;
  if (const std::optional<Enum> known = from_text<Enum>(*text)) return known;
  refuse_word(value, split_words(all_texts<Enum>()), faults);
  return std::nullopt;
}

}  // namespace busbar::wire
