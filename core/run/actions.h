#pragma once
// What should be going on for a run, and is not: the controller does it, which makes events, which
// change the state, until nothing is left to do. Doing an action twice is harmless, because the
// events that it makes are.
// Invariants: the same state and surroundings give the same actions; at most one live launch for
// each group and each node; nothing is dispatched in a run that is cancelled or out of budget; a
// run without cells to wait for and without live launches is finished. Threads: pure.
#include <set>
#include <string>
#include <variant>
#include <vector>

#include "core/run/state.h"

namespace busbar {

// Launches in a row without any result after which the rest of a group is given up: the second
// failure shows that it was not chance, a third only costs its timeout.
inline constexpr std::uint32_t kFruitlessLaunchesMax = 2;
// Lost launches in a row without any result: a group that takes its node down each time.
inline constexpr std::uint32_t kLostLaunchesMax = 3;

struct Surroundings {
  std::set<NodeId> free_nodes;       // online, ready, and no launch on their machine
  std::set<NodeId> abandoned_nodes;  // away for longer than the limit
};

struct DispatchGroup {
  GroupIndex group;
  NodeId node;
  std::vector<CellIndex> cells;
};
struct StopLaunch {
  LaunchId launch;
  std::string reason;
};
struct GiveUpCells {
  std::vector<CellIndex> cells;
  CellOutcome outcome = CellOutcome::Failed;
  std::string reason;
};
struct FinishRun {
  RunEnd end = RunEnd::Completed;
  std::string reason;
};
using Action = std::variant<DispatchGroup, StopLaunch, GiveUpCells, FinishRun>;

std::vector<Action> actions(const RunState&, const Surroundings&);

}  // namespace busbar
