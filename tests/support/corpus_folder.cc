#include "tests/support/corpus_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

namespace busbar {
namespace {

std::filesystem::path folder_path(std::string_view folder) {
  return std::filesystem::path(BUSBAR_SOURCE_DIR) / "tests" / "corpora" / folder;
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

}  // namespace

std::string corpus_text(std::string_view folder, std::string_view file) {
  std::string text = file_text(folder_path(folder) / file);
  EXPECT_FALSE(text.empty()) << folder << "/" << file;
  return text;
}

std::vector<CorpusCase> corpus_cases(std::string_view folder) {
  std::vector<std::filesystem::path> sidecars;
  for (const auto& entry : std::filesystem::directory_iterator(folder_path(folder)))
    if (entry.path().extension() == ".json") sidecars.push_back(entry.path());
  std::sort(sidecars.begin(), sidecars.end());
  std::vector<CorpusCase> cases;
  for (const auto& path : sidecars) {
    const auto sidecar = wire::JsonView::parse(file_text(path));
    EXPECT_TRUE(sidecar && sidecar->field("expect")) << path;
    if (!sidecar || !sidecar->field("expect")) continue;
    cases.push_back({path.stem().string(), corpus_text(folder, sidecar->text_or("file")), *sidecar,
                     *sidecar->field("expect")});
  }
  EXPECT_FALSE(cases.empty()) << folder;
  return cases;
}

std::vector<std::string> mutations(std::string_view text, std::uint64_t seed, std::size_t times) {
  std::mt19937_64 random(seed);
  std::vector<std::string> made;
  for (std::size_t i = 0; i < times && !text.empty(); ++i) {
    std::string copy(text);
    for (std::uint64_t edits = 1 + random() % 8; edits > 0 && !copy.empty(); --edits) {
      const std::size_t at = random() % copy.size(), length = 1 + random() % 12;
      switch (random() % 4) {
        case 0:
          copy[at] = static_cast<char>(random() & 0xFF);
          break;
        case 1:
          copy.erase(at, length);
          break;
        case 2:
          copy.insert(at, copy.substr(at, length));
          break;
        default:
          copy.insert(at, 1, "\n\t :=<>,[]9-\"&x"[random() % 15]);
      }
    }
    made.push_back(std::move(copy));
  }
  return made;
}

}  // namespace busbar
