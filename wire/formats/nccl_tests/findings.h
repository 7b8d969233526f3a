#pragma once
// What is wrong with a table of nccl-tests, each with its line and remedy, and what explains it.
// Codes (docs/formats/nccl-tests.md): data_corruption, busbw_mismatch, bw_impossible, bw_low,
// below_minimum, run_incomplete, separate_runs, columns_disagree, test_failed, outlier.
// A statement is made only where the digits leave no other reading: figures are compared as the
// intervals that their rounding allows. Threads: pure. Errors: none.
#include <optional>
#include <string_view>
#include <vector>

#include "core/diagnosis/finding.h"
#include "wire/formats/nccl_tests/table.h"

namespace busbar::wire {

std::vector<Finding> nccl_tests_findings(const NcclTestsText& text);

// Most likely first; never empty.
std::vector<Explanation> nccl_tests_explanations(const NcclTestsText& text);

// One direction of a GPU's links to its peers, GB/s, by the model's printed name. Nothing: unknown.
std::optional<double> gpu_link_gbps(std::string_view model);

}  // namespace busbar::wire
