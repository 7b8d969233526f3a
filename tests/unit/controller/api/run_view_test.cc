#include "controller/api/run_view.h"

#include <gtest/gtest.h>

namespace busbar::controller {
namespace {

TEST(RunView, CountsWhatIsLeftAndNeverBelowNone) {
  RunRow run;
  run.id = *RunId::parse("r-1");
  run.planned = 10;
  run.measured = 6;
  run.failed = 1;
  run.left_out = 1;
  auto json = *wire::JsonView::parse(run_json(run, std::nullopt));
  EXPECT_EQ(json.field("cells")->unsigned_or("pending"), 2U);
  run.measured = 20;
  json = *wire::JsonView::parse(run_json(run, std::nullopt));
  EXPECT_EQ(json.field("cells")->unsigned_or("pending", 7), 0U);
}

TEST(RunView, TimesAreUtcOrNull) {
  RunRow run;
  run.id = *RunId::parse("r-1");
  run.submitted = WallTime(1'700'000'000'000'001);
  const auto json = *wire::JsonView::parse(run_json(run, std::nullopt));
  EXPECT_EQ(json.text_or("submitted_at"), "2023-11-14T22:13:20.000001Z");
  EXPECT_TRUE(json.field("started_at")->is_null());
}

TEST(RunView, OutputIsShownOnlyWhereALaunchWentWrong) {
  LaunchRow launch;
  launch.id = *LaunchId::parse("r-1.l1");
  launch.node = *NodeId::parse("n1");
  launch.output_tail = "segmentation fault\xff";
  for (const auto& [state, tail] :
       {std::pair("failed", "segmentation fault\xef\xbf\xbd"), std::pair("finished", "")}) {
    launch.state = state;
    wire::JsonWriter out;
    write_launch(out, launch);
    EXPECT_EQ(wire::JsonView::parse(out.str())->text_or("output_tail", "none"), tail);
  }
}

}  // namespace
}  // namespace busbar::controller
