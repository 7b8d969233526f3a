#pragma once
// Identifiers as types of their own, made only from text that has been checked.
// Invariants: 1 to 128 characters of [A-Za-z0-9._:/+-], first one a letter or digit; so an
// identifier is safe in a path segment after escaping '/', in a log line and in an argument vector.
#include <compare>
#include <string>
#include <string_view>
#include <utility>

#include "core/error/result.h"

namespace busbar {

// Empty if the text may be an identifier, else what is wrong with it.
std::string identifier_fault(std::string_view text);

template <class Tag>
class Name {
 public:
  Name() = default;
  static Result<Name> parse(std::string text) {
    if (std::string fault = identifier_fault(text); !fault.empty())
      return fail({ErrorKind::InvalidInput, Scope::Process, Tag::kWhat, std::move(fault),
                   "use letters, digits and . _ : / + -, starting with a letter or digit"});
    return Name(std::move(text));
  }
  const std::string& text() const { return text_; }
  bool is_empty() const { return text_.empty(); }
  auto operator<=>(const Name&) const = default;

 private:
  explicit Name(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

struct NodeIdTag {
  static constexpr const char* kWhat = "node name";
};
struct RunIdTag {
  static constexpr const char* kWhat = "run id";
};
struct LaunchIdTag {
  static constexpr const char* kWhat = "launch id";
};
struct MatrixNameTag {
  static constexpr const char* kWhat = "matrix name";
};
struct AlgorithmNameTag {
  static constexpr const char* kWhat = "algorithm name";
};

using NodeId = Name<NodeIdTag>;
using RunId = Name<RunIdTag>;        // "r-" and a sortable unique part
using LaunchId = Name<LaunchIdTag>;  // RunId + ".l" + number, unique for ever
using MatrixName = Name<MatrixNameTag>;
// The library's own published name, such as "ring"; "default" leaves the choice to the library.
using AlgorithmName = Name<AlgorithmNameTag>;

AlgorithmName default_algorithm();

}  // namespace busbar
