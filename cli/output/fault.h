#pragma once
// Errors for people: one line each, and for a matrix the line that is wrong with a caret under the
// place. Threads: one owner of the output.
#include <string>
#include <string_view>
#include <vector>

#include "cli/output/exit_code.h"
#include "cli/output/output.h"
#include "core/error/result.h"

namespace busbar::cli {

// "busbar: where: what; remedy"
std::string fault_text(const Error& error);

// The same with the source's line and a caret, where the error's place names a line
// ("matrix.yaml:10:18 …").
std::string fault_text(const Error& error, std::string_view source);

// Writes to `err` and gives the exit code that goes with an error.
ExitCode report(const Error& error, const Output& output);
ExitCode report(const std::vector<Error>& errors, const Output& output);
ExitCode report(const std::vector<Error>& errors, std::string_view source, const Output& output);

}  // namespace busbar::cli
