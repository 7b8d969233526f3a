#pragma once
// Reads the members of one JSON object into typed values; the first fault is kept and everything
// after it is skipped, so a reader is a list of members and one check at the end. Units: as the
// members' names say. Errors: InvalidInput with where (message and member), the wrong value and
// what would be right. Invariants: members that are not asked for are ignored, so an older program
// reads a newer one's message. Threads: values.
#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/collective/collective.h"
#include "core/error/result.h"
#include "wire/json/value.h"

namespace busbar::wire {

class Fields {
 public:
  Fields(JsonView object, std::string where);

  bool has(std::string_view name) const;  // there, and not null
  std::string text(std::string_view name);
  double number(std::string_view name);  // finite, not negative
  double signed_number(std::string_view name);
  std::int64_t integer(std::string_view name);
  std::uint64_t unsigned_number(std::string_view name,
                                std::uint64_t most = std::numeric_limits<std::uint64_t>::max());
  std::uint32_t unsigned32(std::string_view name,
                           std::uint32_t most = std::numeric_limits<std::uint32_t>::max());
  bool flag(std::string_view name);
  std::vector<JsonView> array(std::string_view name, std::size_t most);
  std::vector<std::string> texts(std::string_view name, std::size_t most);
  std::map<std::string, std::string> text_map(std::string_view name);
  std::optional<JsonView> object(std::string_view name);

  template <class Enum>
  Enum word(std::string_view name) {
    const std::string word = text(name);
    if (const std::optional<Enum> known = from_text<Enum>(word)) return *known;
    refuse(name, quoted_json(word) + " is unknown", "use one of " + all_texts<Enum>());
    return Enum{};
  }
  template <class Id>
  Id name(std::string_view member) {
    auto parsed = Id::parse(text(member));
    if (parsed) return std::move(*parsed);
    refuse(member, parsed.error().what, parsed.error().remedy);
    return Id{};
  }
  // Takes over the fault of a part that was read by itself.
  template <class T>
  T part(Result<T> result) {
    if (result) return std::move(*result);
    if (!fault_) fault_ = std::move(result).error();
    return T{};
  }

  void refuse(std::string_view name, std::string what, std::string remedy);
  const std::optional<Error>& fault() const { return fault_; }

  // The value if nothing was refused.
  template <class T>
  Result<T> result(T value) const {
    if (fault_) return fail(*fault_);
    return value;
  }

 private:
  std::optional<JsonView> member(std::string_view name, std::string_view wanted);
  std::optional<double> finite(std::string_view name);

  JsonView object_;
  std::string where_;
  std::optional<Error> fault_;
};

}  // namespace busbar::wire
