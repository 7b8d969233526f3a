#include "core/diagnosis/nightly.h"

#include <gtest/gtest.h>

#include <limits>

#include "tests/unit/core/diagnosis/cluster_builder.h"

namespace busbar {
namespace {

std::vector<NightSuspect> suspects_of_node(const ClusterHistory& cluster, const std::string& name) {
  std::vector<NightSuspect> suspects;
  for (std::size_t i = 0; i < cluster.series.size(); ++i)
    if (has_node(cluster.series[i], name) && cluster.series[i].bytes.value() > (1U << 20))
      suspects.push_back({i, -0.2});
  return suspects;
}

TEST(Nightly, ASlowNodeIsProvisionalOnItsFirstNight) {
  ClusterBuilder builder;
  const auto suspects = suspects_of_node(builder.history(), "f");
  const auto incidents = incidents_of_night(builder.history(), suspects, 9);
  ASSERT_EQ(incidents.size(), 1U);
  EXPECT_EQ(to_text(incidents[0].cause.cause), "node f");
  EXPECT_EQ(incidents[0].state, IncidentState::Provisional);
  EXPECT_EQ(incidents[0].start, 9U);
  EXPECT_NEAR(incidents[0].magnitude, 1 - std::exp(-0.2), 1e-9);
  EXPECT_EQ(incidents[0].explained.size(), suspects.size());
}

TEST(Nightly, ScatteredSuspectsAreNoIncident) {
  ClusterBuilder builder;
  const std::vector<NightSuspect> suspects{{2, -0.1}, {17, -0.3}, {40, -0.1}};
  EXPECT_TRUE(incidents_of_night(builder.history(), suspects, 9).empty());
}

TEST(Nightly, FasterIsNoIncident) {
  ClusterBuilder builder;
  auto suspects = suspects_of_node(builder.history(), "f");
  for (NightSuspect& suspect : suspects) suspect.change = 0.2;
  EXPECT_TRUE(incidents_of_night(builder.history(), suspects, 9).empty());
}

// Half of the node's series were not measured: they must not speak for its health.
TEST(Nightly, WhatWasNotMeasuredDoesNotAcquit) {
  ClusterBuilder builder;
  const auto all = suspects_of_node(builder.history(), "f");
  std::vector<NightSuspect> some;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i % 3 == 0)
      some.push_back(all[i]);
    else
      builder.history().series[all[i].series].logs[9] = std::numeric_limits<double>::quiet_NaN();
  }
  const auto incidents = incidents_of_night(builder.history(), some, 9);
  ASSERT_EQ(incidents.size(), 1U);
  EXPECT_EQ(to_text(incidents[0].cause.cause), "node f");
  EXPECT_EQ(incidents[0].explained.front(), some.front().series);
}

TEST(Nightly, ASecondNightConfirms) {
  ClusterBuilder builder;
  const auto suspects = suspects_of_node(builder.history(), "f");
  auto open = follow({}, incidents_of_night(builder.history(), suspects, 9), 9);
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open[0].incident.state, IncidentState::Provisional);
  open = follow(open, {}, 10);
  ASSERT_EQ(open.size(), 1U);
  open = follow(open, incidents_of_night(builder.history(), suspects, 11), 11);
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(open[0].incident.state, IncidentState::Confirmed);
  EXPECT_EQ(open[0].incident.start, 9U);
  EXPECT_EQ(open[0].nights_seen, (std::vector<std::size_t>{9, 11}));
  EXPECT_EQ(follow(open, {}, 15).size(), 1U);  // stays until somebody closes it
}

TEST(Nightly, OneNightAloneIsWithdrawn) {
  ClusterBuilder builder;
  const auto suspects = suspects_of_node(builder.history(), "f");
  auto open = follow({}, incidents_of_night(builder.history(), suspects, 9), 9);
  open = follow(open, {}, 10);
  EXPECT_TRUE(follow(open, {}, 11).empty());
}

TEST(Nightly, AnotherCauseDoesNotConfirm) {
  ClusterBuilder builder;
  auto open = follow(
      {}, incidents_of_night(builder.history(), suspects_of_node(builder.history(), "f"), 9), 9);
  open = follow(open,
                incidents_of_night(builder.history(), suspects_of_node(builder.history(), "b"), 10),
                10);
  ASSERT_EQ(open.size(), 2U);
  EXPECT_EQ(open[0].incident.state, IncidentState::Provisional);
  EXPECT_EQ(open[1].incident.state, IncidentState::Provisional);
}

TEST(Nightly, ASecondNightNarrowsTheNames) {
  Incident first, second;
  first.cause.cause = {CauseKind::Sharp, {"off"}, {}, {}, {}};
  first.alternatives = {{{CauseKind::Algorithm, {"collnet"}, {}, {}, {}}, 7}};
  second.cause.cause = {CauseKind::Algorithm, {"collnet"}, {}, {}, {}};
  const auto open = follow(follow({}, std::vector{first}, 3), std::vector{second}, 4);
  ASSERT_EQ(open.size(), 1U);
  EXPECT_EQ(to_text(open[0].incident.cause.cause), "algorithm collnet");
  EXPECT_TRUE(open[0].incident.alternatives.empty());
}

}  // namespace
}  // namespace busbar
