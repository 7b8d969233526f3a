#pragma once
// Two groups pass alone and fail together: which two nodes does the slow path between them join?
// Halves the one group while the other stays, then the other; if a half fails with the other group
// it goes on with that half, else with its complement. Ends with one node of each group.
// Promises: deterministic, pure; at most ⌈log2 of either size⌉ tests each, one more for the pair.
// Source: cross-boundary probing as in NVIDIA's NVCRE (ADR-056); docs/method/incidents.md.
#include <optional>

#include "core/diagnosis/search.h"

namespace busbar {

class FabricProbe {
 public:
  // Both not empty.
  FabricProbe(NodeGroup one, NodeGroup other);
  std::optional<SearchTest> next() const;  // nothing: ended
  void record(double reach, bool is_slow);

  // Of the last two nodes, whether they are slow together; if not, the way is none of one pair.
  bool is_pair_slow() const { return is_pair_slow_; }
  double loss() const { return loss_; }
  const NodeId& one() const { return one_.front(); }
  const NodeId& other() const { return other_.front(); }

 private:
  NodeGroup& narrowing() { return one_.size() > 1 ? one_ : other_; }
  NodeGroup one_, other_;
  bool has_ended_ = false, is_pair_slow_ = false;
  bool is_second_ = false;  // run of the same test
  double loss_ = 0;
};

}  // namespace busbar
