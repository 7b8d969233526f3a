#include "core/diagnosis/localise.h"

#include <gtest/gtest.h>

#include "tests/support/simulated_fabric.h"

namespace busbar {
namespace {

// Launches of more nodes than this show the hidden fault.
struct World {
  FabricFaults faults;
  std::size_t seen_from = 0;  // nodes in a launch
};

void run(Localiser& localiser, const SearchMap& map, const World& world) {
  SimulatedFabric slow(map, world.faults, {.sigma = 0, .interference = 0}, 1);
  while (const auto test = localiser.next()) {
    std::vector<std::optional<Ratio>> reach;
    for (const NodeGroup& launch : test->launches)
      reach.emplace_back(launch.size() >= world.seen_from ? slow.reach(launch) : 1);
    ASSERT_TRUE(localiser.record(reach));
    ASSERT_LT(localiser.steps().size(), 500U);
  }
}

TEST(Localise, PairsNameASlowNodeAndEveryStepIsKept) {
  const SearchMap map = fabric_map(16, 4);
  Localiser localiser({.map = map, .budget = {}, .rule = {}});
  World world;
  world.faults.nodes[map.nodes[6]] = 0.75;
  run(localiser, map, world);
  EXPECT_EQ(localiser.state(), SearchState::Found);
  ASSERT_EQ(localiser.suspects().size(), 1U);
  EXPECT_EQ(localiser.suspects()[0].names[0], map.nodes[6].text());
  std::size_t launches = 0;
  for (const SearchStep& step : localiser.steps()) {
    EXPECT_EQ(step.reach.size(), step.test.launches.size());
    launches += step.reach.size();
  }
  EXPECT_EQ(launches, localiser.launches());
  EXPECT_EQ(localiser.time().value(), 60.0 * static_cast<double>(localiser.steps().size()));
}

TEST(Localise, HealthyPairsEndWithNothingFound) {
  const SearchMap map = fabric_map(8, 4);
  Localiser localiser({.map = map, .budget = {}, .rule = {}});
  run(localiser, map, {});
  EXPECT_EQ(localiser.state(), SearchState::NothingFound);
}

// Pairs are healthy, large groups are not: groups follow, and no pair confirms a suspect.
TEST(Localise, WhatOnlyALargeCollectiveShowsIsSearchedByGroupsAndNobodyIsBlamedWithoutProof) {
  const SearchMap map = fabric_map(16, 4);
  Localiser localiser({.map = map, .is_collective_slow = true, .budget = {}, .rule = {}});
  World world;
  world.seen_from = 3;
  world.faults.nodes[map.nodes[6]] = 0.75;
  run(localiser, map, world);
  EXPECT_EQ(localiser.steps().back().test.launches.size(), 1U);
  EXPECT_TRUE(localiser.suspects().empty());
  EXPECT_FALSE(localiser.remarks().empty());
}

TEST(Localise, GroupsNeedFewLaunches) {
  const SearchMap map = fabric_map(64, 8);
  Localiser localiser({.map = map,
                       .strategy = SearchStrategy::Groups,
                       .is_collective_slow = true,
                       .budget = {},
                       .rule = {}});
  World world;
  world.faults.nodes[map.nodes[40]] = 0.75;
  run(localiser, map, world);
  EXPECT_EQ(localiser.state(), SearchState::Found);
  EXPECT_LE(localiser.launches(), 12U);
}

TEST(Localise, AFailedLaunchIsSearchedForLikeASlowPart) {
  const SearchMap map = fabric_map(16, 4);
  Localiser localiser({.map = map,
                       .strategy = SearchStrategy::Groups,
                       .is_collective_slow = true,
                       .budget = {},
                       .rule = {}});
  while (const auto test = localiser.next()) {
    const NodeGroup& launch = test->launches[0];
    const bool hangs = std::find(launch.begin(), launch.end(), map.nodes[9]) != launch.end();
    ASSERT_TRUE(localiser.record({hangs ? std::nullopt : std::optional(Ratio(1))}));
  }
  ASSERT_EQ(localiser.suspects().size(), 1U);
  EXPECT_EQ(localiser.suspects()[0].names[0], map.nodes[9].text());
  EXPECT_EQ(localiser.suspects()[0].loss, 1);
}

TEST(Localise, LaunchesEndTheSearchWhereItStands) {
  const SearchMap map = fabric_map(64, 8);
  Localiser localiser({.map = map,
                       .strategy = SearchStrategy::Groups,
                       .is_collective_slow = true,
                       .budget = {.launches_max = 3},
                       .rule = {}});
  World world;
  world.faults.nodes[map.nodes[40]] = 0.75;
  run(localiser, map, world);
  EXPECT_EQ(localiser.state(), SearchState::Exhausted);
  EXPECT_EQ(localiser.launches(), 3U);
  EXPECT_TRUE(localiser.suspects().empty());
  EXPECT_EQ(localiser.candidates().size(), 8U);
  const NodeGroup left = localiser.candidates();
  EXPECT_NE(std::find(left.begin(), left.end(), map.nodes[40]), left.end());
}

TEST(Localise, TimeEndsTheSearch) {
  const SearchMap map = fabric_map(16, 4);
  Localiser localiser({.map = map, .budget = {.time_max = Seconds(150)}, .rule = {}});
  run(localiser, map, {});
  EXPECT_EQ(localiser.state(), SearchState::Exhausted);
  EXPECT_EQ(localiser.steps().size(), 2U);
}

TEST(Localise, ResultsOfAnotherTestAreRefused) {
  const SearchMap map = fabric_map(16, 4);
  Localiser localiser({.map = map, .budget = {}, .rule = {}});
  const auto refused = localiser.record({Ratio(1)});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::InvalidInput);
  EXPECT_TRUE(localiser.steps().empty());
}

TEST(Localise, StatesAndPurposesHaveTexts) {
  EXPECT_EQ(to_text(SearchState::Exhausted), "exhausted");
  EXPECT_EQ(to_text(Purpose::Fabric), "fabric");
}

}  // namespace
}  // namespace busbar
