#pragma once
// The sample messages of schemas/examples/messages, which the schemas are checked against too: what
// the writers write must be exactly these lines. BUSBAR_UPDATE_GOLDEN=1 in the environment writes
// them anew.
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace busbar::samples {

inline std::string golden_lines(const std::string& name, const std::vector<std::string>& written) {
  const std::string path =
      std::string(BUSBAR_SOURCE_DIR) + "/schemas/examples/messages/" + name + ".jsonl";
  if (std::getenv("BUSBAR_UPDATE_GOLDEN") != nullptr) {
    std::ofstream file(path, std::ios::binary);
    for (const std::string& line : written) file << line << '\n';
  }
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace busbar::samples
