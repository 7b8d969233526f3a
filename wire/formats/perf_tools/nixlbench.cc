// Tested by tests/unit/wire/formats/perf_tools/nixlbench_test.cc
// nixlbench. Units: GB/Sec is 10^9, GiB/Sec 2^30, MiB/Sec 2^20 bytes a second; us. Source:
// benchmark/nixlbench/src/utils/utils.cpp of ai-dynamo/nixl.
#include <array>

#include "wire/formats/perf_tools/table.h"
#include "wire/formats/tables/launcher_prefix.h"
#include "wire/formats/tables/words.h"
#include "wire/formats/text/clean_lines.h"

namespace busbar::wire {
namespace {

struct Name {
  std::string_view title, name;
};

constexpr std::array kColumns{
    Name{"Block Size (B)", "block"},
    Name{"Batch Size", "batch"},
    Name{"B/W (GB/Sec)", "bw_gb_s"},
    Name{"B/W (GiB/Sec)", "bw_gib_s"},
    Name{"B/W (MiB/Sec)", "bw_mib_s"},
    Name{"Aggregate B/W (GB/Sec)", "aggregate_bw_gb_s"},
    Name{"Network Util (%)", "network_util_percent"},
    Name{"Avg Lat. (us)", "avg_lat_us"},
    Name{"Avg Prep (us)", "avg_prep_us"},
    Name{"P99 Prep (us)", "p99_prep_us"},
    Name{"Avg Post (us)", "avg_post_us"},
    Name{"P99 Post (us)", "p99_post_us"},
    Name{"Avg Tx (us)", "avg_tx_us"},
    Name{"P99 Tx (us)", "p99_tx_us"},
};

// Options by their command-line name, which the title holds: "(--backend=[UCX,…])".
constexpr std::array kOptions{
    Name{"backend", "backend"},
    Name{"initiator_seg_type", "initiator"},
    Name{"target_seg_type", "target"},
    Name{"op_type", "op"},
    Name{"scheme", "scheme"},
    Name{"mode", "mode"},
    Name{"num_iter", "num_iter"},
    Name{"warmup_iter", "warmup_iter"},
    Name{"large_blk_iter_ftr", "large_block_iter_factor"},
    Name{"num_threads", "threads"},
    Name{"runtime_type", "runtime"},
    Name{"worker_type", "worker"},
    Name{"device_list", "devices"},
    Name{"num_initiator_dev", "initiator_devices"},
    Name{"num_target_dev", "target_devices"},
    Name{"check_consistency", "check_consistency"},
    Name{"total_buffer_size", "total_buffer_bytes"},
};

std::string column_name(std::string_view title) {
  for (const Name& known : kColumns)
    if (known.title == title) return std::string(known.name);
  return std::string(title);
}

// "Op type (--op_type=[READ,WRITE])      : WRITE". The colon may stick to the bracket.
bool read_option(std::string_view text, PerfRun& run) {
  const std::size_t open = text.find("(--");
  const std::size_t equals = text.find_first_of("=)", open == std::string_view::npos ? 0 : open);
  const std::size_t close = text.find(')', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || equals == std::string_view::npos ||
      close == std::string_view::npos)
    return false;
  const std::string_view option = text.substr(open + 3, equals - open - 3);
  const std::string_view rest = trimmed(text.substr(close + 1));
  if (!rest.starts_with(':')) return false;
  const auto words = words_of(rest.substr(1));
  for (const Name& known : kOptions)
    if (known.title == option && !words.empty())
      run.set_if_absent(known.name, value_of_word(words.front()));
  return true;
}

class NixlReader {
 public:
  void read_line(const CleanLine& line) {
    const std::string_view text = trimmed(without_launcher_prefix(line.text).text);
    if (text.empty()) return;
    if (run_.line == 0 && contains(text, "NIXLBench")) run_.line = line.number;
    if (text.starts_with("Block Size")) {
      columns_.clear();
      for (const std::string_view title : columns_of(text)) columns_.push_back(column_name(title));
    } else if (!read_option(text, run_) && !read_row(text, line)) {
      read_notice(text, line.number);
    }
  }

  PerfRun take() {
    run_.tool = "nixlbench";
    run_.unit = "GB/s (10^9)";
    run_.bytes_per_second_per_unit = 1e9;
    return std::move(run_);
  }

 private:
  bool read_row(std::string_view text, const CleanLine& line) {
    const auto words = words_of(text);
    if (columns_.empty() || !whole_number(words.front())) return false;
    PerfRow row{line.number, {}};
    for (std::size_t i = 0; i < words.size() && i < columns_.size(); ++i) {
      PerfValue value = value_of_word(words[i]);
      if (std::holds_alternative<std::string>(value)) return false;
      row.cells.emplace_back(columns_[i], std::move(value));
    }
    if (words.size() != columns_.size() || (!line.is_terminated && is_cut(words.back())))
      run_.is_cut = run_.is_cut || words.size() < columns_.size() || !line.is_terminated;
    else
      run_.rows.push_back(std::move(row));
    last_point_ = contains(words.back(), ".");
    return true;
  }

  bool is_cut(std::string_view last) const {
    return !run_.rows.empty() && last_point_ && !contains(last, ".");
  }

  void read_notice(std::string_view text, std::uint64_t line) {
    if (contains(text, "onsistency check failed") || contains(text, "Failed to ") ||
        contains(text, "ERROR") || contains(text, "GDS is not supported"))
      run_.errors.push_back({line, std::string(text)});
    else if (contains(text, "WARN"))
      run_.warnings.push_back({line, std::string(text)});
  }

  PerfRun run_;
  std::vector<std::string> columns_;
  bool last_point_ = false;
};

// Backends that move data between hosts; the others' speed is that of a file system.
bool is_network(const PerfRun& run) {
  const std::string backend = run.setting_text("backend");
  return backend == "UCX" || backend == "UCX_MO" || backend == "Mooncake" ||
         backend == "LIBFABRIC" || backend == "UCCL";
}

void find_low(const PerfRun& run, std::vector<Finding>& findings) {
  constexpr double kTenGigabitGbS = 1.25;
  constexpr double kLargeBlockBytes = 1 << 20;
  const auto best = largest(run.rows, "bw_gb_s"), block = largest(run.rows, "block");
  if (!is_network(run) || !best || !block || *block < kLargeBlockBytes || *best >= kTenGigabitGbS)
    return;
  Finding finding =
      perf_finding("bw_low", Severity::Warning,
                   "never faster than one 10 Gb/s port: the transfer does not go over RDMA",
                   "run with UCX_LOG_LEVEL=info and read which transports are used; check UCX_TLS, "
                   "UCX_NET_DEVICES and the HCAs in the container; for VRAM, GPUDirect RDMA");
  finding.have = std::to_string(*best) + " GB/s";
  findings.push_back(std::move(at_line(finding, run.rows.back().line, "best: " + *finding.have)));
}

std::vector<Finding> findings_of(const PerfRun& run) {
  std::vector<Finding> findings;
  find_low(run, findings);
  for (const PerfNotice& error : run.errors) {
    const bool is_data = contains(error.text, "onsistency");
    const bool is_gds = contains(error.text, "GDS");
    Finding finding = perf_finding(
        is_data  ? "data_corruption"
        : is_gds ? "gds_unsupported"
                 : "run_incomplete",
        Severity::Error, is_data ? "the data check failed" : "the benchmark reports an error",
        "see the other side's output");
    findings.push_back(std::move(at_line(finding, error.line, error.text)));
  }
  if (run.errors.empty() && (run.rows.empty() || run.is_cut)) {
    Finding finding =
        perf_finding("run_incomplete", Severity::Warning, "the output stops before a whole row",
                     "see whether the other side and etcd are there");
    findings.push_back(std::move(at_line(finding, run.line, "the run begins here")));
  }
  return findings;
}

}  // namespace

PerfRun nixlbench_run(std::string_view text) {
  NixlReader reader;
  CleanLines lines(text);
  while (const auto line = lines.next()) reader.read_line(*line);
  return reader.take();
}

Reading read_nixlbench(std::string_view text) {
  const PerfRun run = nixlbench_run(text);
  const bool is_empty = run.line == 0 && run.rows.empty() && run.settings.empty();
  JsonWriter out;
  out.begin_object().field("tool", run.tool);
  out.key("config").begin_object();
  write_fields(out, run.settings);
  out.end_object();
  write_rows(out, run.rows);
  out.field("unit", run.unit).field("max_bw", largest(run.rows, "bw_gb_s"));
  out.field("complete", !run.is_cut && !run.rows.empty() && run.errors.empty());
  return perf_reading("nixlbench", out.end_object().take(),
                      is_empty ? std::vector<Finding>() : findings_of(run), is_empty);
}

}  // namespace busbar::wire
