#include "core/diagnosis/confirmation.h"

#include <algorithm>
#include <utility>

#include "core/statistics/robust.h"

namespace busbar {
namespace {

constexpr std::size_t kProofsMax = 6;  // pairs tried before the search does with what it has
constexpr std::size_t kInsideMax = 3;  // partners of the own leaf that are not proven themselves

}  // namespace

Confirmation::Confirmation(const SearchMap& map, NodeId node, std::set<NodeId> good,
                           std::set<NodeId> avoid)
    : map_(map), node_(std::move(node)), good_(std::move(good)), avoid_(std::move(avoid)) {
  avoid_.insert(node_);
  choose_partners();
}

// A proven node of a leaf that is not in `leaves`.
std::optional<NodeId> Confirmation::partner_beside(const std::set<std::string>& leaves) const {
  for (const NodeId& node : map_.nodes)
    if (good_.contains(node) && !avoid_.contains(node) && !leaves.contains(map_.leaf(node)) &&
        std::find(partners_.begin(), partners_.end(), node) == partners_.end())
      return node;
  return std::nullopt;
}

// Two nodes side by side in a leaf that no partner and not the node hangs on.
std::optional<NodeGroup> Confirmation::pair_to_prove() const {
  if (tried_.size() >= 2 * kProofsMax) return std::nullopt;
  std::set<std::string> leaves{map_.leaf(node_)};
  for (const NodeId& partner : partners_) leaves.insert(map_.leaf(partner));
  std::map<std::string, NodeId> waiting;
  for (const NodeId& node : map_.nodes) {
    const std::string leaf = map_.leaf(node);
    if (avoid_.contains(node) || tried_.contains(node)) continue;
    if (leaves.contains(leaf) && !map_.leaf_of.empty()) continue;
    if (const auto other = waiting.find(leaf); other != waiting.end())
      return NodeGroup{other->second, node};
    waiting.emplace(leaf, node);
  }
  return std::nullopt;
}

// Two partners of two other leaves; of one other leaf; of any leaf.
void Confirmation::choose_partners() {
  stage_ = Stage::Prove;
  partners_.clear();
  const std::string own = map_.leaf(node_);
  const bool has_leaves = !map_.leaf_of.empty();
  const auto first = partner_beside(has_leaves ? std::set{own} : std::set<std::string>{});
  if (first) partners_.push_back(*first);
  if (first) {
    const auto second =
        partner_beside(has_leaves ? std::set{own, map_.leaf(*first)} : std::set<std::string>{});
    if (second) partners_.push_back(*second);
  }
  if (partners_.size() < 2 && pair_to_prove()) return;
  while (partners_.size() < 2) {
    auto next = partner_beside({own});
    if (!next) next = partner_beside({});
    if (!next) break;
    partners_.push_back(*next);
  }
  stage_ = Stage::First;
  if (partners_.size() < 2) finish(Blame::Unresolved);
}

NodeGroup Confirmation::pair() const {
  switch (stage_) {
    case Stage::Prove:
      return *pair_to_prove();
    case Stage::First:
    case Stage::FirstAgain:
      return {node_, partners_[0]};
    case Stage::Second:
    case Stage::SecondAgain:
      return {node_, partners_[1]};
    case Stage::Inside:
      return {node_, *mate_};
    case Stage::LeafMate:
      return {*mate_, partners_[1]};
    case Stage::Done:
      break;
  }
  return {};
}

std::optional<SearchTest> Confirmation::next() const {
  if (stage_ == Stage::Done) return std::nullopt;
  return SearchTest{stage_ == Stage::Prove ? Purpose::Prove : Purpose::Confirm, {pair()}};
}

std::optional<NodeId> Confirmation::inside_partner() const {
  const std::string own = map_.leaf(node_);
  std::optional<NodeId> unproven;
  for (const NodeId& node : map_.nodes) {
    const bool is_partner = std::find(partners_.begin(), partners_.end(), node) != partners_.end();
    if (map_.leaf(node) != own || avoid_.contains(node) || tried_.contains(node) || is_partner)
      continue;
    if (good_.contains(node)) return node;
    if (!unproven) unproven = node;
  }
  return inside_failed_ < kInsideMax ? unproven : std::nullopt;
}

void Confirmation::finish(Blame blame) {
  stage_ = Stage::Done;
  result_.blame = blame;
  result_.loss = losses_.empty() ? 0 : median_of(losses_);
  if (blame != Blame::LeafUplink) return;
  std::set<std::string> leaves;
  for (const NodeId& node : map_.nodes) leaves.insert(map_.leaf(node));
  leaves.erase(map_.leaf(node_));
  if (leaves.size() == 1) result_.alternatives.assign(leaves.begin(), leaves.end());
}

void Confirmation::record_inside(bool is_slow) {
  if (!is_slow) {
    good_.insert(*mate_);
    stage_ = Stage::LeafMate;
    return;
  }
  // A proven partner settles it; of others, all of several must agree.
  tried_.insert(*mate_);
  ++inside_failed_;
  const bool was_proven = good_.contains(*mate_);
  mate_ = was_proven ? std::nullopt : inside_partner();
  if (!mate_) finish(Blame::Node);
}

void Confirmation::record(double reach, bool is_slow) {
  const NodeGroup tested = pair();
  if (is_slow && stage_ != Stage::Prove) losses_.push_back(1 - reach);
  switch (stage_) {
    case Stage::Prove:
      (is_slow ? tried_ : good_).insert(tested.begin(), tested.end());
      return choose_partners();
    case Stage::First:
      if (!is_slow) return finish(Blame::Fine);
      stage_ = Stage::Second;
      return;
    case Stage::Second:
      if (!is_slow) {
        stage_ = Stage::FirstAgain;
        return;
      }
      tried_.clear();
      mate_ = map_.leaf_of.empty() ? std::nullopt : inside_partner();
      if (!mate_) return finish(Blame::Node);
      stage_ = Stage::Inside;
      return;
    case Stage::FirstAgain:
      if (is_slow) result_.doubtful_partner = partners_[0];
      return finish(Blame::Fine);
    case Stage::Inside:
      return record_inside(is_slow);
    case Stage::LeafMate:
      if (is_slow) return finish(Blame::LeafUplink);
      stage_ = Stage::SecondAgain;
      return;
    case Stage::SecondAgain:
      if (is_slow) return finish(Blame::Node);
      stage_ = Stage::FirstAgain;
      return;
    case Stage::Done:
      return;
  }
}

}  // namespace busbar
