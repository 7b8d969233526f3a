#include "core/diagnosis/localise.h"

#include <algorithm>
#include <array>
#include <utility>

namespace busbar {
namespace {

constexpr std::array kStateTexts{std::pair{SearchState::Searching, "searching"},
                                 std::pair{SearchState::Found, "found"},
                                 std::pair{SearchState::NothingFound, "nothing_found"},
                                 std::pair{SearchState::Exhausted, "exhausted"}};

constexpr std::array kPurposeTexts{
    std::pair{Purpose::Round, "round"},     std::pair{Purpose::Repeat, "repeat"},
    std::pair{Purpose::Screen, "screen"},   std::pair{Purpose::Bisect, "bisect"},
    std::pair{Purpose::Recheck, "recheck"}, std::pair{Purpose::Prove, "prove"},
    std::pair{Purpose::Confirm, "confirm"}, std::pair{Purpose::Fabric, "fabric"}};

}  // namespace

std::string_view to_text(SearchState state) {
  for (const auto& [value, text] : kStateTexts)
    if (value == state) return text;
  return {};
}

std::string_view to_text(Purpose purpose) {
  for (const auto& [value, text] : kPurposeTexts)
    if (value == purpose) return text;
  return {};
}

Localiser::Localiser(SearchPlan plan) : plan_(std::move(plan)) {
  if (plan_.strategy == SearchStrategy::Pairs)
    pairs_.emplace(plan_.map, plan_.budget.nodes_max, plan_.rule);
  else
    groups_.emplace(plan_.map, plan_.budget.nodes_max, plan_.is_collective_slow);
}

std::optional<SearchTest> Localiser::wanted() const {
  return groups_ ? groups_->next() : pairs_->next();
}

Seconds Localiser::time() const {
  return Seconds(static_cast<double>(steps_.size()) * plan_.budget.time_per_test.value());
}

std::optional<SearchTest> Localiser::next() const {
  std::optional<SearchTest> test = wanted();
  if (!test || launches_ + test->launches.size() > plan_.budget.launches_max ||
      time() + plan_.budget.time_per_test > plan_.budget.time_max)
    return std::nullopt;
  return test;
}

Result<void> Localiser::record(const std::vector<std::optional<Ratio>>& reach) {
  std::optional<SearchTest> test = next();
  const std::size_t launches = test ? test->launches.size() : 0;
  if (!test || reach.size() != launches)
    return fail({ErrorKind::InvalidInput, Scope::Run, "localisation",
                 "results of " + std::to_string(reach.size()) + " launches for a test of " +
                     std::to_string(launches),
                 "give one result for each launch of the proposed test"});
  SearchStep step{.test = std::move(*test), .reach = {}};
  for (const auto& each : reach) step.reach.push_back(each ? each->value() : 0);
  launches_ += launches;
  if (groups_)
    groups_->record(step.reach[0], step.reach[0] < plan_.rule.slow_below);
  else
    pairs_->record(step.reach);
  steps_.push_back(std::move(step));
  // Pairs show nothing, the collective does: what is slow needs many nodes to be seen.
  if (!groups_ && !pairs_->next() && pairs_->suspects().empty() && plan_.is_collective_slow)
    groups_.emplace(plan_.map, plan_.budget.nodes_max, true);
  return {};
}

SearchState Localiser::state() const {
  if (next()) return SearchState::Searching;
  if (wanted()) return SearchState::Exhausted;
  return suspects().empty() ? SearchState::NothingFound : SearchState::Found;
}

std::vector<Suspect> Localiser::suspects() const {
  std::vector<Suspect> suspects = groups_ ? groups_->suspects() : pairs_->suspects();
  std::sort(suspects.begin(), suspects.end());
  return suspects;
}

NodeGroup Localiser::candidates() const {
  return groups_ ? groups_->candidates() : NodeGroup{};
}

std::vector<std::string> Localiser::remarks() const {
  return groups_ ? groups_->remarks() : std::vector<std::string>{};
}

}  // namespace busbar
