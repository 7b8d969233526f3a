#include <algorithm>
#include <array>
#include <sstream>

#include "core/diagnosis/localise.h"
#include "tests/performance/detection_faults.h"
#include "tests/support/simulated_fabric.h"

namespace busbar::detection {
namespace {

constexpr std::size_t kNodes = 232;
constexpr std::size_t kPerLeaf = 8;
constexpr std::size_t kLaunchesMax = 57;  // what group testing of 232 nodes is estimated to need
constexpr std::uint64_t kRuns = 200;

struct FabricCase {
  const char* name;
  std::size_t nodes, uplinks, links;
  const char *detected, *tests_mean;  // targets
};
constexpr std::array kCases{FabricCase{"healthy", 0, 0, 0, "1", ""},
                            FabricCase{"one_node", 1, 0, 0, ">= 0.98", "<= 22"},
                            FabricCase{"three_nodes", 3, 0, 0, ">= 0.98", "<= 57"},
                            FabricCase{"one_uplink", 0, 1, 0, ">= 0.98", ""},
                            FabricCase{"one_link", 0, 0, 1, ">= 0.98", ""}};

struct Planted {
  FabricFaults faults;
  std::vector<std::pair<FaultKind, std::vector<std::string>>> names;  // ascending
};

Planted plant(const FabricCase& what, const SearchMap& map, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto share = [&] { return std::uniform_real_distribution<double>(0.5, 0.9)(random); };
  NodeGroup nodes = map.nodes;
  std::shuffle(nodes.begin(), nodes.end(), random);
  Planted planted;
  for (std::size_t i = 0; i < what.nodes; ++i) {
    planted.faults.nodes[nodes[i]] = share();
    planted.names.push_back({FaultKind::Node, {nodes[i].text()}});
  }
  for (std::size_t i = 0; i < what.uplinks; ++i) {
    planted.faults.uplinks[map.leaf(nodes[i])] = share();
    planted.names.push_back({FaultKind::LeafUplink, {map.leaf(nodes[i])}});
  }
  for (std::size_t i = 0; i < what.links; ++i) {
    const auto ends = std::minmax(nodes[2 * i], nodes[2 * i + 1]);
    planted.faults.links[{ends.first, ends.second}] = share();
    planted.names.push_back({FaultKind::Link, {ends.first.text(), ends.second.text()}});
  }
  std::sort(planted.names.begin(), planted.names.end());
  return planted;
}

struct Outcome {
  std::size_t missed = 0, false_blame = 0, launches = 0;
  std::string text;
};

Outcome search(const Planted& planted, const SearchMap& map, std::uint64_t seed) {
  SimulatedFabric fabric(map, planted.faults, {}, seed);
  // An alarm started the search, save where the fabric is healthy: then everything is screened.
  Localiser localiser({.map = map,
                       .strategy = SearchStrategy::Groups,
                       .is_collective_slow = !planted.names.empty(),
                       .budget = {.launches_max = kLaunchesMax},
                       .rule = {}});
  while (const auto test = localiser.next()) {
    std::vector<std::optional<Ratio>> reach;
    for (const NodeGroup& launch : test->launches) reach.emplace_back(fabric.reach(launch));
    if (!localiser.record(reach)) break;
  }
  Outcome outcome{.launches = localiser.launches(), .text = {}};
  std::ostringstream text;
  text << to_text(localiser.state()) << " after " << localiser.launches() << " launches";
  auto missing = planted.names;
  for (const auto& [kind, names] : planted.names) text << " [planted " << names.front() << ']';
  for (const Suspect& suspect : localiser.suspects()) {
    text << " [" << to_text(suspect.kind) << ' ' << suspect.names.front() << ']';
    if (std::erase(missing, std::pair(suspect.kind, suspect.names)) == 0) ++outcome.false_blame;
  }
  for (const std::string& remark : localiser.remarks()) text << "; " << remark;
  outcome.missed = missing.size();
  outcome.text = text.str();
  return outcome;
}

}  // namespace

Section score_fabric() {
  Section section{.name = "fabric", .figures = {}, .notes = {}};
  const SearchMap map = fabric_map(kNodes, kPerLeaf);
  for (const FabricCase& what : kCases) {
    double exact = 0;
    double blamed = 0;
    double launches = 0;
    std::size_t most = 0;
    for (std::uint64_t seed = 1; seed <= kRuns; ++seed) {
      const Outcome outcome = search(plant(what, map, seed), map, seed + 1'000'000);
      exact += outcome.missed == 0 && outcome.false_blame == 0 ? 1 : 0;
      blamed += static_cast<double>(outcome.false_blame);
      launches += static_cast<double>(outcome.launches);
      most = std::max(most, outcome.launches);
      if (outcome.missed + outcome.false_blame > 0)
        section.notes.push_back(std::string(what.name) + " seed " + std::to_string(seed) + ": " +
                                outcome.text);
    }
    const std::string name = what.name;
    const auto runs = static_cast<double>(kRuns);
    section.figures.push_back({name + "_exact", exact / runs, what.detected});
    section.figures.push_back({name + "_false_blame", blamed / runs, "<= 0.01"});
    section.figures.push_back({name + "_tests_mean", launches / runs, what.tests_mean});
    section.figures.push_back(
        {name + "_tests_most", static_cast<double>(most), what.nodes == 3 ? "<= 57" : ""});
  }
  return section;
}

}  // namespace busbar::detection
