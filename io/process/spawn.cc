// Tested by tests/unit/io/process/process_test.cc
#include "io/process/spawn.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <string>
#include <vector>

namespace busbar::io {
namespace {

enum class Stage : int { Prepare, ChangeDirectory, Execute };

struct ChildFault {
  Stage stage;
  int error_number;
};

// Everything the child needs, made before the fork: after it only calls that are safe there.
struct Plan {
  std::vector<std::string> candidates;
  std::vector<std::string> entries;
  std::vector<char*> argv;
  std::vector<char*> envp;
  const char* directory = "";
  int output = -1;
  int errors = -1;
  int faults = -1;
  pid_t parent = 0;
};

std::vector<std::string> candidates_of(const ProcessSpec& spec) {
  const std::string& name = spec.argv.front();
  if (name.find('/') != std::string::npos) return {name};
  const auto found = spec.environment.find("PATH");
  std::string path = found == spec.environment.end() ? "/usr/bin:/bin" : found->second;
  std::vector<std::string> all;
  for (std::size_t start = 0; start <= path.size();) {
    const std::size_t end = std::min(path.find(':', start), path.size());
    if (end > start) all.push_back(path.substr(start, end - start) + "/" + name);
    start = end + 1;
  }
  return all;
}

void fill(Plan& plan, ProcessSpec& spec) {
  plan.candidates = candidates_of(spec);
  for (const auto& [name, value] : spec.environment) plan.entries.push_back(name + "=" + value);
  for (std::string& argument : spec.argv) plan.argv.push_back(argument.data());
  plan.argv.push_back(nullptr);
  for (std::string& entry : plan.entries) plan.envp.push_back(entry.data());
  plan.envp.push_back(nullptr);
  plan.directory = spec.working_directory.c_str();
  plan.parent = ::getpid();
}

[[noreturn]] void give_up(const Plan& plan, Stage stage) {
  const ChildFault fault{stage, errno};
  [[maybe_unused]] const ssize_t told = ::write(plan.faults, &fault, sizeof fault);
  ::_exit(127);
}

void reset_signals() {
  struct sigaction standard{};
  standard.sa_handler = SIG_DFL;
  for (int signal = 1; signal < NSIG; ++signal) ::sigaction(signal, &standard, nullptr);
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
}

void prepare(const Plan& plan) {
  if (::setsid() < 0) give_up(plan, Stage::Prepare);
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) give_up(plan, Stage::Prepare);
  if (::getppid() != plan.parent) ::_exit(127);  // it died before the line above
  const int nothing = ::open("/dev/null", O_RDONLY);
  if (nothing < 0 || ::dup2(nothing, 0) < 0 || ::dup2(plan.output, 1) < 0 ||
      ::dup2(plan.errors, 2) < 0)
    give_up(plan, Stage::Prepare);
  // At the exec, not now: the fault pipe must live until then.
  if (::syscall(SYS_close_range, 3u, ~0u, CLOSE_RANGE_CLOEXEC) != 0) give_up(plan, Stage::Prepare);
  reset_signals();
}

[[noreturn]] void run_child(const Plan& plan) {
  prepare(plan);
  if (::chdir(plan.directory) != 0) give_up(plan, Stage::ChangeDirectory);
  int worst = ENOENT;
  for (const std::string& candidate : plan.candidates) {
    ::execve(candidate.c_str(), plan.argv.data(), plan.envp.data());
    if (errno != ENOENT && errno != ENOTDIR) worst = errno;
  }
  errno = worst;
  give_up(plan, Stage::Execute);
}

Error to_error(const ProcessSpec& spec, ChildFault fault) {
  switch (fault.stage) {
    case Stage::Prepare:
      return system_fault(spec.argv.front(), "prepare the process", fault.error_number);
    case Stage::ChangeDirectory:
      return system_fault(spec.working_directory, "enter the working directory",
                          fault.error_number);
    case Stage::Execute:
      break;
  }
  Error error = system_fault(spec.argv.front(), "execute", fault.error_number);
  error.scope = Scope::Launch;
  error.remedy = fault.error_number == ENOENT
                     ? "install the program or give the folder that holds it in PATH"
                     : "make it an executable file for this user";
  return error;
}

struct Pipe {
  Descriptor read, write;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return fail(system_fault("pipe", "create", errno));
  // Above the standard three, so that dup2 in the child never meets its own source.
  Pipe pipe{Descriptor(::fcntl(ends[0], F_DUPFD_CLOEXEC, 3)),
            Descriptor(::fcntl(ends[1], F_DUPFD_CLOEXEC, 3))};
  ::close(ends[0]);
  ::close(ends[1]);
  if (!pipe.read.is_open() || !pipe.write.is_open())
    return fail(system_fault("pipe", "create", EMFILE));
  return pipe;
}

Result<void> wait_for_exec(const ProcessSpec& spec, pid_t pid, int faults) {
  ChildFault fault{};
  ssize_t got = 0;
  do got = ::read(faults, &fault, sizeof fault);
  while (got < 0 && errno == EINTR);
  if (got == 0) return {};
  ::waitpid(pid, nullptr, 0);
  return fail(to_error(spec, fault));
}

}  // namespace

Result<Spawned> spawn(const ProcessSpec& wanted) {
  ProcessSpec spec = wanted;
  if (spec.argv.empty())
    return fail({ErrorKind::InvalidInput, Scope::Launch, "argv", "empty", "name a program"});
  if (spec.working_directory.empty()) spec.working_directory = "/";
  TRY(output, make_pipe());
  TRY(errors, make_pipe());
  TRY(faults, make_pipe());
  Plan plan;
  fill(plan, spec);
  plan.output = output.write.fd();
  plan.errors = errors.write.fd();
  plan.faults = faults.write.fd();
  sigset_t every, before;
  sigfillset(&every);
  ::pthread_sigmask(SIG_BLOCK, &every, &before);  // no handler of ours may run in the child
  const pid_t pid = ::fork();
  if (pid == 0) run_child(plan);
  const int fork_error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  if (pid < 0) return fail(system_fault(spec.argv.front(), "fork", fork_error));
  faults.write.reset();
  TRY_VOID(wait_for_exec(spec, pid, faults.read.fd()));
  Descriptor handle(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
  if (handle.is_open())
    return Spawned{pid, std::move(handle), std::move(output.read), std::move(errors.read)};
  const Error error = system_fault(spec.argv.front(), "watch the process", errno);
  ::kill(pid, SIGKILL);
  ::waitpid(pid, nullptr, 0);
  return fail(error);
}

}  // namespace busbar::io
