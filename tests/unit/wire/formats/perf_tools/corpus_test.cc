// Every case of tests/corpora/perf-tools: facts and findings that the sidecar expects, by the
// reader that likes the text best.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/expect_check.h"
#include "wire/formats/reading.h"

namespace busbar {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path(BUSBAR_SOURCE_DIR) / "tests/corpora/perf-tools";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::filesystem::path> sidecars() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".json") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

// The reader of the folder that likes the text best, and only one.
const wire::FormatReader* reader_of(std::string_view text) {
  const wire::FormatReader* best = nullptr;
  int liked = 0;
  for (const wire::FormatReader& reader : wire::perf_tool_readers()) {
    const int here = reader.likeness(text);
    EXPECT_NE(here == liked && here > 0, true) << reader.kind << " likes it as much";
    if (here > liked) best = &reader, liked = here;
  }
  return best;
}

TEST(PerfToolsCorpus, HasAllItsCases) {
  EXPECT_EQ(sidecars().size(), 8U);
}

TEST(PerfToolsCorpus, EveryFactAndFindingIsAsExpected) {
  for (const auto& path : sidecars()) {
    SCOPED_TRACE(path.filename().string());
    const auto sidecar = wire::JsonView::parse(text_of(path));
    ASSERT_TRUE(sidecar);
    const std::string text = text_of(kFolder / sidecar->text_or("file"));
    const wire::FormatReader* reader = reader_of(text);
    ASSERT_NE(reader, nullptr);
    const wire::Reading reading = reader->read(text);
    const auto facts = wire::JsonView::parse(reading.facts_json);
    ASSERT_TRUE(facts) << reading.facts_json;
    const auto expect = *sidecar->field("expect");
    for (const std::string& difference : differences(*facts, expect, prose_ignored({"findings"})))
      ADD_FAILURE() << difference;
    for (const std::string& difference :
         finding_differences(reading.findings, *expect.field("findings"), prose_ignored()))
      ADD_FAILURE() << difference;
    EXPECT_TRUE(reading.skipped.empty());
    EXPECT_TRUE(wire::nccl_tests_readers().front().likeness(text) <= 55);
  }
}

}  // namespace
}  // namespace busbar
