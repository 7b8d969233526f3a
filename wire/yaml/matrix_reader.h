#pragma once
// Reads a matrix, YAML or JSON, into its typed form; schemas/json/matrix.schema.json publishes the
// format. Units: sizes in bytes or with KiB, MiB, GiB; times in seconds. Errors: all faults of the
// text at once, each with file:line:column and the member, the wrong value and the remedy;
// `source_excerpt` adds the line with a caret. A text that is too large, too deep or not UTF-8 is
// refused at once. Invariants: an accepted matrix has at least one sweep, no empty or repeated
// dimension, sizes that its data types divide, and at most kCellsMax points for one placement.
// Anchors, aliases and tags do not exist here. Threads: pure.
#include <string>
#include <string_view>

#include "core/error/result.h"
#include "core/matrix/matrix.h"

namespace busbar::wire {

// A matrix written by hand has a few KiB; a generated list of sizes stays far below.
inline constexpr std::size_t kMatrixBytesMax = 1u << 20;

Results<Matrix> read_matrix(std::string_view text, std::string_view file_name);

// "factor: 1\n        ^": the line an error's `where` names, and a caret below its column; empty if
// it names none.
std::string source_excerpt(std::string_view text, const Error& error);

}  // namespace busbar::wire
