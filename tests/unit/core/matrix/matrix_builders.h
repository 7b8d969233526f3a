#pragma once
// Builders for the tests of core/matrix: small matrices, cells and nodes that a test changes in one
// point. Threads: values.
#include <cstdint>
#include <string>
#include <vector>

#include "core/matrix/plan.h"

namespace busbar::test {

inline NodeId node_id(const std::string& text) {
  return *NodeId::parse(text);
}
inline AlgorithmName algorithm(const std::string& text) {
  return *AlgorithmName::parse(text);
}

inline PlanningNode a_node(const std::string& name, std::uint32_t cores = 2) {
  PlanningNode node;
  node.id = node_id(name);
  node.facts.machine = *MachineId::parse("machine-" + name);
  node.facts.host_name = name;
  node.facts.cores = cores;
  node.facts.memory_bytes = 8ULL << 30;
  node.facts.engines = {"mpi"};
  return node;
}

inline Placement on(const std::string& name, std::uint32_t ranks) {
  return {{node_id(name)}, ranks};
}

// all_reduce of 1 MiB float32 on 2 ranks of n1.
inline Cell a_cell() {
  Cell cell;
  cell.size = MessageSize(1ULL << 20);
  cell.placement = on("n1", 2);
  return cell;
}

// One sweep with one point, on each node.
inline Matrix a_matrix() {
  Matrix matrix;
  matrix.name = *MatrixName::parse("m");
  matrix.sweeps.emplace_back();
  matrix.sweeps[0].collectives = {Collective::AllReduce};
  matrix.sweeps[0].sizes = {MessageSize(1024)};
  matrix.placements = {{}};
  return matrix;
}

}  // namespace busbar::test
