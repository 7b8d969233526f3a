#include "core/diagnosis/group_search.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace busbar {
namespace {

NodeGroup part(const NodeGroup& group, std::size_t first, std::size_t end) {
  return {group.begin() + static_cast<std::ptrdiff_t>(first),
          group.begin() + static_cast<std::ptrdiff_t>(end)};
}

NodeGroup joined(NodeGroup one, const NodeGroup& other) {
  one.insert(one.end(), other.begin(), other.end());
  return one;
}

NodeGroup without(const NodeGroup& group, const NodeGroup& taken) {
  NodeGroup rest;
  std::copy_if(group.begin(), group.end(), std::back_inserter(rest), [&](const NodeId& node) {
    return std::find(taken.begin(), taken.end(), node) == taken.end();
  });
  return rest;
}

}  // namespace

NodeGroup GroupSearch::Link::all() const {
  return joined(nodes, filler);
}

GroupSearch::GroupSearch(const SearchMap& map, std::size_t nodes_max, bool is_known_slow)
    : map_(map) {
  const std::size_t count = map.nodes.size();
  const std::size_t pool = std::max<std::size_t>(2, std::min(nodes_max, count));
  for (std::size_t first = 0; first < count; first += pool)
    pools_.push_back(part(map.nodes, first, std::min(count, first + pool)));
  size_ = pool / 2;
  screen_next();
  if (is_known_slow && pools_.size() == 1 && stage_ == Stage::Screen) start_descent(pools_.front());
}

// Good nodes that no slow link, node or uplink touches, until the group has its size. A group of a
// leaf with slow uplinks stays inside its leaf.
NodeGroup GroupSearch::filler_for(const NodeGroup& nodes) const {
  NodeGroup filler;
  for (const NodeId& node : nodes)
    if (slow_leaves_.contains(map_.leaf(node))) return filler;
  for (const NodeId& node : map_.nodes) {
    if (nodes.size() + filler.size() >= size_) break;
    if (good_.contains(node) && !out_.contains(node) && !slow_leaves_.contains(map_.leaf(node)) &&
        std::find(nodes.begin(), nodes.end(), node) == nodes.end())
      filler.push_back(node);
  }
  return filler;
}

// Near the middle, between two leaves if the group has several.
std::size_t GroupSearch::split_of(const NodeGroup& nodes) const {
  const std::size_t middle = nodes.size() / 2;
  for (std::size_t off = 0; off <= nodes.size() / 4; ++off)
    for (const std::size_t at : {middle - off, middle + off})
      if (at > 0 && at < nodes.size() && map_.leaf(nodes[at]) != map_.leaf(nodes[at - 1]))
        return at;
  return middle;
}

void GroupSearch::screen_next() {
  while (!pools_.empty() && pools_.front().empty()) pools_.pop_front();
  candidate_ = pools_.empty() ? NodeGroup{} : pools_.front();
  // One node alone makes no collective.
  const bool is_alone = candidate_.size() + filler_for(candidate_).size() < 2;
  if (!candidate_.empty() && is_alone) {
    remarks_.push_back(candidate_.front().text() + " was left with nobody to test it with");
    pools_.pop_front();
    return screen_next();
  }
  stage_ = candidate_.empty() ? Stage::Done : Stage::Screen;
}

void GroupSearch::start_descent(NodeGroup nodes) {
  NodeGroup filler = filler_for(nodes);
  chain_.push_back({std::move(nodes), std::move(filler)});
  descend();
}

void GroupSearch::descend() {
  candidate_ = chain_.back().nodes;
  if (candidate_.size() > 1) {
    stage_ = Stage::Bisect;
    return;
  }
  confirm(candidate_.front(), {}, Stage::Confirm);
}

void GroupSearch::confirm(const NodeId& node, std::set<NodeId> avoid, Stage stage) {
  stage_ = stage;
  confirming_ = node;
  std::set<NodeId> good;
  std::set_difference(good_.begin(), good_.end(), out_.begin(), out_.end(),
                      std::inserter(good, good.end()));
  std::erase_if(good, [&](const NodeId& each) {
    return slow_leaves_.contains(map_.leaf(each)) && map_.leaf(each) != map_.leaf(node);
  });
  avoid.insert(out_.begin(), out_.end());
  // Behind slow uplinks a node shows its own speed inside its leaf only.
  if (slow_leaves_.contains(map_.leaf(node)))
    for (const NodeId& each : map_.nodes)
      if (map_.leaf(each) != map_.leaf(node)) avoid.insert(each);
  confirmation_.emplace(map_, node, std::move(good), std::move(avoid));
  if (!confirmation_->next()) conclude(confirmation_->result(), node);
}

std::optional<SearchTest> GroupSearch::next() const {
  const auto group = [](Purpose purpose, const Link& link) {
    return SearchTest{purpose, {link.all()}};
  };
  switch (stage_) {
    case Stage::Screen:
      return group(Purpose::Screen, {candidate_, filler_for(candidate_)});
    case Stage::Bisect: {
      const NodeGroup half = part(candidate_, 0, split_of(candidate_));
      return group(Purpose::Bisect, {half, filler_for(half)});
    }
    case Stage::Confirm:
    case Stage::ConfirmPartner:
      return confirmation_->next();
    case Stage::Recheck:
      return group(Purpose::Recheck, chain_[is_first_recheck_ ? 0 : (low_ + high_) / 2]);
    case Stage::Rest: {
      const NodeGroup rest = without(chain_[low_].nodes, chain_[high_].nodes);
      return group(Purpose::Recheck, {rest, chain_[low_].filler});
    }
    case Stage::Fabric:
      return probe_->next();
    case Stage::Done:
      break;
  }
  return std::nullopt;
}

void GroupSearch::mark_good(const NodeGroup& nodes) {
  good_.insert(nodes.begin(), nodes.end());
  for (NodeGroup& pool : pools_) pool = without(pool, nodes);
}

void GroupSearch::take_out(const std::set<NodeId>& nodes) {
  out_.insert(nodes.begin(), nodes.end());
  for (NodeGroup& pool : pools_) pool = without(pool, NodeGroup(nodes.begin(), nodes.end()));
}

void GroupSearch::record(double reach, bool is_slow) {
  switch (stage_) {
    case Stage::Screen:
      if (is_slow) return start_descent(candidate_);
      mark_good(candidate_);
      return screen_next();
    case Stage::Bisect: {
      const std::size_t split = split_of(candidate_);
      const NodeGroup half = part(candidate_, 0, split);
      const NodeGroup filler = filler_for(half);
      if (is_slow) {
        chain_.push_back({half, filler});
      } else {
        mark_good(half);
        const NodeGroup rest = part(candidate_, split, candidate_.size());
        chain_.push_back({rest, filler_for(rest)});
      }
      return descend();
    }
    case Stage::Confirm:
    case Stage::ConfirmPartner:
      return record_confirmation(reach, is_slow);
    case Stage::Recheck:
      return record_recheck(is_slow);
    case Stage::Rest:
      return record_rest(is_slow);
    case Stage::Fabric:
      return record_fabric(reach, is_slow);
    case Stage::Done:
      return;
  }
}

void GroupSearch::record_confirmation(double reach, bool is_slow) {
  confirmation_->record(reach, is_slow);
  if (confirmation_->next()) return;
  for (const NodeId& node : confirmation_->good())
    if (!out_.contains(node)) good_.insert(node);
  const ConfirmationResult result = confirmation_->result();
  conclude(result, confirming_);
}

void GroupSearch::conclude(const ConfirmationResult& result, const NodeId& node) {
  const bool was_partner = stage_ == Stage::ConfirmPartner;
  if (result.blame == Blame::Node) {
    suspects_.push_back({FaultKind::Node, {node.text()}, {}, result.loss});
    good_.erase(node);
    take_out({node});
  } else if (result.blame == Blame::LeafUplink) {
    suspect_uplinks(map_.leaf(node), result);
  } else if (result.blame == Blame::Unresolved) {
    remarks_.push_back(node.text() + " could not be confirmed: no two partners are good");
    take_out({node});
  } else if (was_partner) {
    suspect_link(blamed_first_, node, probe_ ? probe_->loss() : doubt_loss_);
  } else if (result.doubtful_partner) {
    blamed_first_ = node;
    doubt_loss_ = result.loss;
    return confirm(*result.doubtful_partner, {node}, Stage::ConfirmPartner);
  } else if (probe_) {  // one end of the pair is fine: now the other
    blamed_first_ = node;
    return confirm(probe_->other(), {node}, Stage::ConfirmPartner);
  } else {
    mark_good({node});
    return start_recheck();
  }
  chain_.clear();
  probe_.reset();
  screen_next();
}

void GroupSearch::suspect_uplinks(const std::string& leaf, const ConfirmationResult& result) {
  suspects_.push_back({FaultKind::LeafUplink, {leaf}, result.alternatives, result.loss});
  slow_leaves_.insert(leaf);
  NodeGroup inside;
  for (const NodeId& each : map_.nodes)
    if (map_.leaf(each) == leaf && !out_.contains(each)) inside.push_back(each);
  bool is_waiting = false;  // what waits of the leaf is judged by itself
  for (NodeGroup& pool : pools_) {
    const std::size_t before = pool.size();
    pool = without(pool, inside);
    is_waiting = is_waiting || pool.size() < before;
  }
  if (is_waiting) pools_.push_back(std::move(inside));
}

void GroupSearch::suspect_link(const NodeId& a, const NodeId& b, double loss) {
  const auto [first, second] = std::minmax(a, b);
  suspects_.push_back({FaultKind::Link, {first.text(), second.text()}, {}, loss});
  good_.insert(a);
  good_.insert(b);
  for (NodeGroup& pool : pools_) pool = without(pool, {a});
  out_.insert(a);  // with the other end it would be slow for ever
}

// No part of the slow group is slow alone: nothing in it is blamed, and the rest is looked at.
void GroupSearch::settle(const std::string& remark) {
  remarks_.push_back(remark);
  mark_good(chain_[std::min(low_, chain_.size() - 1)].nodes);
  chain_.clear();
  probe_.reset();
  screen_next();
}

void GroupSearch::start_recheck() {
  low_ = 0;
  high_ = chain_.size() - 1;
  is_first_recheck_ = true;
  stage_ = Stage::Recheck;
}

void GroupSearch::record_recheck(bool is_slow) {
  // What is slow runs twice: one disturbed run would hide the smaller group for good.
  is_second_recheck_ = is_slow && !is_second_recheck_;
  if (is_second_recheck_) return;
  if (is_first_recheck_) {
    is_first_recheck_ = false;
    if (!is_slow) return settle("a slow group passed when it ran again");
    if (high_ == 0) return probe_between(chain_[0].filler, chain_[0].nodes);
  } else if (const std::size_t middle = (low_ + high_) / 2; is_slow) {
    low_ = middle;
  } else {
    high_ = middle;
    mark_good(chain_[middle].nodes);
  }
  if (high_ - low_ == 1) stage_ = Stage::Rest;
}

// chain_[low_] is slow, its part chain_[high_] is not.
void GroupSearch::record_rest(bool is_slow) {
  const NodeGroup passing = chain_[high_].nodes;
  const NodeGroup rest = without(chain_[low_].nodes, passing);
  const NodeGroup filler = chain_[low_].filler;
  chain_.resize(low_ + 1);
  if (is_slow) {
    chain_.push_back({rest, filler});
    return descend();
  }
  mark_good(rest);
  probe_between(joined(rest, filler), passing);
}

void GroupSearch::probe_between(const NodeGroup& one, const NodeGroup& other) {
  if (one.empty() || other.empty()) return settle("a node was slow in a group and not in pairs");
  probe_.emplace(one, other);
  stage_ = Stage::Fabric;
}

void GroupSearch::record_fabric(double reach, bool is_slow) {
  probe_->record(reach, is_slow);
  if (probe_->next()) return;
  if (!probe_->is_pair_slow())
    return settle("groups that pass alone are slow together, and no pair between them is");
  confirm(probe_->one(), {probe_->other()}, Stage::Confirm);
}

}  // namespace busbar
