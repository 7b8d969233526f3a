#pragma once
// Finds slow parts that a large collective shows, by groups: binary splitting.
// Screen everything that is not judged yet; if it is slow, halve it: a half that passes is good and
// the other holds the slow part, without a test of its own. A half that is tested is filled up with
// nodes known to be good, so that groups keep their size as far as there are such nodes. The last
// node is confirmed (core/diagnosis/confirmation.h), taken out, and what is left is screened again.
// Since a slow half may be interference, and a passing one leaves the blame to the untested rest,
// a suspect that confirms as fine sends the search back to the smallest group that is slow still:
// if both its parts pass alone, the way between them is probed (core/diagnosis/fabric_probe.h).
// Cost: one slow node of n about log2 n + 5 tests, d of them d times that;
// docs/method/incidents.md. Promises: deterministic, pure. Source: Hwang 1972 (generalised binary
// splitting).
#include <cstddef>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/diagnosis/confirmation.h"
#include "core/diagnosis/fabric_probe.h"
#include "core/diagnosis/search.h"

namespace busbar {

class GroupSearch {
 public:
  // `nodes_max`: of one group; more nodes are searched in parts, and what is slow only between two
  // parts is not seen. `is_known_slow`: the whole set was seen slow, so it is not screened first.
  GroupSearch(const SearchMap& map, std::size_t nodes_max, bool is_known_slow);

  std::optional<SearchTest> next() const;  // nothing: ended
  void record(double reach, bool is_slow);

  const std::vector<Suspect>& suspects() const { return suspects_; }
  const NodeGroup& candidates() const { return candidate_; }  // where the search stands
  // Groups that are slow together though no pair of theirs is; and what did not come again.
  const std::vector<std::string>& remarks() const { return remarks_; }

 private:
  enum class Stage { Screen, Bisect, Confirm, ConfirmPartner, Recheck, Rest, Fabric, Done };
  // A group believed to be slow, and what filled it up.
  struct Link {
    NodeGroup nodes, filler;
    NodeGroup all() const;
  };

  void screen_next();
  void start_descent(NodeGroup nodes);
  void descend();
  void confirm(const NodeId& node, std::set<NodeId> avoid, Stage stage);
  void record_confirmation(double reach, bool is_slow);
  void conclude(const ConfirmationResult& result, const NodeId& node);
  void suspect_uplinks(const std::string& leaf, const ConfirmationResult& result);
  void suspect_link(const NodeId& a, const NodeId& b, double loss);
  void start_recheck();
  void record_recheck(bool is_slow);
  void record_fabric(double reach, bool is_slow);
  void record_rest(bool is_slow);
  void probe_between(const NodeGroup& one, const NodeGroup& other);
  void settle(const std::string& remark);
  void mark_good(const NodeGroup& nodes);
  void take_out(const std::set<NodeId>& nodes);
  NodeGroup filler_for(const NodeGroup& nodes) const;
  std::size_t split_of(const NodeGroup& nodes) const;

  const SearchMap& map_;
  Stage stage_ = Stage::Screen;
  std::deque<NodeGroup> pools_;  // not judged yet
  std::set<NodeId> good_;
  std::set<std::string> slow_leaves_;  // their nodes fill up nothing
  std::set<NodeId> out_;               // ends of slow links and slow nodes: fill up nothing either
  std::size_t size_ = 0;               // of a filled group
  NodeGroup candidate_;
  std::vector<Link> chain_;         // from the screened group to the last one
  std::size_t low_ = 0, high_ = 0;  // of the chain: slow, passing
  bool is_first_recheck_ = false, is_second_recheck_ = false;
  std::optional<Confirmation> confirmation_;
  NodeId confirming_, blamed_first_;
  double doubt_loss_ = 0;
  std::optional<FabricProbe> probe_;
  std::vector<Suspect> suspects_;
  std::vector<std::string> remarks_;
};

}  // namespace busbar
