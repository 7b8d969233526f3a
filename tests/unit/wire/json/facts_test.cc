#include "wire/json/facts.h"
#include "tests/support/sample_messages.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

TEST(FactsJson, ReadsBackWhatItWrote) {
  const auto read = parse_facts(facts_json(samples::facts()));
  ASSERT_TRUE(read) << to_line(read.error());
  EXPECT_EQ(read->machine, samples::facts().machine);
  EXPECT_EQ(read->host_name, "n1.example");
  EXPECT_EQ(read->cores, 2U);
  EXPECT_EQ(read->memory_bytes, 8589934592U);
  EXPECT_EQ(read->labels, samples::facts().labels);
  EXPECT_EQ(read->engines, samples::facts().engines);
}

TEST(FactsJson, NamesTheMemberThatIsWrong) {
  std::string text = facts_json(samples::facts());
  text.replace(text.find("\"cores\":2"), 9, "\"cores\":-2");
  EXPECT_EQ(parse_facts(text).error().where, "facts cores");
}

TEST(ProvenanceJson, ReadsBackWhatItWrote) {
  const Provenance written{{"kernel", "6.1"}, {"odd", "a\"b\n"}};
  EXPECT_EQ(*parse_provenance(provenance_json(written)), written);
  EXPECT_EQ(provenance_json({}), "{}");
}

TEST(ProvenanceJson, RefusesWhatIsNoText) {
  EXPECT_EQ(parse_provenance(R"({"mpi":4.1})").error().where, "provenance mpi");
  EXPECT_FALSE(parse_provenance("[]"));
}

}  // namespace
}  // namespace busbar::wire
