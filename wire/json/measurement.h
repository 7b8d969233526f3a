#pragma once
// A measurement as JSON, the one form that bench lines, records, the store, results and the API
// share. Units: seconds, bytes per second, in the names of the fields (docs/protocols.md). Errors:
// InvalidInput naming the field and its value: not finite, negative, out of order, ranks or counts
// that contradict each other. So what has been parsed can be stored and compared without another
// look. Invariants: parse_measurement(measurement_json(m, o, Kept), m.index) gives m and o back;
// the cell's index stands beside the object, not in it. Threads: pure.
#include <string>
#include <string_view>

#include "core/error/result.h"
#include "core/measurement/measurement.h"
#include "wire/json/value.h"

namespace busbar::wire {

// More than any plan may ask for (the matrix reader's limit on samples_max).
inline constexpr std::size_t kRawSamplesMax = 100'000;
inline constexpr std::size_t kRanksMax = 65'536;

enum class RawSamples { Kept, LeftOut };

struct OriginalMeasurement {
  Origin origin;
  Measurement measurement;
};

std::string measurement_json(const Measurement&, Origin, RawSamples);
Result<OriginalMeasurement> parse_measurement(std::string_view text, CellIndex);

// The same inside a larger message.
void write_measurement(JsonWriter&, const Measurement&, Origin, RawSamples);
Result<OriginalMeasurement> read_measurement(const JsonView&, CellIndex);

}  // namespace busbar::wire
