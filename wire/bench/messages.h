#pragma once
// What a bench program and the agent tell each other: the launch's input file and the lines on rank
// 0's output. One JSON object a line; every line of a bench program has "busbar": 1, any other line
// is foreign output. Units: bytes, seconds, in the names of the members (docs/protocols.md).
// Errors: InvalidInput naming the member and its value; the input file's errors name the line.
// Invariants: parse_bench_line(to_line(x)) gives x; a line's text has no line feed inside.
// A bench program measures: a line with another origin than `measured` is refused.
// Threads: pure.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error/result.h"
#include "core/fabric/node.h"
#include "core/matrix/cell.h"
#include "core/matrix/matrix.h"
#include "core/measurement/measurement.h"
#include "wire/json/value.h"

namespace busbar::wire {

// A measurement of kRawSamplesMax samples on kRanksMax ranks fits.
inline constexpr std::size_t kBenchLineBytesMax = 8u << 20;

// A cell with its index in the run's plan. Engine and placement are the launch's, not in the text.
struct LaunchCell {
  CellIndex index;
  Cell cell;

  bool operator==(const LaunchCell&) const = default;
};

// A cell's line that has an index and cannot be measured: a word of a newer program, a size of 0.
struct RefusedCell {
  CellIndex index;
  Error error;  // names the line
};

struct LaunchInput {
  LaunchId launch;
  SamplingPlan sampling;
  std::vector<LaunchCell> cells;       // in the order to measure
  std::vector<RefusedCell> refused{};  // reading only: the others can still be measured
};

std::string to_launch_input_text(const LaunchInput&);  // header line, then a line for each cell
// A header that is wrong, or a line without an index, is an error of the whole.
Result<LaunchInput> parse_launch_input(std::string_view text);

struct StartLine {
  Engine engine = Engine::Mpi;
  RankCount ranks;
  std::uint32_t cores = 0;  // that the ranks may use
  bool is_oversubscribed = false;
  std::string library;  // "Open MPI v4.1.4, …"
  std::vector<std::string> hosts;
  Provenance provenance;

  bool operator==(const StartLine&) const = default;
};

struct CellStarted {
  CellIndex cell;

  bool operator==(const CellStarted&) const = default;
};

struct MeasurementLine {
  Measurement measurement;  // its index is the line's "cell"; raw samples included

  bool operator==(const MeasurementLine&) const = default;
};

struct CellFailedLine {
  CellIndex cell;
  CellFailure failure = CellFailure::Failed;
  std::string reason;
  std::optional<Measurement> measurement;  // evidence only

  bool operator==(const CellFailedLine&) const = default;
};

struct EndLine {
  std::uint32_t cells = 0;  // measured or failed

  bool operator==(const EndLine&) const = default;
};

using BenchLine = std::variant<StartLine, CellStarted, MeasurementLine, CellFailedLine, EndLine>;

std::string to_line(const BenchLine&);  // without the line feed
// False: foreign output, to be kept as evidence. True does not mean that the line is sound.
bool is_bench_line(std::string_view line);
Result<BenchLine> parse_bench_line(std::string_view line);

// Parts of larger messages.
void write_launch_cell(JsonWriter&, const LaunchCell&);
Result<LaunchCell> read_launch_cell(const JsonView&);
void write_start_line(JsonWriter&, const StartLine&);  // an object of its own, as to_line gives it
void write_start_members(JsonWriter&, const StartLine&);
Result<StartLine> read_start_line(const JsonView&);
// The members cell, failure, reason and measurement of the open object.
void write_cell_failure(JsonWriter&, const CellFailedLine&);
Result<CellFailedLine> read_cell_failure(const JsonView&);
// The members cell and measurement; refuses another origin than measured.
Result<Measurement> read_measured(const JsonView&);

}  // namespace busbar::wire
