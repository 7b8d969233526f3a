#include "tests/support/plan_samples.h"

namespace busbar::samples {

Matrix matrix(const std::string& name) {
  Matrix matrix;
  matrix.name = *MatrixName::parse(name);
  Sweep sweep;
  sweep.collectives = {Collective::AllReduce};
  sweep.sizes = {MessageSize(8)};
  matrix.sweeps = {sweep};
  matrix.placements = {PlacementRule{}};
  return matrix;
}

Plan plan(const std::vector<std::string>& nodes, std::uint32_t cells_each) {
  Plan plan;
  for (const std::string& node : nodes) {
    LaunchGroup group;
    group.placement = {{*NodeId::parse(node)}, 2};
    for (std::uint32_t cell = 0; cell < cells_each; ++cell) {
      PlannedCell planned;
      planned.cell.size = MessageSize(8ULL << cell % 30);
      planned.cell.collective = cell < 30 ? Collective::AllReduce : Collective::Broadcast;
      planned.cell.algorithm = *AlgorithmName::parse("ring");
      planned.cell.placement = group.placement;
      planned.estimate = Seconds(1);
      group.cells.push_back(CellIndex(static_cast<std::uint32_t>(plan.cells.size())));
      group.estimate += planned.estimate;
      plan.cells.push_back(planned);
    }
    plan.estimate += group.estimate;
    plan.groups.push_back(std::move(group));
  }
  return plan;
}

}  // namespace busbar::samples
