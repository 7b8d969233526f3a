#include "core/diagnosis/fabric_probe.h"

#include <cstddef>
#include <utility>

namespace busbar {
namespace {

NodeGroup first_half(const NodeGroup& group) {
  return {group.begin(), group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2)};
}

NodeGroup second_half(const NodeGroup& group) {
  return {group.begin() + static_cast<std::ptrdiff_t>(group.size() / 2), group.end()};
}

}  // namespace

FabricProbe::FabricProbe(NodeGroup one, NodeGroup other)
    : one_(std::move(one)), other_(std::move(other)) {}

std::optional<SearchTest> FabricProbe::next() const {
  if (has_ended_) return std::nullopt;
  NodeGroup tested = one_.size() > 1 ? first_half(one_) : one_;
  const NodeGroup with = one_.size() == 1 && other_.size() > 1 ? first_half(other_) : other_;
  tested.insert(tested.end(), with.begin(), with.end());
  return SearchTest{Purpose::Fabric, {std::move(tested)}};
}

void FabricProbe::record(double reach, bool is_slow) {
  if (is_slow && !is_second_) {
    is_second_ = true;  // interference would lead into the wrong half for good
    return;
  }
  is_second_ = false;
  if (is_slow) loss_ = 1 - reach;
  if (one_.size() == 1 && other_.size() == 1) {
    has_ended_ = true;
    is_pair_slow_ = is_slow;
    return;
  }
  NodeGroup& group = narrowing();
  group = is_slow ? first_half(group) : second_half(group);
}

}  // namespace busbar
