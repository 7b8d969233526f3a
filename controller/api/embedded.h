#pragma once
// Files that travel inside the program: the dashboard and openapi.yaml. The list is made by
// cmake/embed.py. Invariants: paths are sorted and start with '/'; the dashboard's are as a browser
// asks for them. Threads: constants.
#include <span>
#include <string_view>

namespace busbar::controller {

struct EmbeddedFile {
  std::string_view path;
  std::string_view content_type;
  std::string_view tag;  // of the content, with quotes
  bool is_hashed;        // its name changes with its content
  std::string_view plain;
  std::string_view gzipped;  // empty: not worth it
};

std::span<const EmbeddedFile> embedded_files();  // in the generated source
const EmbeddedFile* find_embedded(std::string_view path);

inline constexpr std::string_view kDescriptionFile = "/openapi.yaml";

}  // namespace busbar::controller
