#pragma once
// Builds runs of a few cells for the tests of the fold.
// Threads: one.
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "core/run/state.h"

namespace busbar {

inline NodeId node_named(const std::string& name) {
  return *NodeId::parse(name);
}
inline LaunchId launch_numbered(int number) {
  return *LaunchId::parse("r-1.l" + std::to_string(number));
}

// Groups of so many cells each, on the nodes named.
inline RunSubmitted submitted(std::initializer_list<std::pair<const char*, std::uint32_t>> groups,
                              std::optional<Seconds> budget = std::nullopt) {
  RunSubmitted event;
  event.budget = budget;
  for (const auto& [node, cells] : groups) {
    RunGroup group{node_named(node), {}};
    for (std::uint32_t cell = 0; cell < cells; ++cell)
      group.cells.push_back(CellIndex(event.cells++));
    event.groups.push_back(std::move(group));
  }
  return event;
}

inline RunState fold(const std::vector<RunEvent>& events) {
  RunState state;
  for (const RunEvent& event : events) state = apply(std::move(state), event);
  return state;
}

inline LaunchDispatched dispatched(int number, std::uint32_t group, const char* node,
                                   std::vector<CellIndex> cells) {
  return {launch_numbered(number), group, node_named(node), std::move(cells)};
}
inline CellMeasured measured(int launch, std::uint32_t cell, double seconds = 1.0) {
  return {launch_numbered(launch), CellIndex(cell), Seconds(seconds)};
}
inline CellFailed failed(int launch, std::uint32_t cell,
                         CellFailure failure = CellFailure::Failed) {
  return {launch_numbered(launch), CellIndex(cell), failure, "why"};
}
inline LaunchEnded ended(int launch, LaunchEnd end) {
  return {launch_numbered(launch), end, "why"};
}

}  // namespace busbar
