#include "core/matrix/budget.h"

#include <algorithm>
#include <set>
#include <tuple>

#include "core/matrix/group.h"

namespace busbar {
namespace {

// Sums of estimates differ in their last digits with the order of adding.
constexpr Seconds kRounding{1e-6};

struct Comparison {
  std::size_t first, end;  // positions of its cells
  std::size_t launch;      // position of the first cell of its launch
  MessageSize size;
  Seconds longest, sum;
};

std::vector<Comparison> comparisons(const std::vector<PlannedCell>& cells) {
  std::vector<Comparison> all;
  std::size_t launch = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const Cell& cell = cells[i].cell;
    if (i > 0 && !are_of_one_launch(cells[i - 1].cell, cell)) launch = i;
    if (i == 0 || !are_compared(cells[i - 1].cell, cell))
      all.push_back({i, i, launch, cell.size, Seconds(0), Seconds(0)});
    Comparison& last = all.back();
    last.end = i + 1;
    last.longest = std::max(last.longest, cells[i].estimate);
    last.sum += cells[i].estimate;
  }
  return all;
}

// Which cells fit, by position.
std::vector<bool> fitting(const std::vector<PlannedCell>& cells, Seconds time_max) {
  std::vector<Comparison> order = comparisons(cells);
  std::sort(order.begin(), order.end(), [](const Comparison& a, const Comparison& b) {
    return std::tie(a.longest, a.size, a.first) < std::tie(b.longest, b.size, b.first);
  });
  std::vector<bool> fits(cells.size(), false);
  std::set<std::size_t> started;
  Seconds total;
  for (const Comparison& next : order) {
    total += next.sum;
    if (started.insert(next.launch).second) total += kLaunchStart;
    if (total > time_max + kRounding) break;
    for (std::size_t i = next.first; i < next.end; ++i) fits[i] = true;
  }
  return fits;
}

}  // namespace

Trimmed trim_to_budget(std::vector<PlannedCell> cells, const Budget& budget) {
  if (!budget.time_max) return {std::move(cells), {}};
  const std::vector<bool> fits = fitting(cells, *budget.time_max);
  Trimmed trimmed;
  for (std::size_t i = 0; i < cells.size(); ++i)
    (fits[i] ? trimmed.kept : trimmed.over_budget).push_back(std::move(cells[i]));
  return trimmed;
}

}  // namespace busbar
