#pragma once
// The processes of a session, seen through /proc: a child may leave its process group (mpirun puts
// each rank in one of its own) but hardly ever its session.
// Errors: a process that vanishes while it is looked at is not counted.
// Threads: any.
#include <sys/types.h>

#include <cstddef>
#include <string>
#include <vector>

namespace busbar::io {

struct ProcessFacts {
  pid_t pid = 0;
  pid_t parent = 0;
  pid_t session = 0;
  bool is_zombie = false;
};

std::vector<ProcessFacts> all_processes();
// SIGKILL to every process of the session, zombies reaped where they are ours; how many still live.
// The leader is signalled but never reaped here, so that its number stays taken.
std::size_t kill_session(pid_t leader);

}  // namespace busbar::io
