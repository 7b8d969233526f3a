#include "wire/json/value.h"

#include "wire/json/utf8.h"

#include <nlohmann/json.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace busbar::wire {
namespace {

using Json = nlohmann::ordered_json;

void append_escaped(std::string& out, char c) {
  constexpr std::string_view kHex = "0123456789abcdef";
  const auto byte = static_cast<unsigned char>(c);
  if (c == '"' || c == '\\') {
    out += '\\';
    out += c;
  } else if (c == '\n') {
    out += "\\n";
  } else if (c == '\t') {
    out += "\\t";
  } else if (byte < 0x20 || byte == 0x7f) {
    out += "\\u00";
    out += kHex[byte >> 4];
    out += kHex[byte & 15];
  } else {
    out += c;
  }
}

template <class T>
std::string shortest(T value) {
  if (!std::isfinite(value)) return "null";
  std::array<char, 40> buffer;
  const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr;
  return std::string(buffer.data(), end);
}

bool is_too_deep(std::string_view text) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '[' || c == '{') {
      if (++depth > kJsonDepthMax) return true;
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

std::unexpected<Error> refuse(std::string where, std::string what, std::string remedy) {
  return fail({ErrorKind::InvalidInput, Scope::Process, std::move(where), std::move(what),
               std::move(remedy)});
}

}  // namespace

std::string quoted_json(std::string_view text) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    if (length == 0) {
      out += "\xEF\xBF\xBD";
      text.remove_prefix(1);
      continue;
    }
    if (length == 1)
      append_escaped(out, text.front());
    else
      out += text.substr(0, length);
    text.remove_prefix(length);
  }
  out += '"';
  return out;
}

void JsonWriter::separate() {
  if (needs_comma_) text_ += ',';
  needs_comma_ = true;
}

JsonWriter& JsonWriter::begin_object() {
  separate();
  text_ += '{';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::end_object() {
  text_ += '}';
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::begin_array() {
  separate();
  text_ += '[';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::end_array() {
  text_ += ']';
  needs_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::key(std::string_view name) {
  separate();
  text_ += quoted_json(name);
  text_ += ':';
  needs_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::raw(std::string_view json) {
  separate();
  text_ += json;
  return *this;
}

JsonWriter& JsonWriter::text(std::string_view value) {
  return raw(quoted_json(value));
}
JsonWriter& JsonWriter::number(double value) {
  return raw(shortest(value));
}
JsonWriter& JsonWriter::number(float value) {
  return raw(shortest(value));
}
JsonWriter& JsonWriter::integer(std::int64_t value) {
  return raw(std::to_string(value));
}
JsonWriter& JsonWriter::unsigned_integer(std::uint64_t value) {
  return raw(std::to_string(value));
}
JsonWriter& JsonWriter::flag(bool value) {
  return raw(value ? "true" : "false");
}
JsonWriter& JsonWriter::null() {
  return raw("null");
}

struct JsonView::Document {
  Json root;
};

namespace {

// The header knows the library's value as an untyped address; it is only ever made from one in this
// file.
const Json& json_of(const void* node) {
  return *static_cast<const Json*>(node);
}

}  // namespace

Result<JsonView> JsonView::parse(std::string_view text) {
  if (is_too_deep(text))
    return refuse("JSON text", "is nested deeper than " + std::to_string(kJsonDepthMax) + " levels",
                  "nest less");
  auto document = std::make_shared<Document>();
  try {
    document->root = Json::parse(text);
  } catch (const Json::parse_error& fault) {
    return refuse("byte " + std::to_string(fault.byte), "the text is not JSON here",
                  "send one complete JSON value in UTF-8");
  } catch (const Json::exception& fault) {
    return refuse("JSON text", std::string("holds a number out of range: ") + fault.what(),
                  "send numbers that a double holds");
  }
  const Json* node = &document->root;
  return JsonView(std::move(document), node);
}

bool JsonView::is_object() const {
  return json_of(node_).is_object();
}
bool JsonView::is_array() const {
  return json_of(node_).is_array();
}
bool JsonView::is_null() const {
  return json_of(node_).is_null();
}

std::string JsonView::kind_text() const {
  const Json& json = json_of(node_);
  if (json.is_object()) return "an object";
  if (json.is_array()) return "an array";
  if (json.is_string()) return "a text";
  if (json.is_boolean()) return "true or false";
  if (json.is_number()) return "a number";
  return "null";
}

std::optional<JsonView> JsonView::field(std::string_view name) const {
  const Json& json = json_of(node_);
  if (!json.is_object()) return std::nullopt;
  const auto found = json.find(std::string(name));
  if (found == json.end()) return std::nullopt;
  return JsonView(document_, &*found);
}

std::optional<std::string> JsonView::as_text() const {
  const Json& json = json_of(node_);
  if (!json.is_string()) return std::nullopt;
  return json.get_ref<const std::string&>();
}

std::optional<double> JsonView::as_number() const {
  const Json& json = json_of(node_);
  if (!json.is_number()) return std::nullopt;
  return json.get<double>();
}

std::optional<std::int64_t> JsonView::as_integer() const {
  const Json& json = json_of(node_);
  if (!json.is_number_integer()) return std::nullopt;
  if (json.is_number_unsigned() && !std::in_range<std::int64_t>(json.get<std::uint64_t>()))
    return std::nullopt;
  return json.get<std::int64_t>();
}

std::optional<std::uint64_t> JsonView::as_unsigned() const {
  const Json& json = json_of(node_);
  if (!json.is_number_unsigned()) return std::nullopt;
  return json.get<std::uint64_t>();
}

std::optional<bool> JsonView::as_flag() const {
  const Json& json = json_of(node_);
  if (!json.is_boolean()) return std::nullopt;
  return json.get<bool>();
}

std::size_t JsonView::size() const {
  return is_object() || is_array() ? json_of(node_).size() : 0;
}

std::optional<JsonView> JsonView::item(std::size_t index) const {
  const Json& json = json_of(node_);
  if (!json.is_array() || index >= json.size()) return std::nullopt;
  return JsonView(document_, &json[index]);
}

std::vector<JsonView> JsonView::items() const {
  std::vector<JsonView> found;
  if (!is_array()) return found;
  found.reserve(size());
  for (const Json& item : json_of(node_)) found.push_back(JsonView(document_, &item));
  return found;
}

void JsonView::for_each_member(
    const std::function<void(const std::string&, const JsonView&)>& visit) const {
  if (!is_object()) return;
  for (const auto& [name, value] : json_of(node_).items()) visit(name, JsonView(document_, &value));
}

std::string JsonView::text_or(std::string_view name, std::string_view otherwise) const {
  const auto member = field(name);
  const auto value = member ? member->as_text() : std::nullopt;
  return value ? *value : std::string(otherwise);
}

double JsonView::number_or(std::string_view name, double otherwise) const {
  const auto member = field(name);
  return member ? member->as_number().value_or(otherwise) : otherwise;
}

std::uint64_t JsonView::unsigned_or(std::string_view name, std::uint64_t otherwise) const {
  const auto member = field(name);
  return member ? member->as_unsigned().value_or(otherwise) : otherwise;
}

bool JsonView::flag_or(std::string_view name, bool otherwise) const {
  const auto member = field(name);
  return member ? member->as_flag().value_or(otherwise) : otherwise;
}

std::string JsonView::json_text() const {
  return json_of(node_).dump();
}

}  // namespace busbar::wire
