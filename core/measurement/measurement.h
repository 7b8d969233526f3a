#pragma once
// The statistics of one cell's samples, with what was requested and what was really used.
// A sample is the time of one operation (small messages: of a counted batch, divided), the maximum
// over ranks. Units: seconds, bytes per second. Invariants: a measurement without an origin does
// not exist; measured and simulated ones are never mixed. Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/matrix/cell.h"
#include "core/units/quantity.h"

namespace busbar {

enum class Origin { Measured, Imported, Simulated };
std::string_view to_text(Origin);
std::optional<Origin> origin_from_text(std::string_view);

// How far the statement of what was used can be trusted.
enum class Verification {
  Witnessed,      // seen while it ran
  Derived,        // follows from limits that were read back
  Unverified,     // nothing was seen; no claim
  NotApplicable,  // there is no such choice here
};
std::string_view to_text(Verification);
std::optional<Verification> verification_from_text(std::string_view);

struct Used {
  std::string
      value;  // "ring", "eager"; several that alternate are joined by '+'; empty if unverified
  Verification verification = Verification::Unverified;
  std::string evidence;  // "ompi_coll_base_allreduce_intra_ring on 2 of 2 ranks"

  bool operator==(const Used&) const = default;
};

enum class StopReason { Converged, TimeLimit, SampleLimit };
std::string_view to_text(StopReason);
std::optional<StopReason> stop_reason_from_text(std::string_view);

// Distribution of the samples of one cell.
struct SampleSummary {
  std::uint32_t count = 0;
  std::uint32_t operations_per_sample = 1;
  Seconds median, interval_low, interval_high;  // distribution-free interval of the median
  Ratio confidence{0.95};  // really covered, at least what was asked if samples suffice
  Seconds min, p5, p25, p75, p95, p99, max;
  StopReason stop = StopReason::Converged;

  bool operator==(const SampleSummary&) const = default;
};

struct RankTimes {
  std::vector<Seconds> medians;  // by rank, of the same samples
  std::uint32_t slowest_rank = 0;

  bool operator==(const RankTimes&) const = default;
};

struct Measurement {
  CellIndex index;
  SampleSummary samples;
  RankTimes ranks;
  AlgorithmBandwidth algorithm_bandwidth;
  BusBandwidth bus_bandwidth;
  Used algorithm;
  Used protocol;
  std::uint64_t elements_checked = 0;
  std::uint64_t elements_wrong =
      0;  // not 0: the cell has failed, its times are kept as evidence only
  bool is_oversubscribed = false;  // more ranks than cores: times contain scheduling
  Seconds measuring_time;          // wall time spent on this cell
  std::vector<float> raw_seconds;  // every sample, in order

  bool operator==(const Measurement&) const = default;
};

// Why a cell has no valid measurement.
enum class CellFailure { Failed, TimedOut, NodeLost, WrongData, Unsupported };
std::string_view to_text(CellFailure);
std::optional<CellFailure> cell_failure_from_text(std::string_view);

}  // namespace busbar
