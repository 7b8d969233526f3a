#include "wire/api/plan.h"

#include <gtest/gtest.h>

#include "tests/support/plan_samples.h"
#include "tests/support/sample_messages.h"

namespace busbar::wire {
namespace {

TEST(PlanJson, HoldsCellsAndWhatWasLeftOut) {
  Plan plan = samples::plan({"n1"}, 3);
  plan.pruned.push_back({samples::cell(), "a_code", "a reason"});
  plan.over_budget.push_back({samples::cell(), Seconds(1)});
  plan.duplicates = 2;
  plan.notes = {"a note"};
  const auto json = *JsonView::parse(plan_json(plan, group_summaries(plan)));
  EXPECT_EQ(json.field("cells")->size(), 3U);
  EXPECT_EQ(json.field("pruned")->item(0)->text_or("code"), "a_code");
  EXPECT_EQ(json.field("over_budget")->size(), 1U);
  EXPECT_EQ(json.field("groups")->item(0)->unsigned_or("cells"), 3U);
  EXPECT_EQ(json.unsigned_or("duplicates"), 2U);
  EXPECT_EQ(json.number_or("estimate_seconds"), 3.0);
  EXPECT_EQ(json.field("notes")->item(0)->as_text(), "a note");
}

TEST(PlanJson, RequestedCellCountsItsRanks) {
  JsonWriter out;
  write_requested(out, samples::cell());
  const auto placement = *JsonView::parse(out.str())->field("placement");
  EXPECT_EQ(placement.unsigned_or("ranks_per_node"), 2U);
  EXPECT_EQ(placement.unsigned_or("ranks"), 4U);
}

TEST(PlanJson, StoredGroupReadsBack) {
  const auto group = parse_group_summary(
      R"({"placement":{"nodes":["n1"],"ranks_per_node":2},"protocol":"eager","cells":3,)"
      R"("estimate_seconds":2.5})");
  ASSERT_TRUE(group) << to_line(group.error());
  EXPECT_EQ(group->protocol, Protocol::Eager);
  EXPECT_EQ(group->cells, 3U);
  EXPECT_FALSE(parse_group_summary(R"({"cells":3})"));
  EXPECT_FALSE(parse_group_summary("rubbish"));
}

}  // namespace
}  // namespace busbar::wire
