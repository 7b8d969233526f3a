#pragma once
// A cell as JSON: its dimensions alone, as a launch's input has them, or with engine and placement,
// as records and the API have them. Units: bytes. Errors: InvalidInput naming the field, its value
// and the words that would be right. Invariants: parse_cell(cell_json(c)) == c. Threads: pure.
#include <string>
#include <string_view>

#include "core/error/result.h"
#include "core/matrix/cell.h"
#include "wire/json/value.h"

namespace busbar::wire {

// {"engine":…,"collective":…,"size_bytes":…,"placement":{"nodes":[…],"ranks_per_node":2}}
std::string cell_json(const Cell&);
Result<Cell> parse_cell(std::string_view text);
Result<Cell> read_cell(const JsonView&);

// The members collective, size_bytes, data_type, operation, algorithm, protocol, buffer into the
// open object.
void write_cell_dimensions(JsonWriter&, const Cell&);
Result<Cell> read_cell_dimensions(const JsonView&);  // engine and placement stay as constructed

void write_placement(JsonWriter&, const Placement&);
Result<Placement> read_placement(const JsonView&);

}  // namespace busbar::wire
