#include "wire/yaml/section_reader.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

template <class Read>
std::size_t faults_in(const std::string& text, Read read) {
  const auto root = parse_document("v: " + text, "m.yaml");
  Faults faults("m.yaml");
  read(Located{&root->members[0].value, "v"}, faults);
  return faults.take().size();
}

TEST(SectionReader, ReadsEveryKindOfPlacement) {
  const auto root =
      parse_document("v: [{nodes: each}, {nodes: all, ranks_per_node: 4}, {nodes: [b, a]}]", "m");
  Faults faults("m");
  const auto rules = read_placements(Located{&root->members[0].value, "v"}, faults);
  ASSERT_FALSE(faults.any());
  ASSERT_EQ(rules.size(), 3U);
  EXPECT_EQ(rules[0].kind, PlacementRule::Kind::Each);
  EXPECT_EQ(rules[0].ranks_per_node, std::nullopt);
  EXPECT_EQ(rules[1].kind, PlacementRule::Kind::All);
  EXPECT_EQ(rules[1].ranks_per_node, 4U);
  EXPECT_EQ(rules[2].nodes.front().text(), "b");
}

TEST(SectionReader, WithoutPlacementsEveryNodeMeasuresAlone) {
  Faults faults("m");
  const auto rules = read_placements(std::nullopt, faults);
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].kind, PlacementRule::Kind::Each);
}

TEST(SectionReader, ReadsTheSamplingPlan) {
  const auto root = parse_document(
      "v: {target_half_width: 0.05, confidence: 0.9, samples_min: 7, samples_max: 9, warmup: 0,"
      " cell_seconds_max: 0.5}",
      "m");
  Faults faults("m");
  const SamplingPlan plan = read_sampling_section({&root->members[0].value, "v"}, faults);
  ASSERT_FALSE(faults.any());
  EXPECT_EQ(plan.target_half_width, Ratio(0.05));
  EXPECT_EQ(plan.confidence, Ratio(0.9));
  EXPECT_EQ(plan.samples_min, 7U);
  EXPECT_EQ(plan.samples_max, 9U);
  EXPECT_EQ(plan.warmup, 0U);
  EXPECT_EQ(plan.cell_time_max, Seconds(0.5));
}

TEST(SectionReader, FindsEveryFaultOfASection) {
  EXPECT_EQ(faults_in("{target_half_width: 0.9, confidence: 1, samples_min: 0, warmup: -1, x: 1}",
                      [](const Located& at, Faults& faults) { read_sampling_section(at, faults); }),
            5U);
  EXPECT_EQ(faults_in("{launch_start_seconds: 0, cell_silence_seconds: 99999}",
                      [](const Located& at, Faults& faults) { read_timeouts_section(at, faults); }),
            2U);
  EXPECT_EQ(faults_in("{samples_min: 3, samples_max: 2}",
                      [](const Located& at, Faults& faults) { read_sampling_section(at, faults); }),
            1U);
}

TEST(SectionReader, ABudgetWithoutTimeHasNone) {
  const auto root = parse_document("v: {}\nw: {seconds_max: 90}", "m");
  Faults faults("m");
  EXPECT_EQ(read_budget({&root->members[0].value, "v"}, faults).time_max, std::nullopt);
  EXPECT_EQ(read_budget({&root->members[1].value, "w"}, faults).time_max, Seconds(90));
}

}  // namespace
}  // namespace busbar::wire
