#include "agent/launch/launcher.h"

#include <algorithm>

#include "core/collective/mpi_command.h"
#include "core/collective/mpi_environment.h"

namespace busbar::agent {
namespace {

MessageSize largest_size(const wire::StartLaunch& launch) {
  MessageSize largest;
  for (const wire::LaunchCell& cell : launch.cells) largest = std::max(largest, cell.cell.size);
  return largest;
}

Error launch_error(const wire::StartLaunch& launch, std::string what, std::string remedy) {
  return {ErrorKind::InvalidInput, Scope::Launch, "launch " + launch.launch.text(), std::move(what),
          std::move(remedy)};
}

}  // namespace

std::string launch_mark(const LaunchId& launch) {
  return "BUSBAR_LAUNCH=" + launch.text();
}

Result<void> check_launch(const LaunchTools& tools, const wire::StartLaunch& launch) {
  if (launch.launcher != "local")
    return fail(launch_error(launch, "the launcher '" + launch.launcher + "' is not known",
                             "this agent has the launcher local"));
  if (launch.ranks.value() < 1 || launch.ranks.value() > kRanksOnHostMax)
    return fail(launch_error(launch, std::to_string(launch.ranks.value()) + " ranks",
                             "give 1 to " + std::to_string(kRanksOnHostMax)));
  if (launch.cells.empty()) return fail(launch_error(launch, "has no cells", "give at least one"));
  if (tools.bench.empty() || tools.bench.front() != '/')
    return fail(launch_error(launch, "the bench program '" + tools.bench + "' has no full path",
                             "start the agent with --bench /path/busbar-bench-mpi"));
  return {};
}

std::vector<std::string> launch_command(const LaunchTools& tools, const wire::StartLaunch& launch,
                                        const std::string& input_file) {
  std::vector<std::string> command{tools.mpirun};
  const MpiStart start{launch.ranks, launch.ranks.value() > tools.cores, tools.is_root};
  const std::vector<std::string> arguments = mpirun_arguments(start);
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.insert(command.end(), {tools.bench, "--launch", input_file});
  return command;
}

std::map<std::string, std::string> launch_environment(const LaunchTools& tools,
                                                      const wire::StartLaunch& launch,
                                                      const std::string& folder) {
  std::map<std::string, std::string> environment =
      mpi_environment(launch.protocol, largest_size(launch));
  environment["PATH"] = tools.path;
  environment["HOME"] = tools.home;
  environment["TMPDIR"] = folder;
  environment["LANG"] = "C.UTF-8";
  environment["BUSBAR_LAUNCH"] = launch.launch.text();
  return environment;
}

}  // namespace busbar::agent
