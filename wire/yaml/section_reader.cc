#include "wire/yaml/section_reader.h"

#include "wire/json/measurement.h"

namespace busbar::wire {
namespace {

constexpr std::uint64_t kRanksPerNodeMax = 4096;
constexpr std::uint64_t kSamplesMax = kRawSamplesMax;
constexpr NumberRange kHalfWidths{0, 0.5, true};
constexpr NumberRange kConfidences{0.5, 0.9999};  // below, an interval says nothing
constexpr NumberRange kCellSeconds{0, 3600, true};
constexpr NumberRange kBudgetSeconds{0, 604800, true};  // a week
constexpr NumberRange kTimeoutSeconds{0, 86400, true};  // a day

std::optional<NodeId> read_node(const Located& item, Faults& faults) {
  const auto text = read_text(item, faults);
  if (!text) return std::nullopt;
  auto node = NodeId::parse(*text);
  if (node) return std::move(*node);
  faults.add(item.node->position, item.path, shown(*item.node) + " " + node.error().what,
             node.error().remedy);
  return std::nullopt;
}

void read_nodes(const Located& value, PlacementRule& rule, Faults& faults) {
  if (value.node->kind == YamlNode::Kind::Sequence) {
    rule.kind = PlacementRule::Kind::Explicit;
    rule.nodes = read_distinct<NodeId>(
        value, faults, [&](const Located& item) { return read_node(item, faults); });
  } else if (value.node->is_scalar() && value.node->text == "all") {
    rule.kind = PlacementRule::Kind::All;
  } else if (!value.node->is_scalar() || value.node->text != "each") {
    faults.add(value.node->position, value.path, shown(*value.node) + " names no nodes",
               "write each, all or a list of node names");
  }
}

PlacementRule read_placement_rule(const Located& node, Faults& faults) {
  MapReader map(node, faults);
  PlacementRule rule;
  if (const auto value = map.required("nodes")) read_nodes(*value, rule, faults);
  const auto ranks = map.optional("ranks_per_node");
  map.refuse_unknown();
  if (!ranks || (ranks->node->is_scalar() && ranks->node->text == "auto")) return rule;
  if (const auto count = read_integer(*ranks, {1, kRanksPerNodeMax}, faults))
    rule.ranks_per_node = static_cast<std::uint32_t>(*count);
  return rule;
}

void read_count(const std::optional<Located>& value, std::uint32_t& into, IntegerRange range,
                Faults& faults) {
  if (!value) return;
  if (const auto count = read_integer(*value, range, faults))
    into = static_cast<std::uint32_t>(*count);
}

template <class T>
void read_quantity(const std::optional<Located>& value, T& into, NumberRange range,
                   Faults& faults) {
  if (!value) return;
  if (const auto number = read_number(*value, range, faults)) into = T(*number);
}

}  // namespace

std::vector<PlacementRule> read_placements(const std::optional<Located>& list, Faults& faults) {
  if (!list) return {PlacementRule{}};
  std::vector<PlacementRule> rules;
  for (const Located& item : read_list(*list, faults))
    rules.push_back(read_placement_rule(item, faults));
  return rules;
}

SamplingPlan read_sampling_section(const Located& node, Faults& faults) {
  MapReader map(node, faults);
  SamplingPlan plan;
  read_quantity(map.optional("target_half_width"), plan.target_half_width, kHalfWidths, faults);
  read_quantity(map.optional("confidence"), plan.confidence, kConfidences, faults);
  read_count(map.optional("samples_min"), plan.samples_min, {1, kSamplesMax}, faults);
  read_count(map.optional("samples_max"), plan.samples_max, {1, kSamplesMax}, faults);
  read_count(map.optional("warmup"), plan.warmup, {0, kSamplesMax}, faults);
  read_quantity(map.optional("cell_seconds_max"), plan.cell_time_max, kCellSeconds, faults);
  map.refuse_unknown();
  if (plan.samples_min > plan.samples_max)
    faults.add(node.node->position, node.path,
               "samples_min " + std::to_string(plan.samples_min) + " is more than samples_max " +
                   std::to_string(plan.samples_max),
               "give samples_min up to samples_max");
  return plan;
}

Budget read_budget(const Located& node, Faults& faults) {
  MapReader map(node, faults);
  Budget budget;
  if (const auto value = map.optional("seconds_max"))
    if (const auto seconds = read_number(*value, kBudgetSeconds, faults))
      budget.time_max = Seconds(*seconds);
  map.refuse_unknown();
  return budget;
}

Timeouts read_timeouts_section(const Located& node, Faults& faults) {
  MapReader map(node, faults);
  Timeouts timeouts;
  read_quantity(map.optional("launch_start_seconds"), timeouts.launch_start, kTimeoutSeconds,
                faults);
  read_quantity(map.optional("cell_silence_seconds"), timeouts.cell_silence, kTimeoutSeconds,
                faults);
  map.refuse_unknown();
  return timeouts;
}

}  // namespace busbar::wire
