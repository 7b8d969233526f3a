#pragma once
// Which node, link or uplink is slow: proposes the next test, takes its result, ends with suspects
// or with the budget spent, and keeps every step.
// Pairs: a few rounds of disjoint pairs, all of them if those do not explain what is slow; then, if
// pairs are all healthy and the large collective is known to be slow, groups. Groups: binary
// splitting at once, far fewer launches on many nodes.
// Promises: deterministic, pure: no clock, no machine; next() changes nothing. Before each test its
// launches and minutes are held against the budget; no test uses more nodes than it allows at once.
// Errors: a result with a number of launches that the test did not have is refused and changes
// nothing. Threads: one.
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/group_search.h"
#include "core/diagnosis/pair_rounds.h"
#include "core/diagnosis/search.h"
#include "core/error/result.h"

namespace busbar {

enum class SearchStrategy { Pairs, Groups };

struct SearchBudget {
  std::size_t nodes_max = std::numeric_limits<std::size_t>::max();  // busy at once, at least 2
  std::size_t launches_max = 1000;
  Seconds time_max{3600};
  Seconds time_per_test{60};  // launches of one test run at the same time
};

struct SearchPlan {
  SearchMap map;
  SearchStrategy strategy = SearchStrategy::Pairs;
  bool is_collective_slow = false;  // over all nodes; seen before the search
  SearchBudget budget;
  PairRule rule;
};

enum class SearchState { Searching, Found, NothingFound, Exhausted };
std::string_view to_text(SearchState);  // "searching", "found", "nothing_found", "exhausted"

struct SearchStep {
  SearchTest test;
  std::vector<double> reach;  // of each launch; 0: failed
};

class Localiser {
 public:
  explicit Localiser(SearchPlan plan);
  Localiser(const Localiser&) = delete;  // the stages refer to the plan
  Localiser& operator=(const Localiser&) = delete;

  std::optional<SearchTest> next() const;  // nothing: ended
  // One reach a launch, nothing for one that failed.
  Result<void> record(const std::vector<std::optional<Ratio>>& reach);

  SearchState state() const;
  std::vector<Suspect> suspects() const;  // ascending
  NodeGroup candidates() const;           // of a search that ended early: where it stood
  std::vector<std::string> remarks() const;
  const std::vector<SearchStep>& steps() const { return steps_; }
  std::size_t launches() const { return launches_; }
  Seconds time() const;

 private:
  std::optional<SearchTest> wanted() const;

  SearchPlan plan_;
  std::optional<PairRounds> pairs_;
  std::optional<GroupSearch> groups_;
  std::vector<SearchStep> steps_;
  std::size_t launches_ = 0;
};

}  // namespace busbar
