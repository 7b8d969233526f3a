#pragma once
// The words of a search for slow parts: what a test is, what it said, what was concluded.
// Units: a reach is measured ÷ what a healthy launch of the same shape reaches (1 is healthy); a
// launch that failed has reach 0, so a hang is searched for like a slow part. Threads: values.
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/pairs.h"
#include "core/units/name.h"
#include "core/units/quantity.h"

namespace busbar {

using NodeGroup = std::vector<NodeId>;  // in the order of the ranks

enum class Purpose {
  Round,    // pairs that are disjoint, at the same time
  Repeat,   // slow pairs again
  Screen,   // all that is not judged yet
  Bisect,   // half of the candidates
  Recheck,  // a slow group that led nowhere, again
  Prove,    // partners before they are relied on
  Confirm,  // a suspect with a partner proven good
  Fabric    // parts of two groups that pass alone and fail together
};
std::string_view to_text(Purpose);  // "round", "repeat", …

struct SearchTest {
  Purpose purpose = Purpose::Screen;
  std::vector<NodeGroup> launches;  // disjoint; at the same time
};

// What stands where; shared by all stages of a search.
struct SearchMap {
  std::vector<NodeId> nodes;  // as the collective ranks them; neighbours in a leaf side by side
  std::map<NodeId, std::string> leaf_of;

  std::string leaf(const NodeId& node) const {
    const auto at = leaf_of.find(node);
    return at == leaf_of.end() ? std::string() : at->second;
  }
};

struct Suspect {
  FaultKind kind = FaultKind::Node;
  std::vector<std::string> names;         // as in PairFault
  std::vector<std::string> alternatives;  // leaves that explain the same
  double loss = 0;

  auto operator<=>(const Suspect&) const = default;
};

}  // namespace busbar
