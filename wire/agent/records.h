#pragma once
// What an agent must not lose: the records of its launches, spooled on its disk until the
// controller has stored them. Units: seconds; wall time in microseconds since 1970 UTC. Errors:
// InvalidInput naming the member and its value. Invariants: parse_record(to_text(r)) gives r; a
// spooled text is sent verbatim inside a RecordFrame. Threads: pure.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/error/result.h"
#include "core/measurement/measurement.h"
#include "core/units/name.h"
#include "core/units/quantity.h"
#include "wire/bench/messages.h"

namespace busbar::wire {

struct LaunchStarted {
  std::int64_t pid = 0;
  std::vector<std::string> command;  // argument vector
  StartLine start;

  bool operator==(const LaunchStarted&) const = default;
};

struct CellMeasured {
  Measurement measurement;  // its index is the record's "cell"; origin measured

  bool operator==(const CellMeasured&) const = default;
};

struct CellFailed {
  CellIndex cell;
  CellFailure failure = CellFailure::Failed;
  std::string reason;
  std::optional<Measurement> measurement;  // evidence only

  bool operator==(const CellFailed&) const = default;
};

enum class LaunchOutcome { Finished, Failed, TimedOut, Cancelled };
std::string_view to_text(LaunchOutcome);
std::optional<LaunchOutcome> launch_outcome_from_text(std::string_view);

struct LaunchEnded {
  LaunchOutcome outcome = LaunchOutcome::Failed;
  std::optional<std::int32_t> exit_code;
  std::optional<std::int32_t> signal;
  std::string reason;
  std::optional<CellIndex> cell;      // the one that was running
  std::string output_tail;            // the end of the foreign output
  Seconds launch_time;                // exec to exit
  std::optional<Seconds> start_time;  // exec to the bench's start line

  bool operator==(const LaunchEnded&) const = default;
};

using RecordBody = std::variant<LaunchStarted, CellMeasured, CellFailed, LaunchEnded>;

struct Record {
  LaunchId launch;
  RunId run;
  WallTime at;
  RecordBody body;

  bool operator==(const Record&) const = default;
};

std::string to_text(const Record&);
Result<Record> parse_record(std::string_view text);

}  // namespace busbar::wire
