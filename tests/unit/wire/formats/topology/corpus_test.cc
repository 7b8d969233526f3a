// Every case of tests/corpora/topology, and the same texts torn and spoilt.
#include <gtest/gtest.h>

#include "tests/support/corpus_check.h"
#include "tests/support/corpus_folder.h"
#include "tests/support/expect_check.h"
#include "wire/formats/topology/matrix.h"

namespace busbar {
namespace {

std::optional<std::string> model_of(const CorpusCase& one) {
  const auto context = one.sidecar.field("context");
  const auto model = context ? context->field("gpu_model") : std::nullopt;
  return model ? model->as_text() : std::nullopt;
}

// nvlink.fabric is prose in the corpus.
ExpectOptions options() {
  return prose_ignored({"findings", "fabric"});
}

TEST(TopologyCorpus, FactsAndFindingsAreAsExpected) {
  for (const CorpusCase& one : corpus_cases("topology")) {
    const wire::Reading reading = wire::topology_reading(one.text, model_of(one));
    const auto facts = wire::JsonView::parse(reading.facts_json);
    ASSERT_TRUE(facts) << one.id;
    for (const std::string& text : differences(*facts, one.expect, options()))
      ADD_FAILURE() << one.id << ": " << text;
    for (const std::string& text :
         finding_differences(reading.findings, *one.expect.field("findings"), options()))
      ADD_FAILURE() << one.id << ": " << text;
  }
}

TEST(TopologyCorpus, EveryTextIsTakenForATopologyAndWithoutAModelGivesTheSameFindings) {
  for (const CorpusCase& one : corpus_cases("topology")) {
    const wire::FormatReader& reader = wire::topology_readers()[0];
    EXPECT_GT(reader.likeness(one.text), 30) << one.id;
    const wire::Reading reading = reader.read(one.text);
    for (const std::string& text :
         finding_differences(reading.findings, *one.expect.field("findings"), options()))
      ADD_FAILURE() << one.id << ": " << text;
  }
}

TEST(TopologyCorpus, TornAndSpoiltTextsAreRead) {
  const auto readers = wire::topology_readers();
  check_robustness({"topology", {readers.begin(), readers.end()}});
}

}  // namespace
}  // namespace busbar
