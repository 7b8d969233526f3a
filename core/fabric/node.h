#pragma once
// What Busbar knows of a node: facts that a plan depends on and provenance that a measurement is
// tied to. Threads: values.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/units/name.h"
#include "core/units/quantity.h"

namespace busbar {

// Nodes whose agents report the same machine share cores and memory and never measure at once.
struct MachineIdTag {
  static constexpr const char* kWhat = "machine id";
};
using MachineId = Name<MachineIdTag>;

struct NodeFacts {
  MachineId machine;
  std::string host_name;
  std::uint32_t cores = 0;  // cores that the agent may use (affinity and cgroup quota respected)
  std::uint64_t memory_bytes = 0;
  std::map<std::string, std::string> labels;
  std::vector<std::string> engines;  // what its bench programs offer: "mpi"
};

// Versions and settings that can move a number: "kernel", "cpu_model", "mpi", "libc", "busbar",
// "governor", …
using Provenance = std::map<std::string, std::string>;

// An ordered set of nodes with so many ranks on each.
struct Placement {
  std::vector<NodeId> nodes;
  std::uint32_t ranks_per_node = 0;

  RankCount ranks() const {
    return RankCount(static_cast<std::uint32_t>(nodes.size()) * ranks_per_node);
  }
  auto operator<=>(const Placement&) const = default;
};

}  // namespace busbar
