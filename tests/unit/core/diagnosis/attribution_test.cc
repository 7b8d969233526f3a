#include "core/diagnosis/attribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "tests/unit/core/diagnosis/cluster_builder.h"

namespace busbar {
namespace {

std::vector<std::size_t> series_where(const ClusterHistory& cluster,
                                      const ClusterBuilder::Touches& touches) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < cluster.series.size(); ++i)
    if (touches(cluster.series[i])) places.push_back(i);
  return places;
}

TEST(Attribution, ScoresByHandForOneRail) {
  ClusterHistory cluster;  // two series, one factor of each kind that they share
  for (int i = 0; i < 2; ++i) {
    cluster.series.push_back(a_series("direct", 256 << 20, {node("a"), node("b"), node("c")}));
    cluster.series.back().rail = "r";
  }
  const std::vector<std::size_t> hits{0};
  const auto ranked = Attribution(cluster, {}).explain({.hits = hits, .silent = {}, .night = 0});
  const Attribution attribution(cluster, {});
  for (const FactorScore& each : ranked) {
    if (attribution.factors()[each.factor].cause.kind != CauseKind::Rail) continue;
    EXPECT_NEAR(each.score, std::log(0.93 / 0.005) + std::log(0.07 / 0.995), 1e-12);
    EXPECT_EQ(each.hits, 1U);
    EXPECT_EQ(each.members, 2U);
    EXPECT_FALSE(attribution.is_convincing(each));
    return;
  }
  FAIL() << "no rail";
}

TEST(Attribution, ANodeIsNamedThoughItsSmallMessagesDoNotFeelIt) {
  ClusterBuilder builder;
  const auto hits = series_where(builder.history(), [](const MeasuredSeries& series) {
    return has_node(series, "c") && series.bytes.value() > (1U << 20);
  });
  const Attribution attribution(builder.history(), {});
  const auto ranked = attribution.explain({.hits = hits, .silent = {}, .night = 0});
  EXPECT_EQ(to_text(attribution.factors()[ranked[0].factor].cause), "node c");
  EXPECT_EQ(ranked[0].explained, hits);
  EXPECT_GT(ranked[0].score, ranked[1].score + 3);
}

TEST(Attribution, ARecordedChangeComesBeforeAFaultThatExplainsTheSame) {
  ClusterBuilder builder;
  builder.change(7, {"c"});
  const auto hits = series_where(builder.history(), [](const MeasuredSeries& series) {
    return has_node(series, "c") && series.bytes.value() > (1U << 20);
  });
  const Attribution attribution(builder.history(), {});
  const auto kind_at = [&](std::size_t night) {
    return attribution
        .factors()[attribution.explain({.hits = hits, .silent = {}, .night = night})[0].factor]
        .cause.kind;
  };
  EXPECT_EQ(kind_at(7), CauseKind::Provenance);
  EXPECT_EQ(kind_at(8), CauseKind::Provenance);
  EXPECT_EQ(kind_at(9), CauseKind::Node);
}

TEST(Attribution, OneSeriesAloneConvincesOfNothing) {
  ClusterBuilder builder;
  const Attribution attribution(builder.history(), {});
  for (std::size_t i = 0; i < builder.history().series.size(); ++i)
    for (const FactorScore& each : attribution.explain({.hits = {i}, .silent = {}, .night = 0}))
      EXPECT_FALSE(attribution.is_convincing(each));
}

TEST(Attribution, OrderOfHitsDoesNotMatter) {
  ClusterBuilder builder;
  std::vector<std::size_t> hits{2, 4, 9, 11, 30, 31};
  const Attribution attribution(builder.history(), {});
  const auto forward = attribution.explain({.hits = hits, .silent = {}, .night = 0});
  std::reverse(hits.begin(), hits.end());
  const auto backward = attribution.explain({.hits = hits, .silent = {}, .night = 0});
  ASSERT_EQ(forward.size(), backward.size());
  for (std::size_t i = 0; i < forward.size(); ++i) {
    EXPECT_EQ(forward[i].factor, backward[i].factor);
    EXPECT_EQ(forward[i].score, backward[i].score);
  }
}

TEST(Attribution, WhatIsSilentSpeaksNeitherForNorAgainst) {
  ClusterBuilder builder;
  const auto touched = series_where(builder.history(), [](const MeasuredSeries& series) {
    return has_node(series, "c") && series.bytes.value() > (1U << 20);
  });
  const std::vector<std::size_t> hits(touched.begin(), touched.begin() + 5);
  const std::vector<std::size_t> others(touched.begin() + 5, touched.end());
  const Attribution attribution(builder.history(), {});
  const auto score_of_c = [&](const std::vector<std::size_t>& silent) {
    for (const auto& each : attribution.explain({.hits = hits, .silent = silent, .night = 0}))
      if (to_text(attribution.factors()[each.factor].cause) == "node c") return each.score;
    return 0.0;
  };
  EXPECT_LT(score_of_c({}), 10);
  EXPECT_GT(score_of_c(others), 20);
}

TEST(Attribution, SizeClassesHaveTheirLimits) {
  EXPECT_EQ(size_class(MessageSize((256U << 10) - 1)), SizeClass::LatencyBound);
  EXPECT_EQ(size_class(MessageSize(256U << 10)), SizeClass::Middle);
  EXPECT_EQ(size_class(MessageSize(32U << 20)), SizeClass::BandwidthBound);
}

}  // namespace
}  // namespace busbar
