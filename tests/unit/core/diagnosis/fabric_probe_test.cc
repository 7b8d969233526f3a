#include "core/diagnosis/fabric_probe.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/simulated_fabric.h"

namespace busbar {
namespace {

struct Probed {
  FabricProbe probe;
  std::size_t tests = 0;
};

Probed probe_link(std::size_t a, std::size_t b, double share) {
  const SearchMap map = fabric_map(20, 20);
  FabricFaults faults;
  faults.links[{map.nodes[a], map.nodes[b]}] = share;
  SimulatedFabric fabric(map, faults, {.sigma = 0, .interference = 0}, 1);
  Probed probed{FabricProbe({map.nodes.begin(), map.nodes.begin() + 13},
                            {map.nodes.begin() + 13, map.nodes.end()})};
  while (const auto test = probed.probe.next()) {
    const double reach = fabric.reach(test->launches[0]);
    probed.probe.record(reach, reach < 0.95);
    ++probed.tests;
  }
  return probed;
}

TEST(FabricProbe, FindsThePairBetweenAnyTwoNodes) {
  const SearchMap map = fabric_map(20, 20);
  for (std::size_t a = 0; a < 13; ++a)
    for (std::size_t b = 13; b < 20; ++b) {
      const Probed probed = probe_link(a, b, 0.7);
      EXPECT_TRUE(probed.probe.is_pair_slow());
      EXPECT_EQ(probed.probe.one(), map.nodes[a]);
      EXPECT_EQ(probed.probe.other(), map.nodes[b]);
      EXPECT_NEAR(probed.probe.loss(), 0.3, 1e-9);
      EXPECT_LE(probed.tests, 2U * (4 + 3 + 1));
    }
}

TEST(FabricProbe, SaysIfThePairIsNotSlow) {
  EXPECT_FALSE(probe_link(0, 13, 1).probe.is_pair_slow());
}

TEST(FabricProbe, OneDisturbedRunDoesNotMislead) {
  const SearchMap map = fabric_map(4, 4);
  FabricProbe probe({map.nodes[0], map.nodes[1]}, {map.nodes[2]});
  const auto first = probe.next();
  probe.record(0.6, true);
  EXPECT_EQ(probe.next()->launches, first->launches);
  probe.record(1, false);
  probe.record(0.8, true);
  probe.record(0.8, true);
  EXPECT_FALSE(probe.next());
  EXPECT_TRUE(probe.is_pair_slow());
  EXPECT_EQ(probe.one(), map.nodes[1]);
}

}  // namespace
}  // namespace busbar
