#include "cli/commands/results_table.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "cli/output/csv.h"
#include "cli/output/number_text.h"
#include "cli/output/table.h"
#include "core/units/size_text.h"

namespace busbar::cli {
namespace {

const std::vector<Column>& columns() {
  static const std::vector<Column> all{
      {"size", Align::Right},
      {"algorithm"},
      {"used"},
      {"protocol"},
      {"time µs", Align::Right},
      {"± %", Align::Right},
      {"algbw GB/s", Align::Right},
      {"busbw GB/s", Align::Right},
      {"wrong", Align::Right},
      {"samples", Align::Right},
  };
  return all;
}

// "eager" as asked for; "default (eager)" with what was used where that is known.
std::string protocol_text(const ResultView& result) {
  const std::string& used = result.used_protocol;
  if (used.empty() || used == "–" || used == "unverified" || used == result.requested.protocol)
    return result.requested.protocol;
  return result.requested.protocol + " (" + used + ")";
}

TableRow row_of(const ResultView& result) {
  return {to_size_text(result.requested.size),
          result.requested.algorithm,
          result.used_algorithm,
          protocol_text(result),
          microseconds_text(result.median),
          percent_text(result.half_width),
          gigabytes_per_second_text(result.algorithm_bandwidth),
          gigabytes_per_second_text(result.bus_bandwidth),
          std::to_string(result.elements_wrong),
          std::to_string(result.samples)};
}

// "all_reduce · float32 sum · out_of_place · n1 × 2 ranks"
std::string title_of(const ResultView& result) {
  const CellView& cell = result.requested;
  const bool has_operation = cell.collective == "all_reduce" ||
                             cell.collective == "reduce_scatter" || cell.collective == "reduce";
  return cell.collective + " · " + cell.data_type + (has_operation ? " " + cell.operation : "") +
         " · " + cell.buffer + " · " + cell.placement;
}

using Counted = std::vector<std::pair<std::string, std::uint64_t>>;

void count(Counted& counts, const std::string& text) {
  for (auto& [known, number] : counts)
    if (known == text) {
      ++number;
      return;
    }
  counts.emplace_back(text, 1);
}

std::string counted_lines(Counted counts) {
  std::stable_sort(counts.begin(), counts.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::string text;
  for (const auto& [what, number] : counts)
    text += "  " + std::to_string(number) + " × " + what + "\n";
  return text;
}

bool is_left_out(const ResultView& result) {
  return result.state == "cancelled" || result.state == "over_budget" || result.state == "pending";
}

// The shortest text that reads back the same.
std::string exact(double value) {
  std::array<char, 32> text{};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

}  // namespace

std::string results_tables(const std::vector<ResultView>& results) {
  std::vector<std::pair<std::string, std::vector<TableRow>>> groups;
  for (const ResultView& result : results) {
    if (!result.is_measured) continue;
    const std::string title = title_of(result);
    auto group = std::find_if(groups.begin(), groups.end(),
                              [&](const auto& known) { return known.first == title; });
    if (group == groups.end()) group = groups.insert(groups.end(), {title, {}});
    group->second.push_back(row_of(result));
  }
  std::string text;
  for (const auto& [title, rows] : groups)
    text += (text.empty() ? "" : "\n") + title + "\n" + render_table(columns(), rows);
  return text;
}

std::string pruned_summary(const std::vector<PrunedView>& pruned) {
  Counted reasons;
  for (const PrunedView& cell : pruned) count(reasons, cell.code + ": " + cell.reason);
  return counted_lines(std::move(reasons));
}

std::string results_summary(const RunView& run, const std::vector<ResultView>& results,
                            const std::vector<PrunedView>& pruned) {
  std::string text = run.id + " " + run.state + ": " + std::to_string(run.measured) +
                     " measured, " + std::to_string(run.failed) + " failed";
  if (run.left_out > 0) text += ", " + std::to_string(run.left_out) + " left out";
  text += ", " + std::to_string(run.pruned) + " pruned";
  if (run.over_budget > 0) text += ", " + std::to_string(run.over_budget) + " over the budget";
  text += "\n";
  if (!run.reason.empty() && run.reason != run.state) text += "  " + run.reason + "\n";
  Counted failures;
  bool is_oversubscribed = false;
  for (const ResultView& result : results) {
    is_oversubscribed = is_oversubscribed || (result.is_measured && result.is_oversubscribed);
    if (!result.is_measured && !is_left_out(result))
      count(failures, result.state + ": " + result.reason);
  }
  if (!failures.empty()) text += "failed\n" + counted_lines(std::move(failures));
  if (!pruned.empty()) text += "pruned\n" + pruned_summary(pruned);
  if (is_oversubscribed) text += "note: more ranks than cores; times contain scheduling\n";
  return text;
}

std::string results_csv(const RunView& run, const std::vector<ResultView>& results) {
  std::string text = csv_line({"run",
                               "cell",
                               "state",
                               "collective",
                               "size_bytes",
                               "data_type",
                               "operation",
                               "algorithm",
                               "protocol",
                               "buffer",
                               "placement",
                               "used_algorithm",
                               "used_protocol",
                               "median_seconds",
                               "half_width_ratio",
                               "algorithm_bandwidth_bytes_per_second",
                               "bus_bandwidth_bytes_per_second",
                               "elements_wrong",
                               "samples",
                               "oversubscribed",
                               "reason"});
  for (const ResultView& result : results) {
    const CellView& cell = result.requested;
    const auto number = [&](double value) { return result.is_measured ? exact(value) : ""; };
    text += csv_line({run.id,
                      std::to_string(result.index),
                      result.state,
                      cell.collective,
                      std::to_string(cell.size.value()),
                      cell.data_type,
                      cell.operation,
                      cell.algorithm,
                      cell.protocol,
                      cell.buffer,
                      cell.placement,
                      result.used_algorithm,
                      result.used_protocol,
                      number(result.median.value()),
                      number(result.half_width.value()),
                      number(result.algorithm_bandwidth.value()),
                      number(result.bus_bandwidth.value()),
                      std::to_string(result.elements_wrong),
                      std::to_string(result.samples),
                      result.is_oversubscribed ? "true" : "false",
                      result.reason});
  }
  return text;
}

}  // namespace busbar::cli
