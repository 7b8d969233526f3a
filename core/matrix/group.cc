#include "core/matrix/group.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace busbar {
namespace {

auto point(const Cell& cell) {
  return std::tie(cell.collective, cell.data_type, cell.operation, cell.buffer, cell.size);
}

}  // namespace

bool are_of_one_launch(const Cell& a, const Cell& b) {
  return a.protocol == b.protocol && a.placement == b.placement;
}

bool are_compared(const Cell& a, const Cell& b) {
  return point(a) == point(b) && are_of_one_launch(a, b);
}

std::vector<PlannedCell> in_measuring_order(std::vector<PlannedCell> cells) {
  std::map<Placement, std::size_t> first_seen;
  for (const PlannedCell& each : cells)
    first_seen.try_emplace(each.cell.placement, first_seen.size());
  // Stable: algorithms stay as the matrix names them.
  std::stable_sort(cells.begin(), cells.end(),
                   [&first_seen](const PlannedCell& a, const PlannedCell& b) {
                     const std::size_t place_a = first_seen.at(a.cell.placement);
                     const std::size_t place_b = first_seen.at(b.cell.placement);
                     return std::tuple(place_a, a.cell.protocol, point(a.cell)) <
                            std::tuple(place_b, b.cell.protocol, point(b.cell));
                   });
  return cells;
}

std::vector<LaunchGroup> group_into_launches(const std::vector<PlannedCell>& cells) {
  std::vector<LaunchGroup> groups;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell& cell = cells[i].cell;
    if (i == 0 || !are_of_one_launch(cells[i - 1].cell, cell))
      groups.push_back({cell.placement, cell.protocol, {}, kLaunchStart});
    groups.back().cells.emplace_back(static_cast<std::uint32_t>(i));
    groups.back().estimate += cells[i].estimate;
  }
  return groups;
}

}  // namespace busbar
