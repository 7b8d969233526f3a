#include "wire/yaml/size_reader.h"

#include "core/units/size_text.h"
#include "wire/yaml/sweep_reader.h"

namespace busbar::wire {
namespace {

constexpr std::uint64_t kFactorMax = 1024;
constexpr std::string_view kSizeRemedy =
    "write bytes, or KiB, MiB, GiB (powers of two), from 1 byte to 1 TiB";

void refuse_size(const Located& value, Faults& faults, std::string remedy) {
  faults.add(value.node->position, value.path, shown(*value.node) + " is not a size",
             std::move(remedy));
}

std::optional<SizeSet> read_progression(const Located& node, Faults& faults) {
  MapReader map(node, faults);
  const auto from_node = map.required("from");
  const auto to_node = map.required("to");
  const auto factor_node = map.optional("factor");
  const auto step_node = map.optional("step");
  map.refuse_unknown();
  const auto from = from_node ? read_size(*from_node, faults) : std::nullopt;
  const auto to = to_node ? read_size(*to_node, faults) : std::nullopt;
  if (factor_node.has_value() == step_node.has_value()) {
    faults.add(node.node->position, node.path,
               factor_node ? "has both factor and step" : "has neither factor nor step",
               "give one of them");
    return std::nullopt;
  }
  const auto factor = factor_node ? read_integer(*factor_node, {2, kFactorMax}, faults)
                                  : std::optional<std::uint64_t>(1);
  const auto step = step_node ? read_size(*step_node, faults) : MessageSize(0);
  if (from && to && to->value() < from->value()) {
    faults.add(to_node->node->position, to_node->path,
               shown(*to_node->node) + " is less than from " + shown(*from_node->node),
               "give from first, then a larger or equal to");
    return std::nullopt;
  }
  if (!from || !to || !factor || !step) return std::nullopt;
  return SizeSet(SizeSet::Progression{from->value(), to->value(), *factor, step->value()});
}

}  // namespace

std::uint64_t SizeSet::count() const {
  if (!progression_) return list_.size();
  const auto& [from, to, factor, step] = *progression_;
  if (step != 0) return (to - from) / step + 1;
  std::uint64_t count = 0;
  // factor ≥ 2 and to ≤ kSizeBytesMax: at most 41 turns, far from overflow.
  for (std::uint64_t size = from; size <= to; size *= factor) ++count;
  return count;
}

std::vector<MessageSize> SizeSet::all() const {
  if (!progression_) return list_;
  const auto& [from, to, factor, step] = *progression_;
  std::vector<MessageSize> sizes;
  for (std::uint64_t size = from; size <= to; size = step != 0 ? size + step : size * factor)
    sizes.emplace_back(size);
  return sizes;
}

std::optional<MessageSize> read_size(const Located& value, Faults& faults) {
  const YamlNode& node = *value.node;
  if (!node.is_scalar() || node.text.empty() || node.text.front() < '1' ||
      node.text.front() > '9') {
    refuse_size(value, faults, std::string(kSizeRemedy));
    return std::nullopt;
  }
  auto size = parse_size(node.text);
  if (!size) {
    refuse_size(value, faults, size.error().remedy);
    return std::nullopt;
  }
  if (size->value() <= kSizeBytesMax) return *size;
  refuse_size(value, faults, std::string(kSizeRemedy));
  return std::nullopt;
}

std::optional<SizeSet> read_sizes(const Located& node, Faults& faults) {
  if (node.node->kind == YamlNode::Kind::Map) return read_progression(node, faults);
  if (node.node->kind != YamlNode::Kind::Sequence) {
    faults.add(node.node->position, node.path, shown(*node.node) + " is neither a list nor a map",
               "give [8, 64KiB] or {from: 8, to: 16MiB, factor: 2}");
    return std::nullopt;
  }
  auto list = read_distinct<MessageSize>(
      node, faults, [&](const Located& item) { return read_size(item, faults); });
  if (list.empty()) return std::nullopt;
  return SizeSet(std::move(list));
}

}  // namespace busbar::wire
