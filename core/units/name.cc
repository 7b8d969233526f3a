#include "core/units/name.h"

#include <algorithm>

namespace busbar {
namespace {

constexpr std::size_t kIdentifierLengthMax = 128;  // fits a file name with room for a suffix

bool is_alphanumeric(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool may_stand_in_identifier(char c) {
  return is_alphanumeric(c) || std::string_view("._:/+-").find(c) != std::string_view::npos;
}

}  // namespace

std::string identifier_fault(std::string_view text) {
  if (text.empty()) return "is empty";
  if (text.size() > kIdentifierLengthMax)
    return "has " + std::to_string(text.size()) + " characters, at most 128 are allowed";
  if (!is_alphanumeric(text.front())) return "starts with something else than a letter or digit";
  if (!std::all_of(text.begin(), text.end(), may_stand_in_identifier))
    return "has a character that is not allowed";
  return {};
}

AlgorithmName default_algorithm() {
  return *AlgorithmName::parse("default");
}

}  // namespace busbar
