#pragma once
// Whether a node is to blame: the node with partners that are proven good, never with one alone.
//   slow with two partners, of two other leaves where there are two, and slow inside its own leaf:
//     the node
//   slow with both, healthy inside its leaf, and another node of the leaf is slow across as well:
//     the leaf's uplinks; if that other node is not, and a partner is slow again: the node (its own
//     way out)
//   slow with one partner, twice, and healthy with the other: that pair is in doubt, not the node
// Partners that nobody has proven are proven first, by a pair inside a leaf that is neither the
// node's nor the other partner's, so that no uplink takes part in the proof.
// Promises: deterministic, pure. Source: docs/method/incidents.md, confirmation.
#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/diagnosis/search.h"

namespace busbar {

enum class Blame { Fine, Node, LeafUplink, Unresolved };

struct ConfirmationResult {
  Blame blame = Blame::Unresolved;
  std::optional<NodeId> doubtful_partner;  // of a node that is fine
  std::vector<std::string> alternatives;   // of an uplink where there are two leaves only
  double loss = 0;                         // median of the slow tests
};

class Confirmation {
 public:
  // `avoid`: nodes that may not be partners, such as the other end of a link in doubt.
  Confirmation(const SearchMap& map, NodeId node, std::set<NodeId> good, std::set<NodeId> avoid);

  std::optional<SearchTest> next() const;  // nothing: there is a result
  void record(double reach, bool is_slow);
  const ConfirmationResult& result() const { return result_; }
  const std::set<NodeId>& good() const { return good_; }  // with the partners proven meanwhile

 private:
  enum class Stage { Prove, First, Second, FirstAgain, Inside, LeafMate, SecondAgain, Done };
  void choose_partners();
  std::optional<NodeId> partner_beside(const std::set<std::string>& leaves) const;
  std::optional<NodeGroup> pair_to_prove() const;
  std::optional<NodeId> inside_partner() const;
  NodeGroup pair() const;
  void record_inside(bool is_slow);
  void finish(Blame blame);

  const SearchMap& map_;
  NodeId node_;
  std::set<NodeId> good_, avoid_;
  std::set<NodeId> tried_;  // to prove, or inside the leaf
  Stage stage_ = Stage::Prove;
  std::vector<NodeId> partners_;
  std::optional<NodeId> mate_;  // inside the leaf
  std::size_t inside_failed_ = 0;
  std::vector<double> losses_;
  ConfirmationResult result_;
};

}  // namespace busbar
