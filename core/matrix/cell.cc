#include "core/matrix/cell.h"

namespace busbar {
namespace {

std::string placement_text(const Placement& placement) {
  std::string text;
  for (const NodeId& node : placement.nodes) {
    if (!text.empty()) text += ',';
    text += node.text();
  }
  return text + "x" + std::to_string(placement.ranks_per_node);
}

}  // namespace

std::string cell_key(const Cell& cell) {
  std::string key;
  const auto add = [&key](std::string_view part) { key.append(part).append("/"); };
  add(to_text(cell.engine));
  add(to_text(cell.collective));
  add(to_text(cell.data_type));
  add(to_text(cell.operation));
  add(std::to_string(cell.size.value()));
  add(to_text(cell.buffer));
  add(cell.algorithm.text());
  add(to_text(cell.protocol));
  return key + placement_text(cell.placement);
}

}  // namespace busbar
