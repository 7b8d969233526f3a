#pragma once
// What should be going on for a run in a state. The scheduler does what is missing; doing it twice
// is harmless, so a restarted controller simply asks again.
// Threads: pure.
#include <cstdint>
#include <functional>
#include <string>
#include <variant>
#include <vector>

#include "core/run/state.h"

namespace busbar {

// Start the pending cells of this group on its node.
struct Dispatch {
  std::uint32_t group = 0;
};
// The launch is not wanted any more; its agent is told, and tells when it has ended.
struct Stop {
  LaunchId launch;
  std::string reason;
};
// Decisions that follow from the state alone: append the event.
struct Decide {
  RunEvent event;
};
using RunAction = std::variant<Dispatch, Stop, Decide>;

// Two starts in a row without a single result: a third would tell nothing new.
inline constexpr std::uint32_t kBarrenLaunchesMax = 2;
// A node may fail once or twice for reasons of its own; a group that is lost with it each time is
// what takes it down.
inline constexpr std::uint32_t kLostLaunchesMax = 3;

// At most one Dispatch for each node; `is_free` says whether a node could start one now.
std::vector<RunAction> actions(const RunState&, const std::function<bool(const NodeId&)>& is_free);

}  // namespace busbar
