#pragma once
// What the exit code of `busbar` says; pipelines rely on it.
// Threads: pure.
#include <cstdint>
#include <string>
#include <string_view>

namespace busbar::cli {

enum class ExitCode {
  Success = 0,
  RunIncomplete = 1,  // the run ended with failed cells, or was cancelled
  Inconclusive = 2,   // kept for verdicts
  Error = 3,          // wrong usage or input, or the service could not do it
};

// Of a run's final state: "completed" without failed cells is success.
ExitCode exit_code_of_run(std::string_view state, std::uint64_t cells_failed);

// The lines of `busbar --help` and of docs/guide/cli.md.
std::string exit_codes_text();

}  // namespace busbar::cli
