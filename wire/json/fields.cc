#include "wire/json/fields.h"

#include <cmath>

namespace busbar::wire {
namespace {

constexpr std::size_t kQuotedValueMax = 80;  // enough to recognise it, short enough for one line

std::string shown(const JsonView& value) {
  std::string text = value.json_text();
  if (text.size() <= kQuotedValueMax) return text;
  std::size_t cut = kQuotedValueMax;
  while (cut > 0 && (static_cast<unsigned char>(text[cut]) & 0xC0) == 0x80) --cut;
  return text.substr(0, cut) + "…";
}

}  // namespace

Fields::Fields(JsonView object, std::string where)
    : object_(std::move(object)), where_(std::move(where)) {
  if (!object_.is_object())
    fault_ = Error{ErrorKind::InvalidInput, Scope::Process, where_,
                   shown(object_) + " is " + object_.kind_text(), "send an object"};
}

bool Fields::has(std::string_view name) const {
  const auto found = object_.field(name);
  return found && !found->is_null();
}

void Fields::refuse(std::string_view name, std::string what, std::string remedy) {
  if (fault_) return;
  fault_ = Error{ErrorKind::InvalidInput, Scope::Process, where_ + " " + std::string(name),
                 std::move(what), std::move(remedy)};
}

std::optional<JsonView> Fields::member(std::string_view name, std::string_view wanted) {
  if (fault_) return std::nullopt;
  auto found = object_.field(name);
  if (!found) refuse(name, "is missing", "give " + std::string(wanted));
  return found;
}

std::string Fields::text(std::string_view name) {
  const auto found = member(name, "a text");
  if (!found) return {};
  if (auto value = found->as_text()) return std::move(*value);
  refuse(name, shown(*found) + " is not a text", "give a text");
  return {};
}

std::optional<double> Fields::finite(std::string_view name) {
  const auto found = member(name, "a number");
  if (!found) return std::nullopt;
  const auto value = found->as_number();
  if (value && std::isfinite(*value)) return value;
  refuse(name, shown(*found) + " is not a finite number", "give a number");
  return std::nullopt;
}

double Fields::signed_number(std::string_view name) {
  return finite(name).value_or(0);
}

double Fields::number(std::string_view name) {
  const double value = finite(name).value_or(0);
  if (value >= 0) return value;
  refuse(name, std::to_string(value) + " is negative", "give 0 or more");
  return 0;
}

std::int64_t Fields::integer(std::string_view name) {
  const auto found = member(name, "an integer");
  if (!found) return 0;
  if (const auto value = found->as_integer()) return *value;
  refuse(name, shown(*found) + " is not an integer of 64 bits", "give an integer");
  return 0;
}

std::uint64_t Fields::unsigned_number(std::string_view name, std::uint64_t most) {
  const auto found = member(name, "an integer, 0 or more");
  if (!found) return 0;
  const auto value = found->as_unsigned();
  if (value && *value <= most) return *value;
  refuse(name, shown(*found) + " is not an integer from 0 to " + std::to_string(most),
         "give an integer in that range");
  return 0;
}

std::uint32_t Fields::unsigned32(std::string_view name, std::uint32_t most) {
  return static_cast<std::uint32_t>(unsigned_number(name, most));
}

bool Fields::flag(std::string_view name) {
  const auto found = member(name, "true or false");
  if (!found) return false;
  if (const auto value = found->as_flag()) return *value;
  refuse(name, shown(*found) + " is not true or false", "give true or false");
  return false;
}

std::vector<JsonView> Fields::array(std::string_view name, std::size_t most) {
  const auto found = member(name, "an array");
  if (!found) return {};
  if (found->is_array() && found->size() <= most) return found->items();
  refuse(name,
         found->is_array() ? "has " + std::to_string(found->size()) + " items"
                           : shown(*found) + " is not an array",
         "give an array of at most " + std::to_string(most) + " items");
  return {};
}

std::vector<std::string> Fields::texts(std::string_view name, std::size_t most) {
  std::vector<std::string> found;
  for (const JsonView& item : array(name, most)) {
    if (auto value = item.as_text())
      found.push_back(std::move(*value));
    else
      refuse(name, "holds " + shown(item), "give texts only");
  }
  return found;
}

std::map<std::string, std::string> Fields::text_map(std::string_view name) {
  std::map<std::string, std::string> found;
  const auto map = object(name);
  if (!map) return found;
  map->for_each_member([&](const std::string& key, const JsonView& value) {
    if (auto text = value.as_text())
      found[key] = std::move(*text);
    else
      refuse(name, quoted_json(key) + " is " + value.kind_text(), "give texts only");
  });
  return found;
}

std::optional<JsonView> Fields::object(std::string_view name) {
  auto found = member(name, "an object");
  if (found && found->is_object()) return found;
  if (found) refuse(name, shown(*found) + " is not an object", "give an object");
  return std::nullopt;
}

}  // namespace busbar::wire
