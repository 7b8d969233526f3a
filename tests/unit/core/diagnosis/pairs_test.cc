#include "core/diagnosis/pairs.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <random>

namespace busbar {
namespace {

using Names = std::vector<std::string>;
using Capacity = std::function<double(std::size_t, std::size_t)>;

Names plain_names(std::size_t count) {
  Names names;
  for (std::size_t i = 0; i < count; ++i) names.push_back("n" + std::to_string(10 + i));
  return names;
}

// All pairs of nodes on leaves of 4, six runs each, 0.5 % noise.
PairSweep sweep_of(const Names& names, const Capacity& capacity) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise(0, 0.005);
  PairSweep sweep;
  for (std::size_t i = 0; i < names.size(); ++i)
    sweep.leaf_of[*NodeId::parse(names[i])] = "leaf" + std::to_string(i / 4);
  for (std::size_t a = 0; a < names.size(); ++a)
    for (std::size_t b = a + 1; b < names.size(); ++b) {
      PairRuns pair{*NodeId::parse(names[a]), *NodeId::parse(names[b]), {}};
      for (int run = 0; run < 6; ++run)
        pair.runs.push_back(BusBandwidth(40e9 * capacity(a, b) * (1 + noise(random))));
      sweep.pairs.push_back(std::move(pair));
    }
  return sweep;
}

PairSweep sweep_of(const Capacity& capacity) {
  return sweep_of(plain_names(16), capacity);
}

PairRuns& pair_of(PairSweep& sweep, const std::string& a, const std::string& b) {
  return *std::find_if(sweep.pairs.begin(), sweep.pairs.end(), [&](const PairRuns& pair) {
    return pair.a.text() == a && pair.b.text() == b;
  });
}

std::size_t leaf(std::size_t node) {
  return node / 4;
}

TEST(Pairs, HealthyFabricHasNoFault) {
  const PairDecoding decoding = decode_pairs(sweep_of([](auto, auto) { return 1.0; }));
  EXPECT_TRUE(decoding.faults.empty());
  EXPECT_NEAR(decoding.reference.value(), 40e9, 0.3e9);
  EXPECT_EQ(decoding.capacity.size(), 16U);
  EXPECT_EQ(decoding.crossing_share.value(), 1);
}

TEST(Pairs, NothingMeasuredNothingFound) {
  EXPECT_TRUE(decode_pairs({}).faults.empty());
}

TEST(Pairs, TwoSlowNodesDoNotBlameTheirPartners) {
  const auto decoding = decode_pairs(sweep_of([](auto a, auto b) {
    return std::min({a == 3 || b == 3 ? 0.7 : 1.0, a == 2 || b == 2 ? 0.88 : 1.0});
  }));
  ASSERT_EQ(decoding.faults.size(), 2U);
  EXPECT_EQ(decoding.faults[0].names, Names{"n12"});
  EXPECT_NEAR(decoding.faults[0].loss, 0.12, 0.01);
  EXPECT_EQ(decoding.faults[1].names, Names{"n13"});
  EXPECT_NEAR(decoding.faults[1].loss, 0.3, 0.01);
}

TEST(Pairs, ASlowLinkIsNotItsNodes) {
  const auto decoding =
      decode_pairs(sweep_of([](auto a, auto b) { return a == 1 && b == 9 ? 0.85 : 1.0; }));
  ASSERT_EQ(decoding.faults.size(), 1U);
  EXPECT_EQ(decoding.faults[0].kind, FaultKind::Link);
  EXPECT_EQ(decoding.faults[0].names, (Names{"n11", "n19"}));
  EXPECT_NEAR(decoding.faults[0].loss, 0.15, 0.01);
}

TEST(Pairs, AnUplinkIsFoundBesideASlowNode) {
  const auto decoding = decode_pairs(sweep_of([](auto a, auto b) {
    const bool leaves = leaf(a) != leaf(b) && (leaf(a) == 2 || leaf(b) == 2);
    return std::min(leaves ? 0.75 : 1.0, a == 0 ? 0.9 : 1.0);
  }));
  ASSERT_EQ(decoding.faults.size(), 2U);
  EXPECT_EQ(decoding.faults[0].kind, FaultKind::LeafUplink);
  EXPECT_EQ(decoding.faults[0].names, Names{"leaf2"});
  EXPECT_NEAR(decoding.faults[0].loss, 0.25, 0.01);
  EXPECT_EQ(decoding.faults[1].names, Names{"n10"});
}

TEST(Pairs, OfTwoLeavesBothAreNamed) {
  const auto decoding = decode_pairs(
      sweep_of(plain_names(8), [](auto a, auto b) { return leaf(a) != leaf(b) ? 0.7 : 1.0; }));
  ASSERT_EQ(decoding.faults.size(), 1U);
  EXPECT_EQ(decoding.faults[0].names, Names{"leaf0"});
  EXPECT_EQ(decoding.faults[0].alternatives, Names{"leaf1"});
}

TEST(Pairs, AThinnerSpineIsNoFault) {
  const auto decoding = decode_pairs(sweep_of([](auto a, auto b) {
    return std::min(leaf(a) != leaf(b) ? 0.6 : 1.0, a == 5 || b == 5 ? 0.5 : 1.0);
  }));
  ASSERT_EQ(decoding.faults.size(), 1U);
  EXPECT_EQ(decoding.faults[0].names, Names{"n15"});
  EXPECT_NEAR(decoding.crossing_share.value(), 0.6, 0.01);
}

TEST(Pairs, WithoutLeavesNodesAndLinksAreStillFound) {
  PairSweep sweep = sweep_of([](auto a, auto b) { return a == 4 || b == 4 ? 0.8 : 1.0; });
  sweep.leaf_of.clear();
  const auto decoding = decode_pairs(sweep);
  ASSERT_EQ(decoding.faults.size(), 1U);
  EXPECT_EQ(decoding.faults[0].names, Names{"n14"});
}

TEST(Pairs, InterferenceInAFewRunsIsNoFault) {
  PairSweep sweep = sweep_of([](auto, auto) { return 1.0; });
  for (std::size_t i = 0; i < sweep.pairs.size(); i += 5)
    sweep.pairs[i].runs[i % 6] = BusBandwidth(40e9 * (0.5 + 0.003 * static_cast<double>(i)));
  EXPECT_TRUE(decode_pairs(sweep).faults.empty());
}

TEST(Pairs, ALinkThatDropsToOneLevelNowAndThenIsFlaky) {
  PairSweep sweep = sweep_of([](auto, auto) { return 1.0; });
  PairRuns& pair = pair_of(sweep, "n13", "n22");
  for (const std::size_t run : {0U, 2U, 3U}) pair.runs[run] = BusBandwidth(20e9);
  const auto decoding = decode_pairs(sweep);
  ASSERT_EQ(decoding.faults.size(), 1U);
  EXPECT_EQ(decoding.faults[0].kind, FaultKind::FlakyLink);
  EXPECT_EQ(decoding.faults[0].names, (Names{"n13", "n22"}));
  EXPECT_NEAR(decoding.faults[0].loss, 0.5, 0.01);
  EXPECT_EQ(decoding.faults[0].share_of_runs, 0.5);
}

TEST(Pairs, SuspectsAreTheSlowPairsOfTheFirstRuns) {
  PairSweep sweep = sweep_of([](auto a, auto b) { return a == 1 && b == 9 ? 0.85 : 1.0; });
  for (PairRuns& pair : sweep.pairs) pair.runs.resize(1);
  const auto suspects = suspect_pairs(sweep);
  ASSERT_EQ(suspects.size(), 1U);
  EXPECT_EQ(sweep.pairs[suspects[0]].b.text(), "n19");
}

TEST(Pairs, RenamingNodesRenamesTheFaults) {
  Names names = plain_names(16);
  std::mt19937 random(3);
  std::shuffle(names.begin(), names.end(), random);
  for (std::size_t slow = 0; slow < 16; ++slow) {
    const Capacity capacity = [slow](auto a, auto b) { return a == slow || b == slow ? 0.9 : 1.0; };
    const auto plain = decode_pairs(sweep_of(capacity));
    const auto renamed = decode_pairs(sweep_of(names, capacity));
    ASSERT_EQ(plain.faults.size(), 1U);
    ASSERT_EQ(renamed.faults.size(), 1U);
    EXPECT_EQ(renamed.faults[0].names, Names{names[slow]});
    EXPECT_EQ(renamed.faults[0].loss, plain.faults[0].loss);
  }
}

TEST(Pairs, OrderOfPairsAndRunsDoesNotMatter) {
  PairSweep sweep = sweep_of([](auto a, auto b) {
    const bool leaves = leaf(a) != leaf(b) && (leaf(a) == 2 || leaf(b) == 2);
    return std::min({leaves ? 0.75 : 1.0, a == 0 ? 0.9 : 1.0, a == 5 && b == 14 ? 0.6 : 1.0});
  });
  const auto before = decode_pairs(sweep).faults;
  std::mt19937 random(5);
  std::shuffle(sweep.pairs.begin(), sweep.pairs.end(), random);
  for (PairRuns& pair : sweep.pairs) {
    std::shuffle(pair.runs.begin(), pair.runs.end(), random);
    if (random() % 2 == 0) std::swap(pair.a, pair.b);
  }
  EXPECT_EQ(before.size(), 3U);
  EXPECT_EQ(decode_pairs(sweep).faults, before);
}

TEST(Pairs, EveryKindHasAText) {
  for (const auto kind :
       {FaultKind::LeafUplink, FaultKind::Node, FaultKind::Link, FaultKind::FlakyLink})
    EXPECT_NE(to_text(kind), "");
}

}  // namespace
}  // namespace busbar
