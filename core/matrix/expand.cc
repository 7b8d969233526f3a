#include "core/matrix/expand.h"

#include <limits>
#include <set>

#include "core/matrix/plan.h"

namespace busbar {
namespace {

constexpr std::uint64_t kSaturated = std::numeric_limits<std::uint64_t>::max();

std::uint64_t times(std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > kSaturated / a) return kSaturated;
  return a * b;
}

std::uint64_t plus(std::uint64_t a, std::uint64_t b) {
  return b > kSaturated - a ? kSaturated : a + b;
}

class Expander {
 public:
  Expander(const Matrix& matrix, const std::vector<Placement>& placements)
      : matrix_(matrix), placements_(placements) {}

  Expansion run() {
    for (const Sweep& sweep : matrix_.sweeps)
      for (const Placement& placement : placements_)
        for (const Collective collective : sweep.collectives) {
          Cell cell;
          cell.engine = matrix_.engine;
          cell.placement = placement;
          cell.collective = collective;
          expand_operations(sweep, std::move(cell));
        }
    return std::move(expansion_);
  }

 private:
  void expand_operations(const Sweep& sweep, Cell cell) {
    for (const DataType type : sweep.data_types)
      for (const ReductionOperation operation : sweep.operations) {
        cell.data_type = type;
        cell.operation = reduces(cell.collective) ? operation : ReductionOperation::Sum;
        expand_modes(sweep, cell);
      }
  }

  void expand_modes(const Sweep& sweep, Cell cell) {
    for (const Protocol protocol : sweep.protocols)
      for (const BufferMode buffer : sweep.buffers) {
        cell.protocol = protocol;
        cell.buffer = buffer;
        expand_sizes(sweep, cell);
      }
  }

  void expand_sizes(const Sweep& sweep, Cell cell) {
    for (const MessageSize size : sweep.sizes)
      for (const AlgorithmName& algorithm : sweep.algorithms) {
        cell.size = size;
        cell.algorithm = algorithm;
        add(cell);
      }
  }

  void add(const Cell& cell) {
    if (seen_.insert(cell).second)
      expansion_.cells.push_back(cell);
    else
      ++expansion_.duplicates;
  }

  const Matrix& matrix_;
  const std::vector<Placement>& placements_;
  std::set<Cell> seen_;
  Expansion expansion_;
};

}  // namespace

std::uint64_t count_points(const Matrix& matrix, std::size_t placements) {
  std::uint64_t points = 0;
  for (const Sweep& sweep : matrix.sweeps) {
    std::uint64_t product = placements;
    for (const std::size_t length :
         {sweep.collectives.size(), sweep.sizes.size(), sweep.data_types.size(),
          sweep.operations.size(), sweep.algorithms.size(), sweep.protocols.size(),
          sweep.buffers.size()})
      product = times(product, length);
    points = plus(points, product);
  }
  return points;
}

Expansion expand(const Matrix& matrix, const std::vector<Placement>& placements) {
  return Expander(matrix, placements).run();
}

}  // namespace busbar
