// Tested by tests/unit/wire/formats/perf_tools/osu_test.cc
// OSU micro-benchmarks (OMB 3 to 7). Units: MB/s is 10^6 bytes a second, us. Source of titles and
// columns: c/util and c/mpi of the OMB releases.
#include <array>
#include <cctype>

#include "wire/formats/perf_tools/table.h"
#include "wire/formats/tables/launcher_prefix.h"
#include "wire/formats/tables/words.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire {
namespace {

struct Name {
  std::string_view title;  // letters of it, small
  std::string_view name;
};

// Of the title without library, accelerator and "Test".
constexpr std::array kTools{
    Name{"bandwidth", "osu_bw"},
    Name{"bidirectionalbandwidth", "osu_bibw"},
    Name{"latency", "osu_latency"},
    Name{"multilatency", "osu_multi_lat"},
    Name{"multithreadedlatency", "osu_latency_mt"},
    Name{"multiplebandwidthmessagerate", "osu_mbw_mr"},
    Name{"barrierlatency", "osu_barrier"},
    Name{"broadcastlatency", "osu_bcast"},
    Name{"alltoallpersonalizedexchangelatency", "osu_alltoall"},
    Name{"alltoallvpersonalizedexchangelatency", "osu_alltoallv"},
    Name{"alltoallwpersonalizedexchangelatency", "osu_alltoallw"},
    Name{"reducescatterlatency", "osu_reduce_scatter"},
    Name{"putlatency", "osu_put_latency"},
    Name{"putbandwidth", "osu_put_bw"},
    Name{"putbidirectionalbandwidth", "osu_put_bibw"},
    Name{"getlatency", "osu_get_latency"},
    Name{"getbandwidth", "osu_get_bw"},
    Name{"accumulatelatency", "osu_acc_latency"},
};

constexpr std::array kColumns{
    Name{"size", "bytes"},
    Name{"bandwidthmbs", "bw"},
    Name{"mbs", "bw"},
    Name{"messagess", "msg_rate"},
    Name{"latencyus", "latency_us"},
    Name{"avglatencyus", "avg_us"},
    Name{"avglatus", "avg_us"},
    Name{"minlatencyus", "min_us"},
    Name{"minlatus", "min_us"},
    Name{"maxlatencyus", "max_us"},
    Name{"maxlatus", "max_us"},
    Name{"iterations", "iterations"},
    Name{"validation", "validation"},
    Name{"overallus", "overall_us"},
    Name{"computeus", "compute_us"},
    Name{"collinitus", "coll_init_us"},
    Name{"mpitestus", "mpi_test_us"},
    Name{"mpiwaitus", "mpi_wait_us"},
    Name{"purecommus", "pure_comm_us"},
    Name{"overlap", "overlap_percent"},
    Name{"ptaillatus", "p50_us"},  // with its number: see column_name
};

std::string letters_of(std::string_view text) {
  std::string letters;
  for (const char c : text)
    if (std::isalpha(static_cast<unsigned char>(c)) != 0)
      letters += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return letters;
}

template <std::size_t kCount>
std::string_view known_name(const std::array<Name, kCount>& names, std::string_view title) {
  for (const Name& known : names)
    if (known.title == title) return known.name;
  return {};
}

std::string column_name(std::string_view title) {
  const std::string letters = letters_of(title);
  if (letters == "ptaillatus") {  // "P99 Tail Lat(us)"
    const std::size_t at = title.find_first_of("0123456789");
    if (at != std::string_view::npos)
      return "p" + std::string(title.substr(at, title.find_first_not_of("0123456789.", at) - at)) +
             "_us";
  }
  const std::string_view known = known_name(kColumns, letters);
  return known.empty() ? letters : std::string(known);
}

std::string tool_of(std::string_view name) {
  std::string letters = letters_of(name);
  const bool is_non_blocking = letters.starts_with("nonblocking");
  if (is_non_blocking) letters.erase(0, 11);
  std::string found(known_name(kTools, letters));
  // "Allreduce Latency" and the like: the collective's own name.
  if (found.empty() && letters.ends_with("latency") && letters.size() > 7)
    found = "osu_" + letters.substr(0, letters.size() - 7);
  if (is_non_blocking && found.starts_with("osu_")) found.insert(4, "i");
  return found;
}

struct Title {
  std::string tool, version, accelerator;
};

// "# OSU MPI-CUDA Allreduce Latency Test v7.3"
std::optional<Title> title_in(std::string_view line) {
  auto rest = behind(line, "OSU ");
  if (!rest) return std::nullopt;
  const std::size_t test = rest->rfind(" Test");
  if (test == std::string_view::npos) return std::nullopt;
  Title found;
  const std::size_t version = rest->find(" v", test);
  if (version != std::string_view::npos)
    found.version = std::string(words_of(rest->substr(version + 2)).empty()
                                    ? std::string_view()
                                    : words_of(rest->substr(version + 2)).front());
  std::string_view name = trimmed(rest->substr(0, test));
  std::string_view library = name.substr(0, name.find(' '));
  if (library.starts_with("MPI_")) {  // "MPI_Put Latency": the operation
    name.remove_prefix(4);
  } else if (name.size() > library.size()) {
    name = trimmed(name.substr(library.size()));
  }
  if (const auto dash = library.find('-'); dash != std::string_view::npos)
    found.accelerator = std::string(library.substr(dash + 1));
  found.tool = tool_of(name);
  return found;
}

// "Send Buffer on DEVICE (D) and Receive Buffer on HOST (H)": "D H".
std::string buffers_in(std::string_view line) {
  std::string found;
  for (std::size_t at = line.find('('); at != std::string_view::npos; at = line.find('(', at + 1)) {
    const std::size_t close = line.find(')', at);
    if (close == std::string_view::npos) break;
    found += (found.empty() ? "" : " ") + std::string(line.substr(at + 1, close - at - 1));
  }
  return found;
}

class OsuReader {
 public:
  void read_line(const CleanLine& line) {
    const std::string_view text = trimmed(without_launcher_prefix(line.text).text);
    if (text.empty()) return;
    if (const auto title = title_in(text)) return begin(*title, line.number);
    if (contains(text, "Buffer on ")) {
      run(line.number).set_if_absent("buffers", buffers_in(text));
    } else if (const auto type = behind(text, "Datatype:")) {
      std::string_view name = trimmed(*type);
      if (name.ends_with('.')) name.remove_suffix(1);
      run(line.number).set_if_absent("datatype", std::string(name));
    } else if (contains(text, "pairs:")) {
      run(line.number).set_if_absent("pairs", number_behind(text, "pairs:").value_or(0));
    } else if (!read_heading(text, line.number)) {
      read_row(text, line);
    }
  }

  std::vector<PerfRun> take() { return std::move(runs_); }

 private:
  PerfRun& run(std::uint64_t line) {
    if (runs_.empty()) begin({}, line);
    return runs_.back();
  }

  void begin(const Title& title, std::uint64_t line) {
    PerfRun& made = runs_.emplace_back();
    made.line = line;
    made.tool = title.tool;
    columns_.clear();
    made.settings.emplace_back("version",
                               title.version.empty() ? PerfValue() : PerfValue(title.version));
    made.settings.emplace_back(
        "accelerator", title.accelerator.empty() ? PerfValue() : PerfValue(title.accelerator));
  }

  bool read_heading(std::string_view text, std::uint64_t line) {
    if (text.starts_with('#')) text = trimmed(text.substr(1));
    const bool is_heading = text.starts_with("Size") || contains(text, "Latency(us)") ||
                            contains(text, "Latency (us)") || contains(text, "(MB/s)");
    if (!is_heading || contains(text, "Test")) return false;
    columns_.clear();
    for (const std::string_view title : columns_of(text)) columns_.push_back(column_name(title));
    PerfRun& current = run(line);
    for (const std::string& column : columns_)
      if (column == "bw") {
        current.unit = "MB/s (10^6)";
        current.bytes_per_second_per_unit = 1e6;
      }
    return true;
  }

  void read_row(std::string_view text, const CleanLine& line) {
    const auto words = words_of(text);
    if (columns_.empty() || !decimal_number(words.front())) return;
    PerfRun& current = runs_.back();
    if (words.size() != columns_.size() ||
        (!line.is_terminated && is_shorter_than_before(words.back()))) {
      if (words.size() < columns_.size() || !line.is_terminated) current.is_cut = true;
      return;
    }
    PerfRow row{line.number, {}};
    for (std::size_t i = 0; i < words.size(); ++i)
      row.cells.emplace_back(columns_[i], value_of_word(words[i]));
    last_decimals_ = decimals(words.back());
    current.rows.push_back(std::move(row));
  }

  static std::size_t decimals(std::string_view word) {
    const std::size_t point = word.find('.');
    return point == std::string_view::npos ? 0 : word.size() - point - 1;
  }
  bool is_shorter_than_before(std::string_view word) const {
    return !runs_.back().rows.empty() && decimals(word) < last_decimals_;
  }

  std::vector<PerfRun> runs_;
  std::vector<std::string> columns_;
  std::size_t last_decimals_ = 0;
};

std::string value_column(const PerfRun& run) {
  for (const std::string_view column : {"bw", "avg_us", "latency_us", "overall_us"})
    if (largest(run.rows, column)) return std::string(column);
  return {};
}

void find_in_run(const PerfRun& run, std::vector<Finding>& findings) {
  const std::string column = value_column(run);
  find_outliers(run.rows, "bytes", column, column == "bw", findings);
  for (const PerfRow& row : run.rows)
    for (const auto& [name, value] : row.cells)
      if (name == "validation" && std::get_if<std::string>(&value) != nullptr &&
          std::get<std::string>(value).starts_with("Fail")) {
        Finding finding = perf_finding("data_corruption", Severity::Error, "the data check failed",
                                       "look for link errors and memory errors on both hosts");
        findings.push_back(std::move(at_line(finding, row.line, "validation: Fail")));
      }
  if (run.is_cut || (!run.tool.empty() && run.rows.empty())) {
    Finding finding = perf_finding(
        "run_incomplete", Severity::Warning,
        run.rows.empty() ? "no size was measured" : "the last row is cut; it is not a result",
        "if the program was still running it hangs at the next size");
    findings.push_back(std::move(at_line(
        finding, run.rows.empty() ? run.line : run.rows.back().line, "the last line before it")));
  }
}

// Two runs of one program with the same buffers: the later one against the earlier.
void compare_runs(const PerfRun& a, const PerfRun& b, std::vector<Finding>& findings) {
  if (a.tool != b.tool || a.tool.empty()) return;
  const std::string column = value_column(a);
  const auto ratio = median_ratio(a, b, "bytes", column);
  if (!ratio) return;
  const double speed = column == "bw" ? *ratio : 1 / *ratio;  // of b, relative to a
  const std::string before = a.setting_text("buffers"), after = b.setting_text("buffers");
  char text[80];
  std::snprintf(text, sizeof text, "median over common sizes: %.2f of the other run", speed);
  if (before == after && speed < 0.9) {
    Finding finding =
        perf_finding("regression", Severity::Warning, "the second run is slower than the first",
                     "repeat both, then compare what changed between them");
    findings.push_back(std::move(at_line(finding, b.line, text)));
  }
  const bool is_device_second = before == "H H" && after == "D D";
  const bool is_device_first = before == "D D" && after == "H H";
  if ((is_device_second && speed < 0.6) || (is_device_first && speed > 1 / 0.6)) {
    Finding finding = perf_finding(
        "gdr_slow", Severity::Warning, "GPU buffers are much slower than host buffers",
        "load nvidia-peermem or use DMA-BUF, and keep GPU and NIC below one PCIe switch");
    findings.push_back(std::move(at_line(finding, is_device_second ? b.line : a.line, text)));
  }
}

void write_run(JsonWriter& out, const PerfRun& run) {
  out.key("tool");
  run.tool.empty() ? out.null() : out.text(run.tool);
  write_fields(out, run.settings);
  if (!run.unit.empty()) out.field("unit", run.unit).field("max_bw", largest(run.rows, "bw"));
  write_rows(out, run.rows);
  out.field("complete", !run.is_cut && !run.rows.empty());
}

}  // namespace

std::vector<PerfRun> osu_runs(std::string_view text) {
  OsuReader reader;
  CleanLines lines(text);
  while (const auto line = lines.next()) reader.read_line(*line);
  return reader.take();
}

Reading read_osu(std::string_view text) {
  const std::vector<PerfRun> runs = osu_runs(text);
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
  return perf_reading("osu", out.end_object().take(), std::move(findings), runs.empty());
}

}  // namespace busbar::wire
