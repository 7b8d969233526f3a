#pragma once
// Starts launches on this host: `mpirun` with the bench program, by argument vector, in a clean
// environment, in a folder of its own. Only the configured bench program is ever executed.
// Errors: what is missing, with the remedy; then nothing runs.
// Threads: the loop's.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/error/result.h"
#include "io/process/process.h"
#include "wire/agent/messages.h"

namespace busbar::agent {

// More ranks than this on one host is a mistake, not a measurement.
inline constexpr std::uint32_t kRanksOnHostMax = 4096;

struct LaunchTools {
  std::string mpirun = "mpirun";
  std::string bench;  // absolute path of busbar-bench-mpi
  std::string path;   // PATH for mpirun and what it starts
  std::string home;
  std::uint32_t cores = 1;
  bool is_root = false;
};

// The argument vector of a launch whose input is in `input_file`.
std::vector<std::string> launch_command(const LaunchTools& tools, const wire::StartLaunch& launch,
                                        const std::string& input_file);
// Everything that the processes see.
std::map<std::string, std::string> launch_environment(const LaunchTools& tools,
                                                      const wire::StartLaunch& launch,
                                                      const std::string& folder);
// What is wrong with the order; nothing is started then.
Result<void> check_launch(const LaunchTools& tools, const wire::StartLaunch& launch);

// The entry by which left-over processes of a launch are found.
std::string launch_mark(const LaunchId& launch);

}  // namespace busbar::agent
