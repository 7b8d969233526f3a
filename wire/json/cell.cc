#include "wire/json/cell.h"

#include "wire/json/fields.h"

namespace busbar::wire {
namespace {

constexpr std::size_t kNodesMax = 4096;
constexpr std::uint32_t kRanksPerNodeMax = 4096;

}  // namespace

void write_cell_dimensions(JsonWriter& out, const Cell& cell) {
  out.field("collective", to_text(cell.collective))
      .field("size_bytes", cell.size.value())
      .field("data_type", to_text(cell.data_type))
      .field("operation", to_text(cell.operation))
      .field("algorithm", cell.algorithm.text())
      .field("protocol", to_text(cell.protocol))
      .field("buffer", to_text(cell.buffer));
}

Result<Cell> read_cell_dimensions(const JsonView& view) {
  Fields in(view, "cell");
  Cell cell;
  cell.collective = in.word<Collective>("collective");
  cell.size = MessageSize(in.unsigned_number("size_bytes"));
  cell.data_type = in.word<DataType>("data_type");
  cell.operation = in.word<ReductionOperation>("operation");
  cell.algorithm = in.name<AlgorithmName>("algorithm");
  cell.protocol = in.word<Protocol>("protocol");
  cell.buffer = in.word<BufferMode>("buffer");
  const std::uint64_t element = element_size(cell.data_type).value();
  if (cell.size.value() == 0 || cell.size.value() % element != 0)
    in.refuse("size_bytes",
              std::to_string(cell.size.value()) + " is not a positive multiple of " +
                  std::to_string(element) + ", the size of " + std::string(to_text(cell.data_type)),
              "give a positive multiple");
  return in.result(std::move(cell));
}

void write_placement(JsonWriter& out, const Placement& placement) {
  out.begin_object().key("nodes").begin_array();
  for (const NodeId& node : placement.nodes) out.text(node.text());
  out.end_array().field("ranks_per_node", placement.ranks_per_node).end_object();
}

Result<Placement> read_placement(const JsonView& view) {
  Fields in(view, "placement");
  Placement placement;
  for (std::string& name : in.texts("nodes", kNodesMax))
    placement.nodes.push_back(in.part(NodeId::parse(std::move(name))));
  placement.ranks_per_node = in.unsigned32("ranks_per_node", kRanksPerNodeMax);
  return in.result(std::move(placement));
}

std::string cell_json(const Cell& cell) {
  JsonWriter out;
  out.begin_object().field("engine", to_text(cell.engine));
  write_cell_dimensions(out, cell);
  out.key("placement");
  write_placement(out, cell.placement);
  out.end_object();
  return out.take();
}

Result<Cell> read_cell(const JsonView& view) {
  TRY(cell, read_cell_dimensions(view));
  Fields in(view, "cell");
  cell.engine = in.word<Engine>("engine");
  if (const auto placement = in.object("placement"))
    cell.placement = in.part(read_placement(*placement));
  return in.result(std::move(cell));
}

Result<Cell> parse_cell(std::string_view text) {
  TRY(view, JsonView::parse(text));
  return read_cell(view);
}

}  // namespace busbar::wire
