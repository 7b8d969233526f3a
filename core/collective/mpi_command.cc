#include "core/collective/mpi_command.h"

namespace busbar {

std::vector<std::string> mpirun_arguments(const MpiStart& start) {
  std::vector<std::string> arguments{"-np", std::to_string(start.ranks.value()), "--bind-to",
                                     "none"};
  // The number of slots is taken from physical cores, which can be fewer than usable ones.
  arguments.push_back("--oversubscribe");
  const std::string yields = start.is_oversubscribed ? "1" : "0";
  arguments.insert(arguments.end(), {"--mca", "mpi_yield_when_idle", yields});
  if (start.is_root) arguments.push_back("--allow-run-as-root");
  return arguments;
}

}  // namespace busbar
