#include "core/diagnosis/incidents.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "tests/unit/core/diagnosis/cluster_builder.h"

namespace busbar {
namespace {

IncidentReport report_on(ClusterBuilder& builder) {
  return find_incidents(builder.history(), find_shifts(builder.history()));
}

TEST(Incidents, QuietHistoryHasNone) {
  ClusterBuilder builder;
  const IncidentReport report = report_on(builder);
  EXPECT_TRUE(report.incidents.empty());
  EXPECT_TRUE(report.unexplained.empty());
}

TEST(Incidents, ASlowNodeIsNamedWithStartAndSize) {
  ClusterBuilder builder;
  builder.slow_node("c", 0.2, 17);
  const IncidentReport report = report_on(builder);
  ASSERT_EQ(report.incidents.size(), 1U);
  const Incident& incident = report.incidents[0];
  EXPECT_EQ(to_text(incident.cause.cause), "node c");
  EXPECT_EQ(incident.direction, Direction::Loss);
  EXPECT_EQ(incident.state, IncidentState::Confirmed);
  EXPECT_EQ(incident.start, 17U);
  EXPECT_EQ(incident.earliest, 17U);
  EXPECT_EQ(incident.latest, 17U);
  EXPECT_NEAR(incident.magnitude, 0.2, 0.005);
  EXPECT_NEAR(incident.contrast.difference(), std::log(0.8), 0.01);
  EXPECT_EQ(incident.explained.size(), 7U + 2 * 4);  // pairs; two sets, two algorithms, two sizes
  EXPECT_TRUE(report.unexplained.empty());
}

TEST(Incidents, OneBadNightIsNone) {
  ClusterBuilder builder;
  builder.slow_node("c", 0.4, 17, 18);
  EXPECT_TRUE(report_on(builder).incidents.empty());
}

TEST(Incidents, ARepairIsAGain) {
  ClusterBuilder builder;
  builder.slow_node("c", 0.2, 8, 20);
  const IncidentReport report = report_on(builder);
  ASSERT_EQ(report.incidents.size(), 2U);
  EXPECT_EQ(report.incidents[0].direction, Direction::Loss);
  EXPECT_EQ(report.incidents[0].start, 8U);
  EXPECT_EQ(report.incidents[1].direction, Direction::Gain);
  EXPECT_EQ(report.incidents[1].start, 20U);
  EXPECT_EQ(to_text(report.incidents[1].cause.cause), "node c");
}

TEST(Incidents, TwoCausesOnTheSameNightAreTwo) {
  ClusterBuilder builder;
  builder.slow_node("c", 0.2, 17);
  builder.slow(0.1, 17, 30,
               [](const MeasuredSeries& series) { return series.algorithm == "tree"; });
  const IncidentReport report = report_on(builder);
  ASSERT_EQ(report.incidents.size(), 2U);
  std::vector<std::string> causes;
  for (const Incident& each : report.incidents) causes.push_back(to_text(each.cause.cause));
  std::sort(causes.begin(), causes.end());
  EXPECT_EQ(causes, (std::vector<std::string>{"algorithm tree", "node c"}));
}

TEST(Incidents, DriverOnTheNodesOfALeafIsNotALeafFault) {
  ClusterBuilder builder;
  builder.slow(0.06, 12, 30, [](const MeasuredSeries& series) {
    return has_node(series, "e") || has_node(series, "f") || has_node(series, "g") ||
           has_node(series, "h");
  });
  builder.change(12, {"e", "f", "g", "h"});
  const IncidentReport report = report_on(builder);
  ASSERT_EQ(report.incidents.size(), 1U);
  EXPECT_EQ(to_text(report.incidents[0].cause.cause), "driver 1 -> 2 on e f g h");
  EXPECT_NEAR(report.incidents[0].contrast.outside, 0, 0.005);
  EXPECT_EQ(report.incidents[0].coinciding.size(), 1U);
}

TEST(Incidents, EverythingSlowerIsTheClusterThoughOneLeafHadANewDriver) {
  ClusterBuilder builder;
  builder.slow(0.06, 12, 30, [](const MeasuredSeries&) { return true; });
  builder.change(12, {"e", "f", "g", "h"});
  builder.change(12, {"a", "b", "c", "d", "e", "f", "g", "h"});
  const IncidentReport report = report_on(builder);
  ASSERT_EQ(report.incidents.size(), 1U);
  EXPECT_EQ(report.incidents[0].cause.cause.kind, CauseKind::Cluster);
  EXPECT_EQ(report.incidents[0].coinciding.size(), 2U);  // said, not blamed
}

// The series that the driver did not touch moved as much, but too little data shows it as change
// points: the difference of differences acquits the driver.
TEST(Incidents, AChangeIsAcquittedIfUntouchedSeriesMovedAlike) {
  ClusterBuilder builder;
  builder.slow(0.05, 12, 30, [](const MeasuredSeries&) { return true; });
  builder.change(12, {"a", "b", "c", "d"});
  std::vector<SeriesShift> shifts = find_shifts(builder.history());
  std::erase_if(shifts, [&](const SeriesShift& shift) {
    const auto& set = builder.history().series[shift.series].node_set;
    return std::all_of(set.begin(), set.end(), [](const NodeId& n) { return n.text() >= "e"; });
  });
  for (const Incident& incident : find_incidents(builder.history(), shifts).incidents)
    EXPECT_NE(incident.cause.cause.kind, CauseKind::Provenance);
}

TEST(Incidents, CausesThatExplainTheSameAreNamedTogether) {
  ClusterBuilder builder;
  for (int i = 0; i < 2; ++i) {
    MeasuredSeries series = a_series("collnet_direct", 256 << 20, builder.nodes());
    series.sharp = true;
    builder.add(series);
  }
  builder.slow(0.25, 15, 30, [](const MeasuredSeries& series) { return series.sharp; });
  const IncidentReport report = report_on(builder);
  ASSERT_EQ(report.incidents.size(), 1U);
  EXPECT_EQ(to_text(report.incidents[0].cause.cause), "sharp off");
  ASSERT_EQ(report.incidents[0].alternatives.size(), 1U);
  EXPECT_EQ(to_text(report.incidents[0].alternatives[0].cause), "algorithm collnet_direct");
}

TEST(Incidents, ASingleShiftStaysUnexplained) {
  ClusterBuilder builder;
  for (std::size_t night = 14; night < 30; ++night) builder.history().series[40].logs[night] -= 0.2;
  const IncidentReport report = report_on(builder);
  EXPECT_TRUE(report.incidents.empty());
  ASSERT_EQ(report.unexplained.size(), 1U);
  EXPECT_EQ(report.unexplained[0].series, 40U);
}

TEST(Incidents, RenamingNodesRenamesTheVerdict) {
  const std::vector<std::string> names{"x7", "m", "zz", "b1", "q", "a9", "k", "c3"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    ClusterBuilder plain, renamed(names);
    plain.slow_node(std::string(1, static_cast<char>('a' + i)), 0.15, 13);
    renamed.slow_node(names[i], 0.15, 13);
    const IncidentReport one = report_on(plain);
    const IncidentReport other = report_on(renamed);
    ASSERT_EQ(one.incidents.size(), 1U);
    ASSERT_EQ(other.incidents.size(), 1U);
    EXPECT_EQ(to_text(other.incidents[0].cause.cause), "node " + names[i]);
    EXPECT_DOUBLE_EQ(one.incidents[0].cause.score, other.incidents[0].cause.score);
    EXPECT_EQ(one.incidents[0].explained, other.incidents[0].explained);
  }
}

TEST(Incidents, OrderOfSeriesAndShiftsDoesNotMatter) {
  ClusterBuilder builder;
  builder.slow_node("g", 0.1, 19).change(19, {"a", "g"});
  const IncidentReport forward = report_on(builder);
  ClusterHistory reversed = builder.history();
  std::reverse(reversed.series.begin(), reversed.series.end());
  std::vector<SeriesShift> shifts = find_shifts(reversed);
  std::reverse(shifts.begin(), shifts.end());
  const IncidentReport backward = find_incidents(reversed, shifts);
  ASSERT_EQ(forward.incidents.size(), backward.incidents.size());
  ASSERT_EQ(forward.incidents.size(), 1U);
  EXPECT_EQ(forward.incidents[0].cause.cause, backward.incidents[0].cause.cause);
  EXPECT_NEAR(forward.incidents[0].cause.score, backward.incidents[0].cause.score, 1e-9);
  EXPECT_EQ(forward.incidents[0].start, backward.incidents[0].start);
}

}  // namespace
}  // namespace busbar
