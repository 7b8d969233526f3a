#include "wire/yaml/document.h"

#include "wire/json/utf8.h"
#include "wire/yaml/matrix_reader.h"

#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include <algorithm>
#include <optional>
#include <sstream>
#include <utility>

namespace busbar::wire {
namespace {

struct Refusal {
  Position position;
  std::string what;
  std::string remedy;
};

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  lines.push_back(text);
  return lines;
}

std::size_t characters(std::string_view bytes) {
  return static_cast<std::size_t>(std::count_if(bytes.begin(), bytes.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

Position position_of(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 is 0
  const auto feeds = std::count(before.begin(), before.end(), '\n');
  return {static_cast<std::size_t>(feeds) + 1, characters(before.substr(line_start)) + 1};
}

// Builds the tree from the parser's events; what may not be there ends the parsing by an exception,
// because the parser recurses and nothing else reaches through it. It never leaves parse_document.
class TreeBuilder final : public YAML::EventHandler {
 public:
  explicit TreeBuilder(std::string_view text) : lines_(lines_of(text)) {}

  void OnDocumentStart(const YAML::Mark&) override {}
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(mark, "", anchor, YamlNode::Kind::Null);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override {
    throw Refusal{position(mark), "an alias", "write the value out; aliases are not read"};
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const bool is_plain = tag == "?";
    YamlNode& node =
        add(mark, tag, anchor, is_plain ? YamlNode::Kind::Plain : YamlNode::Kind::Quoted);
    node.text = value;
    if (is_plain && (value == "~" || value == "null")) node.kind = YamlNode::Kind::Null;
    if (awaits_key_was_) take_key(node);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(add(mark, tag, anchor, YamlNode::Kind::Sequence));
  }
  void OnSequenceEnd() override { open_.pop_back(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(add(mark, tag, anchor, YamlNode::Kind::Map));
  }
  void OnMapEnd() override { open_.pop_back(); }

  Position position(const YAML::Mark& mark) {
    if (mark.is_null()) return {};
    const auto line = std::min(static_cast<std::size_t>(mark.line), lines_.size() - 1);
    const auto column = static_cast<std::size_t>(std::max(mark.column, 0));
    // Positions ascend, so counting goes on where it stopped: a file of one line costs its length
    // once.
    if (line != counted_.line || column < counted_.bytes) counted_ = {line, 0, 0};
    const std::size_t bytes = std::min(column, lines_[line].size());
    if (bytes > counted_.bytes) {
      counted_.characters +=
          characters(lines_[line].substr(counted_.bytes, bytes - counted_.bytes));
      counted_.bytes = bytes;
    }
    return {line + 1, counted_.characters + 1};
  }

  YamlNode take_root() { return std::move(root_); }

 private:
  struct Level {
    YamlNode* node;
    bool awaits_key;
  };

  // The place for the next value: the root, a new item, the value of the last key, or a key.
  YamlNode& slot(Position at) {
    awaits_key_was_ = false;
    if (open_.empty()) return root_;
    Level& level = open_.back();
    if (level.node->kind == YamlNode::Kind::Sequence) return level.node->items.emplace_back();
    awaits_key_was_ = std::exchange(level.awaits_key, !level.awaits_key);
    if (awaits_key_was_) {
      level.node->members.push_back({"", at, {}});
      return key_ = YamlNode{};
    }
    return level.node->members.back().value;
  }

  YamlNode& add(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                YamlNode::Kind kind) {
    const Position at = position(mark);
    if (anchor != 0)
      throw Refusal{at, "an anchor", "write the value out where it is used; anchors are not read"};
    if (!tag.empty() && tag != "?" && tag != "!")
      throw Refusal{at, "the tag " + tag, "leave tags out"};
    if (++count_ > kNodesMax)
      throw Refusal{at, "more than " + std::to_string(kNodesMax) + " values", "give fewer values"};
    YamlNode& node = slot(at);
    node.kind = kind;
    node.position = at;
    if (awaits_key_was_ && kind != YamlNode::Kind::Plain && kind != YamlNode::Kind::Quoted)
      throw Refusal{at, "a key that is not a text",
                    "use the names of docs/guide/matrix.md as keys, and close every bracket"};
    if (kind == YamlNode::Kind::Null && !open_.empty() && !open_.back().node->members.empty())
      node.position = open_.back().node->members.back().position;  // nothing stands there: its key
    return node;
  }

  void open(YamlNode& node) {
    if (open_.size() == kDepthMax)
      throw Refusal{node.position, "nested deeper than " + std::to_string(kDepthMax) + " levels",
                    "a matrix has at most 5 levels"};
    open_.push_back({&node, true});
  }

  void take_key(const YamlNode& node) { open_.back().node->members.back().name = node.text; }

  struct Counted {
    std::size_t line, bytes, characters;
  };

  std::vector<std::string_view> lines_;
  Counted counted_{};
  YamlNode root_;
  YamlNode key_;
  std::vector<Level> open_;
  std::size_t count_ = 0;
  bool awaits_key_was_ = false;
};

bool is_json(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && text[first] == '{';
}

// What must not reach the parser.
std::optional<Refusal> text_fault(std::string_view text) {
  if (const auto offset = utf8_fault(text))
    return Refusal{position_of(text, *offset), "byte " + std::to_string(*offset) + " is not UTF-8",
                   "save the file as UTF-8"};
  const bool tabs_allowed = is_json(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (byte == '\t' && !tabs_allowed)
      return Refusal{position_of(text, i), "a tab", "indent and separate with spaces"};
    const bool is_line_end = byte == '\n' || (byte == '\r' && text.substr(i + 1).starts_with('\n'));
    if ((byte < 0x20 && byte != '\t' && !is_line_end) || byte == 0x7f)
      return Refusal{position_of(text, i), "control character " + std::to_string(byte),
                     "save the file as plain text"};
  }
  return std::nullopt;
}

YamlNode build_tree(const std::string& text) {
  TreeBuilder builder(text);
  std::istringstream stream(text);
  try {
    YAML::Parser parser(stream);
    if (!parser.HandleNextDocument(builder))
      throw Refusal{{}, "no document: the text is empty", "see docs/guide/matrix.md for a matrix"};
    TreeBuilder second(text);
    if (parser.HandleNextDocument(second))
      throw Refusal{second.take_root().position, "a second document",
                    "give one matrix a file, without a second ---"};
  } catch (const YAML::Exception& fault) {
    throw Refusal{builder.position(fault.mark), "not YAML here: " + fault.msg,
                  "check indentation, brackets and quotes"};
  }
  return builder.take_root();
}

}  // namespace

std::string place(std::string_view file_name, Position position) {
  return std::string(file_name) + ":" + std::to_string(position.line) + ":" +
         std::to_string(position.column);
}

Result<YamlNode> parse_document(std::string_view text, std::string_view file_name) {
  if (text.size() > kMatrixBytesMax)
    return fail({ErrorKind::TooLarge, Scope::Process, std::string(file_name),
                 std::to_string(text.size()) + " bytes",
                 "give at most " + std::to_string(kMatrixBytesMax) + " bytes"});
  const auto refuse = [&](Refusal refusal) {
    return fail({ErrorKind::InvalidInput, Scope::Process, place(file_name, refusal.position),
                 std::move(refusal.what), std::move(refusal.remedy)});
  };
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a mark that some editors write
  if (auto fault = text_fault(text)) return refuse(std::move(*fault));
  std::string readable(text);
  std::replace(readable.begin(), readable.end(), '\t', ' ');  // only JSON still has tabs: blanks
  try {
    return build_tree(readable);
  } catch (Refusal& refusal) {
    return refuse(std::move(refusal));
  } catch (const std::exception& fault) {
    return refuse({{}, std::string("not YAML: ") + fault.what(), "check brackets and quotes"});
  }
}

}  // namespace busbar::wire
