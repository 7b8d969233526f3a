// Every case of tests/corpora/nccl-tests: the facts that the sidecar expects, the cause, the step.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "tests/support/expect_check.h"
#include "wire/formats/reading.h"

namespace busbar {
namespace {

const std::filesystem::path kFolder =
    std::filesystem::path(BUSBAR_SOURCE_DIR) / "tests/corpora/nccl-tests";

std::string text_of(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// Sidecar's prose, and why a row was cut.
ExpectOptions options() {
  return prose_ignored({"truncated", "anomalies", "why", "rows_note", "root_cause",
                        "root_cause_accept", "diagnosis_step"});
}

std::vector<std::filesystem::path> sidecars() {
  std::vector<std::filesystem::path> found;
  for (const auto& entry : std::filesystem::directory_iterator(kFolder))
    if (entry.path().extension() == ".json") found.push_back(entry.path());
  std::sort(found.begin(), found.end());
  return found;
}

TEST(NcclTestsCorpus, HasAllItsCases) {
  EXPECT_EQ(sidecars().size(), 18U);
}

TEST(NcclTestsCorpus, EveryFactIsAsExpected) {
  for (const auto& path : sidecars()) {
    SCOPED_TRACE(path.filename().string());
    const auto sidecar = wire::JsonView::parse(text_of(path));
    ASSERT_TRUE(sidecar);
    const std::string text = text_of(kFolder / sidecar->text_or("file"));
    const wire::Reading reading = wire::nccl_tests_readers().front().read(text);
    const auto facts = wire::JsonView::parse(reading.facts_json);
    ASSERT_TRUE(facts) << reading.facts_json;
    const auto expect = *sidecar->field("expect");
    for (const std::string& difference : differences(*facts, expect, options()))
      ADD_FAILURE() << difference;
    for (const std::string& difference : cause_differences(reading, expect))
      ADD_FAILURE() << difference;
    EXPECT_TRUE(reading.skipped.empty());
    EXPECT_GE(wire::nccl_tests_readers().front().likeness(text), 50);
  }
}

// Runs whose sidecar calls them healthy must not be warned about.
TEST(NcclTestsCorpus, HealthyRunsRaiseNoWarning) {
  for (const auto& path : sidecars()) {
    const auto sidecar = wire::JsonView::parse(text_of(path));
    ASSERT_TRUE(sidecar);
    if (sidecar->field("expect")->text_or("root_cause") != "healthy") continue;
    const wire::Reading reading =
        wire::nccl_tests_readers().front().read(text_of(kFolder / sidecar->text_or("file")));
    for (const Finding& finding : reading.findings)
      EXPECT_EQ(finding.severity, Severity::Note)
          << path.filename() << " " << finding.code << ": " << finding.evidence.front().text;
  }
}

TEST(NcclTestsCorpus, ReadsTheTableOfFourRanksOnOneGpu) {
  const wire::Reading reading = wire::nccl_tests_readers().front().read(
      text_of(kFolder / "nccl-tests-ring-simple-4ranks.txt"));
  const auto facts = wire::JsonView::parse(reading.facts_json);
  ASSERT_TRUE(facts);
  EXPECT_EQ(facts->text_or("suite_version"), "2.19.6");
  EXPECT_EQ(facts->unsigned_or("nccl_library_code"), 22803U);
  EXPECT_EQ(facts->text_or("collective"), "all_reduce");
  EXPECT_EQ(facts->unsigned_or("nranks"), 4U);
  EXPECT_EQ(facts->unsigned_or("nnodes"), 4U);
  EXPECT_EQ(facts->field("rows")->size(), 23U);
  EXPECT_TRUE(facts->field("rows")->item(0)->field("oop_wrong")->is_null());
  EXPECT_EQ(facts->field("rows")->item(22)->number_or("ip_busbw_gbps"), 3.12);
  EXPECT_TRUE(facts->flag_or("complete"));
}

}  // namespace
}  // namespace busbar
