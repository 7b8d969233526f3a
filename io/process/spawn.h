#pragma once
// Forks and executes one program in a session of its own.
// Errors: whatever keeps the program from starting, told before this returns.
// Threads: the one that lives as long as the child shall (PR_SET_PDEATHSIG).
#include <sys/types.h>

#include "core/error/result.h"
#include "io/file/fault.h"
#include "io/process/process.h"

namespace busbar::io {

struct Spawned {
  pid_t pid = 0;
  Descriptor handle;  // pidfd
  Descriptor output;  // read ends
  Descriptor errors;
};

Result<Spawned> spawn(const ProcessSpec& spec);

}  // namespace busbar::io
