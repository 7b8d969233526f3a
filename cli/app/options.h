#pragma once
// The command line, read by the command table. CLI11 stays in options.cc.
// Errors: wrong usage has been told on `err`; the exit code is in the answer.
// Threads: one owner.
#include <expected>
#include <string>
#include <vector>

#include "cli/commands/invocation.h"
#include "cli/output/exit_code.h"
#include "cli/output/output.h"

namespace busbar::cli {

// The arguments without the program's name. Unexpected: help or version was printed, or the usage
// was wrong.
std::expected<Invocation, ExitCode> read_options(const std::vector<std::string>& arguments,
                                                 const Output& output);

}  // namespace busbar::cli
