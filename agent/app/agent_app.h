#pragma once
// The agent put together: lock, sweep, spool, probes, session; and its end.
// Errors: a data folder in use or unwritable, a node name that is none: exit code 3.
// Threads: the main one.
#include <string>
#include <vector>

#include "agent/app/options.h"

namespace busbar::agent {

inline constexpr int kExitUsage = 2;
inline constexpr int kExitFailed = 3;

// Runs until a signal; the exit code.
int run_agent(const Options& options, const std::string& own_folder);

// Ends what an agent that was killed left behind, by the folders of its launches.
std::size_t sweep_former_launches(const std::string& launches_folder);

}  // namespace busbar::agent
