// Foreign text is cut, torn and damaged anywhere: no reader of tables may crash, read beyond its
// text, or give facts that are no JSON. Run under the address sanitizer too.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "wire/formats/nccl_tests/measurements.h"
#include "wire/formats/reading.h"
#include "wire/json/value.h"

namespace busbar {
namespace {

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> corpus() {
  const std::filesystem::path root = std::filesystem::path(BUSBAR_SOURCE_DIR) / "tests/corpora";
  std::vector<std::filesystem::path> paths;
  for (const std::string_view folder : {"nccl-tests", "perf-tools"})
    for (const auto& entry : std::filesystem::directory_iterator(root / folder))
      if (entry.path().extension() != ".json" && entry.path().extension() != ".md")
        paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> texts;
  for (const auto& path : paths) texts.push_back(text_of(path));
  return texts;
}

// A heap copy of its own, so that the sanitizer sees a read past the end.
void read_all(const std::string& text) {
  const std::vector<char> copy(text.begin(), text.end());
  const std::string_view view(copy.data(), copy.size());
  const auto read = [&](const wire::FormatReader& reader) {
    EXPECT_LE(reader.likeness(view), 100);
    const wire::Reading reading = reader.read(view);
    EXPECT_TRUE(wire::JsonView::parse(reading.facts_json)) << reading.facts_json.substr(0, 200);
  };
  for (const wire::FormatReader& reader : wire::nccl_tests_readers()) read(reader);
  for (const wire::FormatReader& reader : wire::perf_tool_readers()) read(reader);
  wire::nccl_tests_measurements(wire::read_nccl_tests(view), {std::nullopt, RankCount(8)});
}

TEST(TablesRobustness, HasACorpus) {
  EXPECT_GE(corpus().size(), 27U);
}

TEST(TablesRobustness, SurvivesACutAtEveryLine) {
  for (const std::string& text : corpus())
    for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1))
      if (at < 1000 || at % 11 == 0) read_all(text.substr(0, at));
}

TEST(TablesRobustness, SurvivesACutAtEveryByte) {
  for (const std::string& text : corpus()) {
    // All bytes of one line in the middle, and all of the end.
    const std::size_t middle = text.size() / 2;
    for (std::size_t at = middle; at < std::min(middle + 60, text.size()); ++at)
      read_all(text.substr(std::min<std::size_t>(middle, 2000) / 2, at));
    for (std::size_t at = text.size() - std::min<std::size_t>(30, text.size()); at < text.size();
         ++at)
      read_all(text.substr(text.size() > 3000 ? text.size() - 3000 : 0, at));
  }
}

std::string mutated(std::string text, std::mt19937& random) {
  static constexpr std::string_view kPieces[] = {"N/A",
                                                 "-1",
                                                 "99999999999999999999",
                                                 "0",
                                                 "\n",
                                                 "\r",
                                                 "\t",
                                                 " ",
                                                 "[",
                                                 "]",
                                                 "{",
                                                 "}",
                                                 "\"",
                                                 ":",
                                                 "#",
                                                 "e308",
                                                 "nan",
                                                 "inf",
                                                 ".",
                                                 "|",
                                                 "\x1b[",
                                                 "\0",
                                                 "\xff\xfe",
                                                 "size",
                                                 "float",
                                                 "algbw busbw",
                                                 "Rank",
                                                 "(",
                                                 "step: 0(factor)",
                                                 "1e-400"};
  const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
  for (std::size_t change = 1 + below(8); change > 0 && !text.empty(); --change) {
    const std::size_t at = below(text.size());
    const std::size_t length = below(std::min<std::size_t>(40, text.size() - at));
    switch (below(4)) {
      case 0:
        text[at] = static_cast<char>(random());
        break;
      case 1:
        text.erase(at, length);
        break;
      case 2:
        text.insert(at, kPieces[below(std::size(kPieces))]);
        break;
      default:
        text.insert(below(text.size()), text.substr(at, length));
        break;
    }
  }
  return text;
}

TEST(TablesRobustness, SurvivesSeededMutations) {
  constexpr unsigned kSeed = 20260102;
  std::mt19937 random(kSeed);
  const std::vector<std::string> texts = corpus();
  for (int round = 0; round < 8; ++round)
    for (std::size_t i = 0; i < texts.size(); ++i) {
      SCOPED_TRACE("seed " + std::to_string(kSeed) + " round " + std::to_string(round) + " text " +
                   std::to_string(i));
      read_all(mutated(texts[i], random));
    }
}

}  // namespace
}  // namespace busbar
