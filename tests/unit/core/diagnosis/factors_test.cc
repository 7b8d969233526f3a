#include "core/diagnosis/factors.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/unit/core/diagnosis/cluster_builder.h"

namespace busbar {
namespace {

using Names = std::vector<std::string>;

const Factor* find(const std::vector<Factor>& factors, CauseKind kind, const Names& names) {
  const auto at = std::find_if(factors.begin(), factors.end(), [&](const Factor& factor) {
    return factor.cause.kind == kind && factor.cause.names == names;
  });
  return at == factors.end() ? nullptr : &*at;
}

ClusterHistory one_set(const std::string& algorithm) {
  ClusterHistory cluster;
  Names names{"a", "b", "c", "d", "e"};
  std::vector<NodeId> nodes;
  for (const std::string& name : names) {
    nodes.push_back(node(name));
    cluster.leaf_of[nodes.back()] = name < "d" ? "left" : "right";
  }
  cluster.series.push_back(a_series(algorithm, 256 << 20, nodes));
  return cluster;
}

TEST(Factors, ARingSendsToNeighboursAndCloses) {
  const auto factors = make_factors(one_set("ring"));
  EXPECT_TRUE(find(factors, CauseKind::Link, {"b", "c"}));
  EXPECT_TRUE(find(factors, CauseKind::Link, {"a", "e"}));
  EXPECT_FALSE(find(factors, CauseKind::Link, {"a", "c"}));
}

TEST(Factors, ATreeJoinsAPlaceToItsParent) {
  const auto factors = make_factors(one_set("tree"));
  EXPECT_TRUE(find(factors, CauseKind::Link, {"a", "c"}));
  EXPECT_TRUE(find(factors, CauseKind::Link, {"b", "e"}));
  EXPECT_FALSE(find(factors, CauseKind::Link, {"b", "c"}));
}

TEST(Factors, ALinkIsOnlyPossibleWhereTheGraphIsNotKnown) {
  ClusterHistory cluster = one_set("collnet_direct");
  cluster.series.push_back(a_series("p2p", 64 << 20, {node("a"), node("d")}));
  const auto factors = make_factors(cluster);
  const Factor* link = find(factors, CauseKind::Link, {"a", "d"});
  ASSERT_TRUE(link);
  EXPECT_EQ(link->members, std::vector<std::size_t>{1});
  EXPECT_EQ(link->possible, std::vector<std::size_t>{0});
}

TEST(Factors, AnUplinkIsFeltOnlyWhereASeriesLeavesTheLeaf) {
  ClusterHistory cluster = one_set("ring");
  cluster.series.push_back(a_series("p2p", 64 << 20, {node("d"), node("e")}));
  const auto factors = make_factors(cluster);
  EXPECT_EQ(find(factors, CauseKind::LeafUplink, {"right"})->members, std::vector<std::size_t>{0});
  EXPECT_EQ(find(factors, CauseKind::Leaf, {"right"})->members, (std::vector<std::size_t>{0, 1}));
}

TEST(Factors, ARailSeriesNamesItsNics) {
  ClusterHistory cluster = one_set("ring");
  cluster.series[0].rail = "mlx5_3";
  const auto factors = make_factors(cluster);
  EXPECT_TRUE(find(factors, CauseKind::Rail, {"mlx5_3"}));
  EXPECT_TRUE(find(factors, CauseKind::Nic, {"c", "mlx5_3"}));
}

TEST(Factors, AChangeEverywhereIsNoFactorOfItsOwn) {
  ClusterBuilder builder;
  builder.change(5, {"a", "b"}).change(6, {"a", "b", "c", "d", "e", "f", "g", "h"});
  const auto factors = make_factors(builder.history());
  EXPECT_EQ(
      std::ranges::count_if(
          factors, [](const Factor& factor) { return factor.cause.kind == CauseKind::Provenance; }),
      1);
  EXPECT_EQ(to_text(factors[0].cause), "driver 1 -> 2 on a b");
  EXPECT_EQ(factors[0].night, 5U);
}

TEST(Factors, EveryKindHasATextOfItsOwn) {
  Names texts;
  for (int kind = 0; kind <= static_cast<int>(CauseKind::Link); ++kind)
    texts.emplace_back(to_text(static_cast<CauseKind>(kind)));
  std::sort(texts.begin(), texts.end());
  EXPECT_EQ(std::unique(texts.begin(), texts.end()), texts.end());
  EXPECT_NE(texts.front(), "");
}

}  // namespace
}  // namespace busbar
