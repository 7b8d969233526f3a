#pragma once
// Results of other programs as measurements of Busbar's, of origin `imported`. What the text does
// not say is not made up: a row that lacks what a measurement needs is left out, with the reason.
// Units: bytes, seconds, bytes per second. Threads: values.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/collective/collective.h"
#include "core/measurement/measurement.h"

namespace busbar::wire {

inline constexpr Origin kImportedOrigin = Origin::Imported;

// One row and placement. `measurement.index` counts from 0 in the order of the text.
struct ImportedMeasurement {
  std::uint64_t line = 0;  // of the text
  Collective collective = Collective::AllReduce;
  MessageSize size;
  std::string data_type_text;         // as printed: "bfloat16"
  std::optional<DataType> data_type;  // nothing: Busbar has no such type
  std::optional<ReductionOperation> operation;
  BufferMode buffer = BufferMode::OutOfPlace;
  RankCount ranks;
  std::optional<std::uint32_t> nodes;
  // Several operations were timed together: their mean is the one sample there is. False where the
  // text does not say how many; samples.operations_per_sample is then 1 and claims nothing.
  bool is_batch_known = false;
  Measurement measurement;
};

struct LeftOutRow {
  std::uint64_t line = 0;
  std::string why;
  bool has_wrong_data = false;  // the check failed: the cell failed, it has no measurement
};

struct ImportedTable {
  std::vector<ImportedMeasurement> measurements;
  std::vector<LeftOutRow> left_out;
};

// What a person knows beyond the text.
struct ImportHints {
  std::optional<Collective> collective = std::nullopt;
  std::optional<RankCount> ranks = std::nullopt;  // of one communicator
};

}  // namespace busbar::wire
