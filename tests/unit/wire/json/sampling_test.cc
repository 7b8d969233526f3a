#include "wire/json/sampling.h"

#include <gtest/gtest.h>

namespace busbar::wire {
namespace {

std::string text_of(const SamplingPlan& plan) {
  JsonWriter out;
  write_sampling(out, plan);
  return out.take();
}

TEST(SamplingJson, ReadsBackWhatItWrote) {
  const SamplingPlan written{Ratio(0.02), Ratio(0.9), 10, 50, 3, Seconds(0.25)};
  const auto read = read_sampling(*JsonView::parse(text_of(written)));
  ASSERT_TRUE(read) << to_line(read.error());
  EXPECT_EQ(text_of(*read), text_of(written));
  EXPECT_EQ(read->samples_max, 50U);
  EXPECT_EQ(read->cell_time_max, Seconds(0.25));
}

TEST(SamplingJson, RefusesAPlanThatCannotBeFollowed) {
  for (const SamplingPlan& plan :
       {SamplingPlan{.target_half_width = Ratio(0)}, SamplingPlan{.confidence = Ratio(1)},
        SamplingPlan{.samples_min = 0}, SamplingPlan{.samples_min = 9, .samples_max = 8},
        SamplingPlan{.cell_time_max = Seconds(0)}})
    EXPECT_FALSE(read_sampling(*JsonView::parse(text_of(plan)))) << text_of(plan);
}

TEST(TimeoutsJson, ReadsBackWhatItWroteAndRefusesNoTime) {
  JsonWriter out;
  write_timeouts(out, {Seconds(5), Seconds(7)});
  const auto read = read_timeouts(*JsonView::parse(out.str()));
  ASSERT_TRUE(read);
  EXPECT_EQ(read->launch_start, Seconds(5));
  EXPECT_EQ(read->cell_silence, Seconds(7));
  EXPECT_FALSE(
      read_timeouts(*JsonView::parse(R"({"launch_start_seconds":0,"cell_silence_seconds":1})")));
}

}  // namespace
}  // namespace busbar::wire
