#include "cli/output/exit_code.h"

namespace busbar::cli {

ExitCode exit_code_of_run(std::string_view state, std::uint64_t cells_failed) {
  return state == "completed" && cells_failed == 0 ? ExitCode::Success : ExitCode::RunIncomplete;
}

std::string exit_codes_text() {
  return "Exit codes:\n"
         "  0  success\n"
         "  1  the run ended with failed cells, or was cancelled\n"
         "  2  inconclusive (kept for verdicts)\n"
         "  3  wrong usage or input, or the service could not do it\n";
}

}  // namespace busbar::cli
