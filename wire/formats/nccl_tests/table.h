#pragma once
// What nccl-tests and rccl-tests printed, as they printed it: runs, each with its parameters, its
// devices, its rows and its closing lines. Units: microseconds and GB/s (10^9), as in the text;
// sizes in bytes. Nothing is filled in that the text does not say; an empty optional was not
// printed, or printed as N/A. Threads: values.
// Source of the layouts: print_header and writeResultHeader of NVIDIA/nccl-tests (1.0 to 2.19) and
// of ROCm/rccl-tests; docs/formats/nccl-tests.md lists them.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "wire/formats/reading.h"
#include "wire/formats/tables/words.h"

namespace busbar::wire {

// Of the iterations of one size, with -I (2.19).
struct NcclIterations {
  std::optional<double> min_us, max_us, p99_us, cv_percent;
  std::vector<double> times_us;  // JSON only: each iteration's, the maximum over processes
};

// One placement of the buffers of a row.
struct NcclSide {
  std::optional<Figure> time_us, algbw, busbw;
  std::optional<Figure> wrong;   // elements that differ ("#wrong")
  std::optional<Figure> delta;   // the largest difference ("error" of layouts before 2.13)
  bool is_check_failed = false;  // rccl-tests marks it with an asterisk
  std::optional<std::uint64_t> bitwise_differences;
  std::optional<NcclIterations> iterations;
};

struct NcclRow {
  std::uint64_t line = 0;
  std::uint64_t size_bytes = 0;  // the larger of one rank's send and receive buffer
  std::optional<std::uint64_t> count;
  std::string data_type;
  std::optional<std::string> operation;  // nothing: no such column, or left blank
  std::optional<std::int64_t> root;
  NcclSide out_of_place, in_place;
};

struct NcclIncompleteRow {
  NcclRow row;
  std::string why;
};

struct NcclDevice {
  std::uint64_t line = 0;
  std::uint64_t rank = 0;
  std::optional<std::uint64_t> group, pid, device;
  std::string host, bus_id, model;
};

struct NcclStep {
  bool is_factor = false;
  std::uint64_t value = 0;
};

// The line "# nThread … nGpus … minBytes …".
struct NcclParameters {
  std::uint64_t line = 0;
  std::optional<std::uint64_t> threads, gpus_per_process, min_bytes, max_bytes;
  std::optional<NcclStep> step;
  std::optional<std::uint64_t> warmup, iterations, aggregated, validation, graph;
  std::optional<std::uint64_t> reduced_max_bytes;  // "Reducing maxBytes to …"

  // The same settings, whatever line they stand on.
  bool agrees_with(const NcclParameters& other) const;
};

struct NcclOutOfBounds {
  std::uint64_t line = 0;
  std::uint64_t count = 0;
  std::string status;  // "OK", "FAILED"
};

struct NcclAverage {
  std::uint64_t line = 0;
  double busbw = 0;
  std::string status;  // "OK", "FAILED" where NCCL_TESTS_MIN_BW was set, else empty
};

// Where the name of a collective was read, best first.
enum class NcclNameSource { None, Program, Json, CommandLine, Trace };

struct NcclRun {
  std::uint64_t line = 0;  // its first
  std::string collective;  // "all_reduce", "alltoall"; empty: not printed
  NcclNameSource name_source = NcclNameSource::None;
  std::vector<std::string> mentioned;  // programs named in front of the run
  std::string suite_version, library_version;
  std::optional<std::uint64_t> library_code;  // 22803
  bool is_rccl = false;
  std::optional<NcclParameters> parameters;
  std::uint64_t copies = 1;  // processes that printed the same header into each other
  std::uint64_t headings = 0;
  bool has_redop_column = false, has_root_column = false;  // in the heading
  bool is_cpu_time = false;  // the times are the host's, the bandwidths are not
  bool has_in_place_columns = true;
  std::vector<NcclDevice> devices;
  std::optional<std::uint64_t> stated_ranks, stated_nodes;  // JSON, NCCL's trace
  std::vector<NcclRow> rows;
  std::vector<NcclIncompleteRow> incomplete_rows;
  std::optional<NcclOutOfBounds> out_of_bounds;
  std::optional<std::uint64_t> bitwise_mismatches;
  std::optional<NcclAverage> average;
  bool is_concluded = false;
  bool is_elided = false;                   // "..." between rows
  std::uint64_t columns_disagree_line = 0;  // a row that does not fit its heading; 0: none
};

struct NcclError {
  std::uint64_t line = 0;
  std::string category;  // "cuda_error", "nccl_error", "test_failure", "timeout", "mpi_abort", …
  std::string text;
  std::string host;  // empty: not named
};

struct NcclTestsText {
  std::vector<NcclRun> runs;
  std::vector<NcclError> errors;
  bool is_rccl = false;
  bool is_json = false;
  std::vector<SkippedText> skipped;
  std::uint64_t skipped_more = 0;
};

// Reads text as it came, with launchers' prefixes, other programs' lines between the rows, several
// runs, cuts; or the JSON and CSV of `-J` and of rccl-tests.
NcclTestsText read_nccl_tests(std::string_view text);

}  // namespace busbar::wire
