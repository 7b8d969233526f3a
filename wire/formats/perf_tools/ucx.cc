// Tested by tests/unit/wire/formats/perf_tools/ucx_test.cc
// ucx_perftest. Units: MB/s is 2^20 bytes a second, usec, messages a second. "average" is that of
// the last interval only, "overall" that of all iterations. Source: src/tools/perf of UCX.
#include <array>

#include "wire/formats/perf_tools/table.h"
#include "wire/formats/tables/launcher_prefix.h"
#include "wire/formats/tables/words.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire {
namespace {

constexpr std::uint64_t kDefaultMessageBytes = 8;  // of ucx_perftest without -s

// The numbers of a row: iterations, percentile, latency (average, overall), bandwidth, rate.
constexpr std::array<std::string_view, 8> kColumns{
    "iterations", "p50_us",     "avg_us",           "overall_us",
    "bw_avg",     "bw_overall", "msg_rate_average", "msg_rate_overall"};

// The word behind an option: "-t tag_lat".
std::string option_in(std::string_view line, std::string_view option) {
  const auto words = words_of(line);
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (words[i] == option) return std::string(words[i + 1]);
  return {};
}

// "| Message size: 8   |" of the block that newer versions print.
std::string field_in(std::string_view line, std::string_view name) {
  const auto rest = behind(line, name);
  if (!rest) return {};
  std::string_view value = rest->substr(0, rest->rfind('|'));
  return std::string(trimmed(value));
}

// "[…] file.c:809  UCX  WARN  text": the first sentence of the text.
std::string notice_in(std::string_view line, std::string_view level) {
  const auto ucx = behind(line, "UCX ");
  const auto rest = ucx ? behind(*ucx, level) : std::nullopt;
  if (!rest) return {};
  const std::string_view text = trimmed(*rest);
  std::string_view sentence = text.substr(0, text.find(". "));
  if (sentence.ends_with('.')) sentence.remove_suffix(1);
  return std::string(sentence);
}

class UcxReader {
 public:
  void read_line(const CleanLine& line) {
    const std::string_view text = trimmed(line.text);
    if (text.empty()) return;
    if (contains(text, "ucx_perftest") && contains(text, "-t ")) {
      begin(line.number);
      put_test(option_in(text, "-t"), option_in(text, "-s"));
    } else if (contains(text, "latency (usec)") || contains(text, "overhead (usec)")) {
      read_heading(line.number);
    } else if (contains(text, "%ile") || contains(text, "typical")) {
      read_percentile(text);
    } else if (text.starts_with("[thread ")) {
      run(line.number).set_if_absent("tool", std::string("ucx_perftest"));
      ++progress_rows_.back();
    } else if (text.starts_with("Final:")) {
      read_final(text.substr(6), line);
    } else {
      read_block(text, line.number);
      read_notices(text, line.number);
    }
  }

  std::vector<PerfRun> take() {
    for (std::size_t i = 0; i < runs_.size(); ++i)
      runs_[i].settings.emplace_back("progress_rows", progress_rows_[i]);
    return std::move(runs_);
  }

 private:
  PerfRun& run(std::uint64_t line) {
    if (runs_.empty()) begin(line);
    return runs_.back();
  }

  void begin(std::uint64_t line) {
    // A block or heading follows the command of its own run.
    if (!runs_.empty() && runs_.back().rows.empty()) return;
    PerfRun& made = runs_.emplace_back();
    made.line = line;
    made.tool = "ucx_perftest";
    made.unit = "MB/s (means 2^20 bytes)";
    made.bytes_per_second_per_unit = 1048576;
    progress_rows_.push_back(0);
    percentile_ = "p50_us";
  }

  void put_test(const std::string& test, const std::string& size) {
    if (!test.empty()) runs_.back().set_if_absent("test", test);
    if (const auto bytes = whole_number(size)) runs_.back().set_if_absent("message_size", *bytes);
    has_command_ = true;
  }

  void read_heading(std::uint64_t line) {
    if (runs_.empty() || !runs_.back().rows.empty()) begin(line);
  }

  // "50.0%ile" gives p50_us; releases before 1.11 print "typical".
  void read_percentile(std::string_view text) {
    if (runs_.empty()) return;
    const std::size_t at = text.find("%ile");
    if (at == std::string_view::npos) {
      percentile_ = "typical_us";
      return;
    }
    std::size_t begin = at;
    while (begin > 0 &&
           ((text[begin - 1] >= '0' && text[begin - 1] <= '9') || text[begin - 1] == '.'))
      --begin;
    std::string number(text.substr(begin, at - begin));
    if (number.ends_with(".0")) number.resize(number.size() - 2);
    percentile_ = "p" + number + "_us";
  }

  void read_final(std::string_view text, const CleanLine& line) {
    PerfRun& current = run(line.number);
    const auto words = words_of(text);
    if (words.size() < kColumns.size()) {
      current.is_cut = true;
      return;
    }
    PerfRow row{line.number, {}};
    for (std::size_t i = 0; i < kColumns.size(); ++i)
      row.cells.emplace_back(i == 1 ? percentile_ : std::string(kColumns[i]),
                             value_of_word(words[i]));
    current.rows.push_back(std::move(row));
  }

  void read_block(std::string_view text, std::uint64_t line) {
    if (!text.starts_with('|')) return;
    if (contains(text, "API:")) begin(line);
    if (runs_.empty()) return;
    PerfRun& current = runs_.back();
    if (const std::string test = field_in(text, "Test:"); !test.empty())
      current.set_if_absent(has_command_ ? "test_description" : "test", test);
    if (const auto bytes = whole_number(field_in(text, "Message size:")))
      current.set_if_absent("message_size", *bytes);
    if (const std::string memory = field_in(text, "Send memory:"); !memory.empty())
      current.set_if_absent("send_memory", memory);
    if (const std::string memory = field_in(text, "Recv memory:"); !memory.empty())
      current.set_if_absent("recv_memory", memory);
  }

  void read_notices(std::string_view text, std::uint64_t line) {
    if (const std::string warning = notice_in(text, "WARN "); !warning.empty())
      run(line).warnings.push_back({line, warning});
    if (const std::string error = notice_in(text, "ERROR "); !error.empty())
      run(line).errors.push_back({line, error});
  }

  std::vector<PerfRun> runs_;
  std::vector<std::uint64_t> progress_rows_;
  std::string percentile_ = "p50_us";
  bool has_command_ = false;
};

void write_run(JsonWriter& out, const PerfRun& run) {
  out.field("tool", run.tool);
  for (const auto& [name, value] : run.settings)
    if (name != "tool") {
      out.key(name);
      write_value(out, value);
    }
  if (!run.setting_number("message_size")) out.field("message_size_default", kDefaultMessageBytes);
  out.field("unit_in_file", run.unit);
  out.key("final");
  if (run.rows.empty()) {
    out.null();
  } else {
    out.begin_object();
    write_fields(out, run.rows.back().cells);
    out.end_object();
  }
  out.key("warnings").begin_array();
  for (const PerfNotice& warning : run.warnings) out.text(warning.text);
  out.end_array().key("errors").begin_array();
  for (const PerfNotice& error : run.errors) out.text(error.text);
  out.end_array().field("complete", !run.rows.empty());
}

// "network device 'mlx5_9:1' is not available, please use one or more of: …"
std::string missing_device(std::string_view text) {
  if (!contains(text, "device") ||
      !(contains(text, "is not available") || contains(text, "not found") ||
        contains(text, "no such device")))
    return {};
  const std::size_t open = text.find('\''), close = text.find('\'', open + 1);
  if (open == std::string_view::npos || close == std::string_view::npos) return {};
  return std::string(text.substr(open + 1, close - open - 1));
}

void find_in_notice(const PerfNotice& notice, Severity severity, std::vector<Finding>& findings) {
  if (contains(notice.text, "CPU affinity is not set")) {
    Finding finding = perf_finding("affinity_not_set", Severity::Note,
                                   "the process may run on any core, far from the NIC too",
                                   "bind it: ucx_perftest -c CORE, numactl or the launcher");
    findings.push_back(std::move(at_line(finding, notice.line, notice.text)));
    return;
  }
  if (const std::string device = missing_device(notice.text); !device.empty()) {
    Finding finding = perf_finding("ucx_device_missing", Severity::Error,
                                   "UCX_NET_DEVICES names a device that is not there",
                                   "name one that ucx_info -d lists");
    finding.objects.push_back({"devices", {device}});
    findings.push_back(std::move(at_line(finding, notice.line, notice.text)));
    return;
  }
  if (severity != Severity::Error) return;
  Finding finding =
      perf_finding("run_incomplete", severity, "UCX reports an error", "see both sides' output");
  findings.push_back(std::move(at_line(finding, notice.line, notice.text)));
}

void find_in_run(const PerfRun& run, std::vector<Finding>& findings) {
  for (const PerfNotice& warning : run.warnings)
    find_in_notice(warning, Severity::Warning, findings);
  for (const PerfNotice& error : run.errors) find_in_notice(error, Severity::Error, findings);
  if (!run.rows.empty() || !run.errors.empty()) return;
  Finding finding = perf_finding("run_incomplete", Severity::Warning,
                                 "there is no line \"Final:\": the test did not end",
                                 "progress rows are not results; see the other side");
  findings.push_back(std::move(at_line(finding, run.line, "the run begins here")));
}

}  // namespace

std::vector<PerfRun> ucx_runs(std::string_view text) {
  UcxReader reader;
  CleanLines lines(text);
  while (const auto line = lines.next()) reader.read_line(*line);
  return reader.take();
}

Reading read_ucx_perftest(std::string_view text) {
  const std::vector<PerfRun> runs = ucx_runs(text);
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
  for (const PerfRun& run : runs) find_in_run(run, findings);
  return perf_reading("ucx-perftest", out.end_object().take(), std::move(findings), runs.empty());
}

}  // namespace busbar::wire
