// Every published log of tests/corpora/nccl-logs, member by member against what a reader of the
// text worked out. What differs must be in kKnown with its reason, and what is there must differ.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/support/expect_check.h"
#include "wire/formats/reading.h"

namespace busbar::wire {
namespace {

constexpr std::size_t kCases = 24;

// A member of a case that is not as wanted, and why that stays.
struct Known {
  std::string_view id, member, reason;
};
constexpr std::array kKnown{
    Known{"nl-023", "errors[0].text",
          "wanted without the words \"Test NCCL failure\", which nl-009 wants with them"}};

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return std::move(out).str();
}

std::filesystem::path folder() {
  return BUSBAR_SOURCE_DIR "/tests/corpora/nccl-logs";
}

std::vector<std::string> case_ids() {
  std::vector<std::string> ids;
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    if (entry.path().extension() == ".json") ids.push_back(entry.path().stem());
  std::sort(ids.begin(), ids.end());
  return ids;
}

// "note" in a warning is prose too.
std::vector<std::string> all_differences(const std::string& id) {
  const auto sidecar = JsonView::parse(text_of(folder() / (id + ".json")));
  EXPECT_TRUE(sidecar) << id;
  const JsonView expect = *sidecar->field("expect");
  const std::string text = text_of(folder() / sidecar->text_or("file"));
  const Reading reading = nccl_log_readers().front().read(text);
  const auto facts = JsonView::parse(reading.facts_json);
  EXPECT_TRUE(facts) << id;
  auto list = differences(
      *facts, expect, prose_ignored({"note", "root_cause", "root_cause_accept", "diagnosis_step"}));
  const auto causes = cause_differences(reading, expect);
  list.insert(list.end(), causes.begin(), causes.end());
  return list;
}

class NcclLogCorpus : public testing::TestWithParam<std::string> {};

TEST_P(NcclLogCorpus, IsReadAsAReaderWould) {
  const std::string& id = GetParam();
  std::vector<std::string> list = all_differences(id);
  for (const Known& known : kKnown) {
    if (known.id != id) continue;
    const auto end = std::remove_if(list.begin(), list.end(), [&](const std::string& difference) {
      return difference.starts_with(known.member);
    });
    EXPECT_NE(end, list.end()) << known.member << " agrees by now: take it out of the table";
    list.erase(end, list.end());
  }
  for (const std::string& difference : list) ADD_FAILURE() << id << ": " << difference;
}

INSTANTIATE_TEST_SUITE_P(All, NcclLogCorpus, testing::ValuesIn(case_ids()), [](const auto& made) {
  std::string name = made.param;
  std::erase(name, '-');
  return name;
});

TEST(NcclLogCorpusFolder, HasAllItsCases) {
  EXPECT_EQ(case_ids().size(), kCases);
}

TEST(NcclLogCorpusFolder, EveryTextIsTakenForALog) {
  for (const std::string& id : case_ids())
    EXPECT_GE(nccl_log_readers().front().likeness(text_of(folder() / (id + ".txt"))), 50) << id;
}

}  // namespace
}  // namespace busbar::wire
