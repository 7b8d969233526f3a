// busbar: submits matrices, follows runs, prints results.
#include <unistd.h>

#include <iostream>
#include <string>
#include <vector>

#include "cli/app/interrupt.h"
#include "cli/app/options.h"
#include "cli/app/session.h"
#include "cli/output/terminal.h"

int main(int argc, char** argv) {
  using namespace busbar::cli;
  const Output output{std::cout, std::cerr, terminal_of(STDERR_FILENO)};
  const auto invocation = read_options(std::vector<std::string>(argv + 1, argv + argc), output);
  if (!invocation) return static_cast<int>(invocation.error());
  catch_interrupts();
  const ExitCode code = run_session(*invocation, output);
  std::cout.flush();
  return static_cast<int>(code);
}
