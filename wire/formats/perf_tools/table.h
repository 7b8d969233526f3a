#pragma once
// What benchmark programs other than nccl-tests printed: runs with settings, rows of named cells,
// warnings and errors. Units: the program's own, as its document says (docs/formats/perf-tools.md);
// `bytes_per_second_per_unit` is the one factor by which its bandwidths may be converted. What was
// not printed is not there; N/A is an empty cell. Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/diagnosis/finding.h"
#include "wire/formats/reading.h"
#include "wire/json/value.h"

namespace busbar::wire {

// Nothing is N/A.
using PerfValue = std::variant<std::monostate, std::uint64_t, double, std::string>;
using PerfFields = std::vector<std::pair<std::string, PerfValue>>;

struct PerfRow {
  std::uint64_t line = 0;
  PerfFields cells;

  std::optional<double> number(std::string_view name) const;
  bool has_same_cells(const PerfRow& other) const { return cells == other.cells; }
};

struct PerfNotice {
  std::uint64_t line = 0;
  std::string text;
};

struct PerfRun {
  std::uint64_t line = 0;
  std::string tool;                      // "ib_write_bw", "osu_allreduce"; empty: not printed
  PerfFields settings;                   // in the order of the document
  std::string unit;                      // of the bandwidths, in the document's words
  double bytes_per_second_per_unit = 0;  // 0: the rows hold no bandwidth
  std::vector<PerfRow> rows;
  std::vector<PerfNotice> warnings, errors;
  bool is_cut = false;  // the text ends inside a row

  std::optional<double> setting_number(std::string_view name) const;
  std::string setting_text(std::string_view name) const;
  void set_if_absent(std::string_view name, PerfValue value);
};

std::optional<double> number_of(const PerfValue& value);
PerfValue value_of_word(std::string_view word);  // whole, decimal, N/A, else the text

void write_value(JsonWriter& out, const PerfValue& value);
void write_fields(JsonWriter& out, const PerfFields& fields);
void write_rows(JsonWriter& out, const std::vector<PerfRow>& rows);

// The largest value of a column over the rows; nothing: no row has it.
std::optional<double> largest(const std::vector<PerfRow>& rows, std::string_view column);

Finding perf_finding(std::string code, Severity severity, std::string why, std::string remedy);
Finding& at_line(Finding& finding, std::uint64_t line, std::string text);

// A value far off those of both neighbouring sizes: below half where more is better, above twice
// where less is. Source of the factor: protocol switches move a size by less than this.
void find_outliers(const std::vector<PerfRow>& rows, std::string_view size_column,
                   std::string_view value_column, bool is_more_better,
                   std::vector<Finding>& findings);

// The median over common sizes of later / earlier; nothing: fewer than 3 in common.
std::optional<double> median_ratio(const PerfRun& earlier, const PerfRun& later,
                                   std::string_view size_column, std::string_view value_column);

// Fills facts and whatever is common to all readers of this folder.
Reading perf_reading(std::string_view kind, std::string facts_json, std::vector<Finding> findings,
                     bool is_empty);

// One for each program.
Reading read_osu(std::string_view text);
Reading read_perftest(std::string_view text);
Reading read_ucx_perftest(std::string_view text);
Reading read_nvbandwidth(std::string_view text);
Reading read_nixlbench(std::string_view text);
Reading read_gdsio(std::string_view text);

// The typed tables behind the readings.
std::vector<PerfRun> osu_runs(std::string_view text);
std::vector<PerfRun> perftest_runs(std::string_view text);
std::vector<PerfRun> ucx_runs(std::string_view text);
PerfRun nixlbench_run(std::string_view text);
PerfRun gdsio_run(std::string_view text);

}  // namespace busbar::wire
