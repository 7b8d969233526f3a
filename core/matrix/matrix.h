#pragma once
// The matrix as a person wrote it, checked for form but not yet expanded.
// Units: bytes, seconds.
// Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/collective/collective.h"
#include "core/fabric/node.h"
#include "core/units/name.h"
#include "core/units/quantity.h"

namespace busbar {

// One set of dimensions; its cells are the product of all of them.
struct Sweep {
  std::vector<Collective> collectives;
  std::vector<MessageSize> sizes;
  std::vector<DataType> data_types{DataType::Float32};
  std::vector<ReductionOperation> operations{ReductionOperation::Sum};
  std::vector<AlgorithmName> algorithms{default_algorithm()};
  std::vector<Protocol> protocols{Protocol::Default};
  std::vector<BufferMode> buffers{BufferMode::OutOfPlace};
};

// Which nodes take part. `each`: one placement for every node alone; `all`: one placement of all
// nodes.
struct PlacementRule {
  enum class Kind { Each, All, Explicit };
  Kind kind = Kind::Each;
  std::vector<NodeId> nodes;  // Explicit: in this order
  std::optional<std::uint32_t>
      ranks_per_node;  // none: as many as the smallest node has cores, at least 2
};

struct SamplingPlan {
  Ratio target_half_width{
      0.01};  // stop when the interval of the median is within ± this share of it
  Ratio confidence{0.95};
  std::uint32_t samples_min = 20;
  std::uint32_t samples_max = 2000;
  std::uint32_t warmup = 5;
  Seconds cell_time_max{1.0};  // stop sampling a cell after this long
};

struct Budget {
  std::optional<Seconds> time_max;  // cells beyond it are left out and named
};

struct Timeouts {
  Seconds launch_start{60.0};  // until the first line of the bench program
  Seconds cell_silence{60.0};  // without a line of it while a cell runs
};

struct Matrix {
  MatrixName name;
  std::string description;
  Engine engine = Engine::Mpi;
  std::vector<Sweep> sweeps;
  std::vector<PlacementRule> placements;
  SamplingPlan sampling;
  Budget budget;
  Timeouts timeouts;
};

}  // namespace busbar
