// Tested by tests/unit/wire/formats/perf_tools/gdsio_test.cc
// gdsio of GPUDirect Storage: one line a run. Units: GiB/sec is 2^30 bytes a second, KiB, usecs,
// secs. Source: the GDS Benchmarking and Configuration Guide.
#include <array>

#include "wire/formats/perf_tools/table.h"
#include "wire/formats/tables/launcher_prefix.h"
#include "wire/formats/tables/words.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire {
namespace {

struct Field {
  std::string_view key, name;
};
// In the order of the line; each value is the word behind its key, without "(KiB)".
constexpr std::array kFields{
    Field{"IoType:", "io"},
    Field{"XferType:", "xfer"},
    Field{"Threads:", "threads"},
    Field{"DataSetSize:", "dataset_kib"},
    Field{"IOSize:", "io_kib"},
    Field{"Throughput:", "throughput_gib_s"},
    Field{"Avg_Latency:", "avg_latency_us"},
    Field{"ops:", "ops"},
    Field{"total_time", "total_s"},
};

// "16310272/10485760(KiB)": what was moved, of the set that it was moved from.
bool put_dataset(std::string_view word, PerfRow& row) {
  const std::size_t slash = word.find('/');
  const auto done = whole_number(word.substr(0, slash));
  const auto of =
      slash == std::string_view::npos ? std::nullopt : whole_number(word.substr(slash + 1));
  if (!done) return false;
  row.cells.emplace_back("dataset_kib", *done);
  row.cells.emplace_back("dataset_of_kib", of ? PerfValue(*of) : PerfValue());
  return true;
}

std::optional<PerfRow> row_in(std::string_view line, std::uint64_t number) {
  if (!contains(line, "IoType:") || !contains(line, "XferType:")) return std::nullopt;
  PerfRow row{number, {}};
  for (const Field& field : kFields) {
    const auto rest = behind(line, field.key);
    const auto words = words_of(rest.value_or(""));
    if (words.empty()) return row;
    std::string_view word = words.front().substr(0, words.front().find('('));
    if (word.ends_with(',')) word.remove_suffix(1);
    if (field.name == "dataset_kib") {
      if (!put_dataset(word, row)) return row;
    } else {
      row.cells.emplace_back(field.name, value_of_word(word));
    }
  }
  return row;
}

std::string text_of(const PerfRow& row, std::string_view name) {
  for (const auto& [key, value] : row.cells)
    if (key == name && std::holds_alternative<std::string>(value))
      return std::get<std::string>(value);
  return {};
}

bool is_same_job(const PerfRow& a, const PerfRow& b) {
  return text_of(a, "io") == text_of(b, "io") && a.number("threads") == b.number("threads") &&
         a.number("io_kib") == b.number("io_kib");
}

// The direct path exists to be faster than the way through host memory.
void find_slow(const PerfRun& run, std::vector<Finding>& findings) {
  for (const PerfRow& direct : run.rows) {
    if (text_of(direct, "xfer") != "GPUD") continue;
    for (const PerfRow& other : run.rows) {
      const auto a = direct.number("throughput_gib_s"), b = other.number("throughput_gib_s");
      if (text_of(other, "xfer") != "CPU_GPU" || !is_same_job(direct, other) || !a || !b) continue;
      if (*a >= 0.9 * *b) continue;
      Finding finding = perf_finding(
          "gds_slow", Severity::Warning,
          "the direct path (GPUD) is slower than the way through host memory (CPU_GPU)",
          "run gdscheck -p; see whether compatibility mode is in use (cufile.json "
          "allow_compat_mode), and whether GPU and storage are below one PCIe switch");
      finding.have = std::to_string(*a) + " GiB/sec";
      finding.want = "> " + std::to_string(*b) + " GiB/sec";
      findings.push_back(std::move(at_line(finding, direct.line, *finding.have)));
    }
  }
}

std::vector<Finding> findings_of(const PerfRun& run) {
  std::vector<Finding> findings;
  find_slow(run, findings);
  for (const PerfNotice& error : run.errors) {
    const bool is_data = contains(error.text, "verif");
    const bool is_unsupported = contains(error.text, "not supported");
    Finding finding = perf_finding(
        is_data          ? "data_corruption"
        : is_unsupported ? "gds_unsupported"
                         : "run_incomplete",
        Severity::Error, is_data ? "the data check failed" : "gdsio reports an error",
        is_unsupported ? "run gdscheck -p: it says which part of GPUDirect Storage is missing"
                       : "see cufile.log");
    findings.push_back(std::move(at_line(finding, error.line, error.text)));
  }
  if (run.is_cut) {
    Finding finding = perf_finding("run_incomplete", Severity::Warning, "a line is cut",
                                   "it is not a result; send the whole line");
    findings.push_back(std::move(at_line(finding, run.line, "cut")));
  }
  return findings;
}

}  // namespace

PerfRun gdsio_run(std::string_view text) {
  PerfRun run;
  run.tool = "gdsio";
  run.unit = "GiB/s (2^30)";
  run.bytes_per_second_per_unit = 1073741824;
  CleanLines lines(text);
  while (const auto line = lines.next()) {
    auto row = row_in(line->text, line->number);
    const bool is_whole =
        row && row->number("total_s") &&
        (line->is_terminated || contains(behind(line->text, "total_time").value_or(""), "secs"));
    if (is_whole) {
      run.rows.push_back(std::move(*row));
    } else if (row) {
      run.is_cut = true;
      run.line = line->number;
    } else if (contains(line->text, "rror") || contains(line->text, "not supported") ||
               contains(line->text, "verify failed") || contains(line->text, "verification fail")) {
      run.errors.push_back({line->number, std::string(trimmed(line->text))});
    }
  }
  return run;
}

Reading read_gdsio(std::string_view text) {
  const PerfRun run = gdsio_run(text);
  const bool is_empty = run.rows.empty() && !run.is_cut && run.errors.empty();
  JsonWriter out;
  out.begin_object().field("tool", run.tool);
  write_rows(out, run.rows);
  out.field("unit", run.unit).field("complete", !run.is_cut && !run.rows.empty());
  return perf_reading("gdsio", out.end_object().take(), findings_of(run), is_empty);
}

}  // namespace busbar::wire
