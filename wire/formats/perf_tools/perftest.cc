// Tested by tests/unit/wire/formats/perf_tools/perftest_test.cc
// perftest (ib_write_bw, ib_read_lat, …). Units: MB/sec and MiB/sec are 2^20 bytes a second, Gb/sec
// is 10^9 bits a second, usec. Source: RESULT_FMT_* and REPORT_FMT_* of perftest_parameters.h.
#include <algorithm>
#include <array>
#include <cmath>

#include "wire/formats/perf_tools/table.h"
#include "wire/formats/tables/launcher_prefix.h"
#include "wire/formats/tables/words.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire {
namespace {

constexpr std::size_t npos = std::string_view::npos;

struct Operation {
  std::string_view title, name;
};
constexpr std::array kOperations{
    Operation{"RDMA_Write", "write"},
    Operation{"RDMA_Read", "read"},
    Operation{"Send", "send"},
    Operation{"Atomic", "atomic"},
};

// Where a title stands in the heading is where its column stands in the rows.
struct Column {
  std::string_view title, name;
};
constexpr std::array kColumns{
    Column{"#bytes", "bytes"},
    Column{"#sl", "sl"},
    Column{"#iterations", "iterations"},
    Column{"BW peak[", "bw_peak"},
    Column{"BW average[", "bw_avg"},
    Column{"MsgRate[", "msg_rate_mpps"},
    Column{"BW Port1[", "bw_port1"},
    Column{"MsgRate Port1[", "msg_rate_port1_mpps"},
    Column{"BW Port2[", "bw_port2"},
    Column{"MsgRate Port2[", "msg_rate_port2_mpps"},
    Column{"t_min[", "t_min_us"},
    Column{"t_max[", "t_max_us"},
    Column{"t_typical[", "t_typical_us"},
    Column{"t_avg[", "t_avg_us"},
    Column{"t_stdev[", "t_stdev_us"},
    Column{"99% percentile[", "p99_us"},
    Column{"99.9% percentile[", "p999_us"},
    Column{"tps average", "tps_avg"},
    Column{"CPU_Util[", "cpu_util_percent"},
};

struct Unit {
  std::string_view word, text;
  double bytes_per_second;
};
constexpr std::array kUnits{
    Unit{"MiB/sec", "MiB/sec (means 2^20 bytes)", 1048576},
    Unit{"MB/sec", "MB/sec (means 2^20 bytes)", 1048576},
    Unit{"Gb/sec", "Gb/sec (means 10^9 bits)", 1e9 / 8},
};

struct Setting {
  std::string_view key, name;
};
constexpr std::array kSettings{
    Setting{"Device", "device"},
    Setting{"Number of qps", "qps"},
    Setting{"Transport type", "transport"},
    Setting{"Connection type", "connection"},
    Setting{"Link type", "link_type"},
    Setting{"Mtu", "mtu"},
    Setting{"GID index", "gid_index"},
    Setting{"TX depth", "tx_depth"},
    Setting{"CQ Moderation", "cq_moderation"},
    Setting{"Data ex. method", "exchange"},
};

constexpr std::array<std::string_view, 9> kFailures{"Couldn't ",
                                                    "Failed to ",
                                                    "Unable to ",
                                                    "Failed status",
                                                    "Completion with error",
                                                    "failed to create",
                                                    "Invalid MTU",
                                                    "No IB devices found",
                                                    "Can't "};

std::string tool_of(std::string_view line) {
  const bool is_bandwidth = contains(line, " BW Test"), is_latency = contains(line, "Latency Test");
  if (!is_bandwidth && !is_latency) return {};
  for (const Operation& operation : kOperations)
    if (contains(line, operation.title))
      return "ib_" + std::string(operation.name) + (is_bandwidth ? "_bw" : "_lat");
  return {};
}

std::vector<std::string> columns_in(std::string_view line) {
  std::vector<std::pair<std::size_t, std::string_view>> found;
  for (const Column& column : kColumns)
    if (const std::size_t at = line.find(column.title); at != npos)
      found.emplace_back(at, column.name);
  std::sort(found.begin(), found.end());
  std::vector<std::string> names;
  for (const auto& [at, name] : found) names.emplace_back(name);
  return names;
}

// "Mtu             : 4096[B]": the word behind the colon, without its unit.
std::optional<PerfValue> setting_in(std::string_view line, std::string_view key) {
  const auto rest = behind(line, key);
  if (!rest) return std::nullopt;
  const std::string_view after = trimmed(*rest);
  if (!after.starts_with(':')) return std::nullopt;
  const auto words = words_of(after.substr(1));
  if (words.empty()) return std::nullopt;
  return value_of_word(words.front().substr(0, words.front().find('[')));
}

class PerftestReader {
 public:
  void read_line(const CleanLine& line) {
    const std::string_view text = trimmed(without_launcher_prefix(line.text).text);
    if (text.empty() || text.starts_with("---") || text.starts_with('*')) return;
    const std::string tool = tool_of(text);
    if (!tool.empty()) return begin(tool, text, line.number);
    if (contains(text, "#bytes")) return read_heading(text, line.number);
    if (read_row(text, line)) return;
    read_settings(text, line.number);
    read_notices(text, line.number);
  }

  std::vector<PerfRun> take() {
    drop_other_sides();
    return std::move(runs_);
  }

 private:
  PerfRun& run(std::uint64_t line) {
    if (runs_.empty()) runs_.emplace_back().line = line;
    return runs_.back();
  }

  // A title behind rows begins a run; a second title before any row is the other side's.
  void begin(const std::string& tool, std::string_view title, std::uint64_t line) {
    if (runs_.empty() || !runs_.back().rows.empty() ||
        (!runs_.back().tool.empty() && runs_.back().tool != tool)) {
      runs_.emplace_back().line = line;
      headings_ = 0;
    }
    PerfRun& current = runs_.back();
    current.tool = tool;
    if (is_next_on_gpu_) current.set_if_absent("memory", std::string("cuda"));
    is_next_on_gpu_ = false;
    if (contains(title, "Bidirectional"))
      current.set_if_absent("bidirectional", std::string("true"));
  }

  void read_heading(std::string_view text, std::uint64_t line) {
    columns_ = columns_in(text);
    PerfRun& current = run(line);
    ++headings_;
    for (const Unit& unit : kUnits)
      if (contains(text, unit.word) && current.unit.empty()) {
        current.unit = unit.text;
        current.bytes_per_second_per_unit = unit.bytes_per_second;
      }
  }

  bool read_row(std::string_view text, const CleanLine& line) {
    if (columns_.empty() || text.front() < '0' || text.front() > '9') return false;
    const auto words = words_of(text);
    if (!whole_number(words.front())) return false;
    PerfRow row{line.number, {}};
    for (std::size_t i = 0; i < std::min(words.size(), columns_.size()); ++i) {
      PerfValue value = value_of_word(words[i]);
      if (std::holds_alternative<std::string>(value)) return false;
      row.cells.emplace_back(columns_[i], std::move(value));
    }
    PerfRun& current = run(line.number);
    if (words.size() != columns_.size() || (!line.is_terminated && is_cut(words.back()))) {
      current.is_cut = current.is_cut || words.size() < columns_.size() || !line.is_terminated;
      return true;
    }
    last_word_ = words.back().size();
    // Both sides print the row; they stand side by side if they write into one file.
    const bool is_other_side =
        headings_ > 1 && std::any_of(current.rows.begin(), current.rows.end(),
                                     [&](const PerfRow& r) { return r.has_same_cells(row); });
    if (!is_other_side) current.rows.push_back(std::move(row));
    return true;
  }

  bool is_cut(std::string_view last) const {
    return !runs_.back().rows.empty() && last.size() < last_word_;
  }

  void read_settings(std::string_view text, std::uint64_t line) {
    for (const Setting& setting : kSettings)
      if (auto value = setting_in(text, setting.key))
        run(line).set_if_absent(setting.name, std::move(*value));
    // Printed while the buffers are made, before the title of the test.
    if (contains(text, "CUDA Ctx") || contains(text, "GPU buffer") ||
        contains(text, "initializing CUDA"))
      is_next_on_gpu_ = true;
  }

  void read_notices(std::string_view text, std::uint64_t line) {
    if (contains(text, "CPU Frequency is not max") || contains(text, "Conflicting CPU frequency"))
      run(line).warnings.push_back({line, std::string(text)});
    for (const std::string_view failure : kFailures)
      if (contains(text, failure)) {
        run(line).errors.push_back({line, std::string(text)});
        return;
      }
    if (contains(text, "validation") && contains(text, "fail"))
      run(line).errors.push_back({line, std::string(text)});
  }

  // A run all of whose rows stand in the run before it is the other side of the same test.
  void drop_other_sides() {
    for (std::size_t i = 1; i < runs_.size();) {
      const auto is_in_earlier = [&](const PerfRow& row) {
        return std::any_of(runs_[i - 1].rows.begin(), runs_[i - 1].rows.end(),
                           [&](const PerfRow& r) { return r.has_same_cells(row); });
      };
      const bool is_other_side =
          runs_[i].tool == runs_[i - 1].tool && !runs_[i].rows.empty() &&
          std::all_of(runs_[i].rows.begin(), runs_[i].rows.end(), is_in_earlier);
      if (is_other_side)
        runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
    }
  }

  std::vector<PerfRun> runs_;
  std::vector<std::string> columns_;
  std::uint64_t headings_ = 0;
  bool is_next_on_gpu_ = false;
  std::size_t last_word_ = 0;
};

double rounded(double value, double digits) {
  return std::round(value * digits) / digits;
}

void write_run(JsonWriter& out, const PerfRun& run) {
  out.key("tool");
  run.tool.empty() ? out.null() : out.text(run.tool);
  write_fields(out, run.settings);
  if (!run.unit.empty()) out.field("unit_in_file", run.unit);
  write_rows(out, run.rows);
  out.field("max_avg", largest(run.rows, "bw_avg"));
  if (run.rows.size() == 1 && run.bytes_per_second_per_unit > 0)
    if (const auto average = run.rows.front().number("bw_avg")) {
      const double bytes = *average * run.bytes_per_second_per_unit;
      out.field("avg_gb_s", rounded(bytes / 1e9, 1000));
      out.field("avg_gbit_s", rounded(bytes * 8 / 1e9, 10));
    }
  out.field("complete", !run.is_cut && !run.rows.empty() && run.errors.empty());
}

// bytes × message rate is the bandwidth: where it is not, the unit is not what the heading says.
void check_rate(const PerfRun& run, std::vector<Finding>& findings) {
  Finding finding = perf_finding(
      "bw_mismatch", Severity::Warning,
      "bandwidth and message rate contradict each other beyond the rounding of their digits",
      "take the message rate times the size; look for an edited heading");
  for (const PerfRow& row : run.rows) {
    const auto bytes = row.number("bytes"), average = row.number("bw_avg"),
               rate = row.number("msg_rate_mpps");
    if (!bytes || !average || !rate || *average < 1 || *rate < 1e-3) continue;
    const double by_rate = *bytes * *rate * 1e6 / run.bytes_per_second_per_unit;
    const double rounding = 0.005 + by_rate * 0.5e-6 / *rate;
    if (std::abs(by_rate - *average) > 0.02 * *average + rounding)
      at_line(
          finding, row.line,
          "average " + std::to_string(*average) + ", by message rate " + std::to_string(by_rate));
  }
  if (!finding.evidence.empty()) findings.push_back(std::move(finding));
}

void find_mtu(const PerfRun& run, std::vector<Finding>& findings) {
  const auto mtu = run.setting_number("mtu");
  if (!mtu || *mtu >= 4096) return;
  const bool is_infiniband = run.setting_text("link_type") == "IB";
  // RoCE takes 1024 where the Ethernet MTU is 1500; that costs little.
  if (!is_infiniband && *mtu >= 1024) return;
  Finding finding =
      perf_finding("ib_mtu_low", Severity::Warning, "the path MTU is below what the link can carry",
                   is_infiniband ? "set the subnet's MTU to 4096 in the subnet manager"
                                 : "set the Ethernet MTU to 9000 on hosts and switches");
  finding.have = std::to_string(static_cast<std::uint64_t>(*mtu));
  finding.want = "4096";
  findings.push_back(std::move(at_line(finding, run.line, "Mtu: " + *finding.have)));
}

void find_in_run(const PerfRun& run, std::vector<Finding>& findings) {
  for (const PerfNotice& warning : run.warnings) {
    Finding finding = perf_finding("cpu_frequency", Severity::Warning,
                                   "the cores do not run at one full frequency",
                                   "set the governor to performance");
    findings.push_back(std::move(at_line(finding, warning.line, warning.text)));
  }
  for (const PerfNotice& error : run.errors) {
    const bool is_data = contains(error.text, "validation");
    Finding finding = perf_finding(is_data ? "data_corruption" : "run_incomplete", Severity::Error,
                                   is_data ? "the data check failed" : "the test failed",
                                   "see both sides' output and the port's counters");
    findings.push_back(std::move(at_line(finding, error.line, error.text)));
  }
  if (run.errors.empty() && !run.tool.empty() && (run.rows.empty() || run.is_cut)) {
    Finding finding = perf_finding("run_incomplete", Severity::Warning,
                                   "the output stops before the end of the test",
                                   "see whether the other side ended, and the port's state");
    findings.push_back(std::move(at_line(finding, run.line, run.tool)));
  }
  if (run.bytes_per_second_per_unit > 0) check_rate(run, findings);
  find_mtu(run, findings);
}

void compare_runs(const PerfRun& a, const PerfRun& b, std::vector<Finding>& findings) {
  if (a.tool != b.tool || a.unit != b.unit) return;
  const bool is_bandwidth = a.bytes_per_second_per_unit > 0;
  const auto ratio = median_ratio(a, b, "bytes", is_bandwidth ? "bw_avg" : "t_avg_us");
  if (!ratio) return;
  const double speed = is_bandwidth ? *ratio : 1 / *ratio;
  const bool is_cuda_a = a.setting_text("memory") == "cuda";
  const bool is_cuda_b = b.setting_text("memory") == "cuda";
  const std::string text = "median over common sizes: " + std::to_string(speed);
  if (is_cuda_a != is_cuda_b) {
    const double of_gpu = is_cuda_b ? speed : 1 / speed;
    if (of_gpu >= 0.6) return;
    Finding finding = perf_finding(
        "gdr_slow", Severity::Warning, "GPU buffers are much slower than host buffers",
        "load nvidia-peermem or use DMA-BUF, and keep GPU and NIC below one PCIe switch");
    findings.push_back(std::move(at_line(finding, is_cuda_b ? b.line : a.line, text)));
  } else if (speed < 0.9 && a.setting_text("device") == b.setting_text("device")) {
    Finding finding =
        perf_finding("regression", Severity::Warning, "the second run is slower than the first",
                     "repeat both, then compare what changed between them");
    findings.push_back(std::move(at_line(finding, b.line, text)));
  }
}

}  // namespace

std::vector<PerfRun> perftest_runs(std::string_view text) {
  PerftestReader reader;
  CleanLines lines(text);
  while (const auto line = lines.next()) reader.read_line(*line);
  return reader.take();
}

Reading read_perftest(std::string_view text) {
  const std::vector<PerfRun> runs = perftest_runs(text);
  std::vector<Finding> findings;
  JsonWriter out;
  out.begin_object();
  if (!runs.empty()) write_run(out, runs.front());
  if (runs.size() > 1) {
    out.key("runs").begin_array();
    for (const PerfRun& run : runs) {
      out.begin_object();
      write_run(out, run);
      out.end_object();
    }
    out.end_array();
  }
  for (std::size_t i = 0; i < runs.size(); ++i) {
    find_in_run(runs[i], findings);
    if (i > 0) compare_runs(runs[i - 1], runs[i], findings);
  }
  return perf_reading("perftest", out.end_object().take(), std::move(findings), runs.empty());
}

}  // namespace busbar::wire
