#include "core/matrix/place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/core/matrix/matrix_builders.h"

namespace busbar {
namespace {

using testing::Contains;
using testing::HasSubstr;

Matrix placed(PlacementRule rule) {
  Matrix matrix = test::a_matrix();
  matrix.placements = {std::move(rule)};
  return matrix;
}

TEST(Place, EachNodeAloneInTheOrderOfNames) {
  const auto places = place(placed({}), {test::a_node("n2"), test::a_node("n1", 4)});
  ASSERT_TRUE(places);
  EXPECT_EQ(places->placements, (std::vector{test::on("n1", 4), test::on("n2", 2)}));
}

TEST(Place, AllNodesTogetherWithTheRanksOfTheSmallest) {
  const auto places = place(placed({PlacementRule::Kind::All, {}, {}}),
                            {test::a_node("n2", 3), test::a_node("n1", 8)});
  ASSERT_TRUE(places);
  ASSERT_EQ(places->placements.size(), 1u);
  EXPECT_EQ(places->placements[0], (Placement{{test::node_id("n1"), test::node_id("n2")}, 3}));
  EXPECT_THAT(places->notes, Contains("ranks_per_node: 3 chosen, the cores of n2"));
}

TEST(Place, ExplicitNodesKeepTheirOrder) {
  const auto places =
      place(placed({PlacementRule::Kind::Explicit, {test::node_id("n2"), test::node_id("n1")}, 2}),
            {test::a_node("n1"), test::a_node("n2")});
  ASSERT_TRUE(places);
  EXPECT_EQ(places->placements[0].nodes[0].text(), "n2");
}

TEST(Place, RanksThatAreGivenAreTaken) {
  const auto places = place(placed({PlacementRule::Kind::Each, {}, 2}), {test::a_node("n1", 16)});
  ASSERT_TRUE(places);
  EXPECT_EQ(places->placements[0].ranks_per_node, 2u);
  EXPECT_TRUE(places->notes.empty());
}

TEST(Place, OneCoreStillGetsTwoRanksAndSaysSo) {
  const auto places = place(placed({}), {test::a_node("n1", 1)});
  ASSERT_TRUE(places);
  EXPECT_EQ(places->placements[0].ranks_per_node, 2u);
  EXPECT_THAT(places->notes, Contains(HasSubstr("n1 has 1 core")));
}

TEST(Place, SaysWhereRanksShareCores) {
  const auto places = place(placed({PlacementRule::Kind::Each, {}, 4}), {test::a_node("n1", 2)});
  ASSERT_TRUE(places);
  EXPECT_THAT(places->notes, Contains(HasSubstr("4 ranks on 2 cores")));
}

TEST(Place, NamesEachNoteOnce) {
  Matrix matrix = placed({});
  matrix.placements.push_back(matrix.placements[0]);
  const auto places = place(matrix, {test::a_node("n1")});
  ASSERT_TRUE(places);
  EXPECT_EQ(places->notes.size(), 1u);
}

TEST(Place, WithoutNodesIsAnError) {
  const auto places = place(placed({}), {});
  ASSERT_FALSE(places);
  EXPECT_EQ(places.error().kind, ErrorKind::Unavailable);
  EXPECT_THAT(places.error().remedy, HasSubstr("start an agent"));
}

TEST(Place, WithoutTheEngineAnywhereIsAnErrorThatNamesTheNodes) {
  PlanningNode node = test::a_node("n1");
  node.facts.engines = {"nccl"};
  const auto places = place(placed({}), {node});
  ASSERT_FALSE(places);
  EXPECT_EQ(places.error().what, "no usable node: node n1 does not offer the engine mpi");
}

TEST(Place, OfAnAbsentNodeAloneNamesItAndThoseThere) {
  const auto places = place(placed({PlacementRule::Kind::Explicit, {test::node_id("n9")}, 2}),
                            {test::a_node("n1")});
  ASSERT_FALSE(places);
  EXPECT_THAT(places.error().what, HasSubstr("node n9 is not connected"));
  EXPECT_THAT(places.error().remedy, HasSubstr("n1"));
}

TEST(Place, AbsentNodeBesideAUsableOneIsKeptForPruning) {
  Matrix matrix = placed({});
  matrix.placements.push_back({PlacementRule::Kind::Explicit, {test::node_id("n9")}, {}});
  const auto places = place(matrix, {test::a_node("n1")});
  ASSERT_TRUE(places);
  EXPECT_EQ(places->placements.size(), 2u);
}

}  // namespace
}  // namespace busbar
