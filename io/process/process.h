#pragma once
// Starts programs by argument vector, in a session of their own, and leaves none of their
// descendants behind. The child gets exactly the environment given, /dev/null as standard input,
// and SIGKILL when this process dies (PR_SET_PDEATHSIG). Output arrives as lines, longer ones cut
// at the limit and marked. Errors: a program that is missing or not executable is told by `start`,
// not by an exit status. Threads: on the loop's thread.
#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/error/result.h"
#include "io/async/system_loop.h"

namespace busbar::io {

struct ProcessSpec {
  std::vector<std::string>
      argv;  // argv[0] is looked up in the PATH of `environment` unless it has a '/'
  std::map<std::string, std::string> environment;
  std::string working_directory;  // must exist
  std::size_t line_bytes_max = 4u << 20;
};

struct ExitStatus {
  int code = 0;    // exit code, or -1 if a signal ended it
  int signal = 0;  // or 0
};
std::string to_text(ExitStatus);  // "exit code 1", "killed by signal 9 (SIGKILL)"

struct ProcessEvents {
  std::function<void(std::string line)> on_stdout_line;
  std::function<void(std::string line)> on_stderr_line;
  std::function<void(ExitStatus)>
      on_exit;  // last, after all output and after every descendant is gone
};

class Process {
 public:
  virtual ~Process() = default;  // kills what is left
  virtual pid_t pid() const = 0;
  // SIGTERM to the program, then after the grace SIGKILL to every process of its session.
  virtual void stop(Seconds grace) = 0;
};

class ProcessStarter {  // the seam for tests
 public:
  virtual ~ProcessStarter() = default;
  virtual Result<std::unique_ptr<Process>> start(ProcessSpec spec, ProcessEvents events) = 0;
};

std::unique_ptr<ProcessStarter> system_process_starter(SystemLoop& loop);

// For a restarted agent: kills every process of that session if its leader or any member carries
// the given environment entry ("BUSBAR_LAUNCH=…"), and says how many there were.
std::size_t sweep_processes_with_environment(const std::string& entry);

}  // namespace busbar::io
