#pragma once
// One YAML or JSON document as a tree with positions, made only from text that is safe to read.
// Promises: at most kDepthMax levels and kNodesMax values, no anchors, aliases or tags, one
// document, UTF-8, no control characters; a plain `8` and a quoted "8" stay different. Units: lines
// and columns from 1, columns in characters. Errors: InvalidInput or TooLarge at file:line:column;
// the first one ends the reading. Threads: pure.
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/result.h"

namespace busbar::wire {

inline constexpr std::size_t kDepthMax = 16;      // a matrix has 5 levels
inline constexpr std::size_t kNodesMax = 50'000;  // a few lists of kItemsMax; a tree of some MiB

struct Position {
  std::size_t line = 1;
  std::size_t column = 1;
};

struct YamlMember;

struct YamlNode {
  enum class Kind { Null, Plain, Quoted, Sequence, Map };
  Kind kind = Kind::Null;
  Position position;
  std::string text;                 // Plain, Quoted
  std::vector<YamlNode> items;      // Sequence
  std::vector<YamlMember> members;  // Map, in the order of the text; repeated keys stay

  bool is_scalar() const { return kind == Kind::Plain || kind == Kind::Quoted; }
};

struct YamlMember {
  std::string name;
  Position position;
  YamlNode value;
};

// "matrix.yaml:7:12"
std::string place(std::string_view file_name, Position position);

Result<YamlNode> parse_document(std::string_view text, std::string_view file_name);

}  // namespace busbar::wire
