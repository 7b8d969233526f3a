#pragma once
// JSON text for those who must not know the JSON library: a writer that emits text straight, and a
// view that reads. Promises: what the writer emits is valid JSON in UTF-8 (broken bytes become
// U+FFFD, so foreign output can be carried), and a double reads back as the same double. The view
// refuses texts that are too deep or not UTF-8. Errors: InvalidInput with the byte offset where the
// text stops being JSON. Invariants: JSON has no NaN or infinity; the writer puts null for one, so
// that no reader takes it for a number. Threads: values; a view shares its immutable document.
#include <concepts>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/result.h"

namespace busbar::wire {

// Deeper than any message of ours by far; bounds the recursion of whoever walks a document.
inline constexpr std::size_t kJsonDepthMax = 64;

// The text as a JSON string with its quotes.
std::string quoted_json(std::string_view text);

class JsonWriter {
 public:
  JsonWriter& begin_object();
  JsonWriter& end_object();
  JsonWriter& begin_array();
  JsonWriter& end_array();
  JsonWriter& key(std::string_view name);

  JsonWriter& text(std::string_view value);
  JsonWriter& number(double value);  // shortest text that reads back the same; null if not finite
  JsonWriter& number(float value);
  JsonWriter& integer(std::int64_t value);
  JsonWriter& unsigned_integer(std::uint64_t value);
  JsonWriter& flag(bool value);
  JsonWriter& null();
  JsonWriter& raw(std::string_view json);  // already valid JSON, put in verbatim

  template <class T>
  JsonWriter& value(const T& item) {
    if constexpr (std::same_as<T, bool>)
      return flag(item);
    else if constexpr (std::signed_integral<T>)
      return integer(item);
    else if constexpr (std::unsigned_integral<T>)
      return unsigned_integer(item);
    else if constexpr (std::floating_point<T>)
      return number(item);
    else
      return text(item);
  }
  template <class T>
  JsonWriter& value(const std::optional<T>& item) {
    return item ? value(*item) : null();
  }

  // One member of the open object.
  template <class T>
  JsonWriter& field(std::string_view name, const T& item) {
    key(name);
    return value(item);
  }
  JsonWriter& raw_field(std::string_view name, std::string_view json) {
    key(name);
    return raw(json);
  }

  const std::string& str() const { return text_; }
  std::string take() { return std::move(text_); }

 private:
  void separate();
  std::string text_;
  bool needs_comma_ = false;
};

// One value inside a parsed document. Copies are cheap and keep the document alive.
class JsonView {
 public:
  static Result<JsonView> parse(std::string_view text);

  bool is_object() const;
  bool is_array() const;
  bool is_null() const;
  // "a number", "an object", …: for messages that say what is there instead.
  std::string kind_text() const;

  std::optional<JsonView> field(
      std::string_view name) const;  // nothing: no object, or no such member
  std::optional<std::string> as_text() const;
  std::optional<double> as_number() const;         // integers too
  std::optional<std::int64_t> as_integer() const;  // nothing if fractional or out of range
  std::optional<std::uint64_t> as_unsigned() const;
  std::optional<bool> as_flag() const;

  std::size_t size() const;  // items or members; 0 for scalars
  std::optional<JsonView> item(std::size_t index) const;
  std::vector<JsonView> items() const;  // of an array, else empty
  void for_each_member(const std::function<void(const std::string&, const JsonView&)>& visit) const;

  // Members by name with a fallback, for readers of answers that they trust.
  std::string text_or(std::string_view name, std::string_view otherwise = {}) const;
  double number_or(std::string_view name, double otherwise = 0) const;
  std::uint64_t unsigned_or(std::string_view name, std::uint64_t otherwise = 0) const;
  bool flag_or(std::string_view name, bool otherwise = false) const;

  // The value's own text, members in their order; the same value when read again.
  std::string json_text() const;

 private:
  struct Document;
  JsonView(std::shared_ptr<const Document> document, const void* node)
      : document_(std::move(document)), node_(node) {}
  std::shared_ptr<const Document> document_;
  const void* node_ = nullptr;
};

}  // namespace busbar::wire
