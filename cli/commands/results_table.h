#pragma once
// The results of a run for people, and as comma-separated values.
// Units: µs, GB/s (10^9), KiB in the table; bytes, seconds and bytes per second in the CSV, named
// by its columns. Threads: pure.
#include <string>
#include <vector>

#include "cli/api/views.h"

namespace busbar::cli {

// One table for each collective and placement, in the order of the plan, without the cells that
// failed.
std::string results_tables(const std::vector<ResultView>& results);

// "196 measured, 2 failed, 6 pruned" and, below, each reason with how many cells it has.
std::string results_summary(const RunView& run, const std::vector<ResultView>& results,
                            const std::vector<PrunedView>& pruned);

// "  3 × algorithm_needs_two_ranks: …" for each reason, the most frequent first.
std::string pruned_summary(const std::vector<PrunedView>& pruned);

std::string results_csv(const RunView& run, const std::vector<ResultView>& results);

}  // namespace busbar::cli
