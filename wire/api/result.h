#pragma once
// A cell of a run with what became of it, as JSON and as a line of CSV.
// Units: bytes, seconds, bytes per second, in the names of the members and columns;
// schemas/openapi.yaml defines them. Errors: InvalidInput for a stored measurement that is no JSON
// object. Invariants: only a measured cell has numbers at the top; what was measured of a failed
// one is under `evidence`. Threads: pure.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/error/result.h"
#include "core/matrix/cell.h"

namespace busbar::wire {

struct ResultRow {
  CellIndex index;
  Cell cell;
  std::string_view state;  // "measured", "failed", …
  bool is_measured = false;
  std::string_view reason;
  Seconds estimate;
  std::optional<std::string> launch;
  std::optional<std::int64_t> series;
  std::optional<WallTime> at;
  std::string_view measurement;  // JSON object or empty
  std::string_view provenance;   // JSON object or empty
};

Result<std::string> result_json(const ResultRow&);

std::string result_csv_head();  // with its line end
Result<std::string> result_csv(const ResultRow&);

}  // namespace busbar::wire
