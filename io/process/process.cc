#include "io/process/process.h"

#include <sys/prctl.h>
#include <sys/wait.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <csignal>
#include <cstring>
#include <utility>

#include "io/async/system_loop_impl.h"
#include "io/log/log.h"
#include "io/process/line_splitter.h"
#include "io/process/session.h"
#include "io/process/spawn.h"

namespace busbar::io {
namespace {

namespace net = boost::asio;

constexpr Seconds kSweepInterval{0.01};
// A process in an uninterruptible wait does not die; the exit is told nevertheless.
constexpr int kSweepsMax = 1000;
// All writers of the session are dead by then; only one that left it can hold the pipe open.
constexpr Seconds kDrainMax{0.5};
constexpr std::size_t kReadBytes = 64u << 10;

struct Output {
  Output(net::io_context& context, Descriptor from, LineSplitter lines_to)
      : pipe(context, from.release()), lines(std::move(lines_to)), buffer(kReadBytes) {}
  net::posix::stream_descriptor pipe;
  LineSplitter lines;
  std::vector<char> buffer;
  bool is_ended = false;
};

// Shared by its handle and the pending reads; after `abandon` nothing is called any more.
class Running : public std::enable_shared_from_this<Running> {
 public:
  Running(SystemLoop& loop, Spawned spawned, ProcessSpec spec, ProcessEvents events)
      : loop_(loop),
        pid_(spawned.pid),
        events_(std::move(events)),
        handle_(loop.impl().context, spawned.handle.release()),
        output_(loop.impl().context, std::move(spawned.output),
                LineSplitter(spec.line_bytes_max, events_.on_stdout_line)),
        errors_(loop.impl().context, std::move(spawned.errors),
                LineSplitter(spec.line_bytes_max, events_.on_stderr_line)) {}

  void start();
  void stop(Seconds grace);
  void abandon();
  pid_t pid() const { return pid_; }

 private:
  enum class State { Running, Sweeping, Draining, Done };

  void read(Output& output);
  void on_leader_exit();
  void sweep();
  void begin_drain();
  void finish_if_drained();
  void finish();

  SystemLoop& loop_;
  pid_t pid_;
  ProcessEvents events_;
  net::posix::stream_descriptor handle_;
  Output output_;
  Output errors_;
  State state_ = State::Running;
  bool is_abandoned_ = false;
  int sweeps_ = 0;
  Loop::TimerId kill_timer_ = 0;
  Loop::TimerId timer_ = 0;
};

void Running::start() {
  read(output_);
  read(errors_);
  handle_.async_wait(net::posix::stream_descriptor::wait_read,
                     [self = shared_from_this()](boost::system::error_code error) {
                       if (!error && !self->is_abandoned_) self->on_leader_exit();
                     });
}

void Running::read(Output& output) {
  output.pipe.async_read_some(
      net::buffer(output.buffer),
      [self = shared_from_this(), &output](boost::system::error_code error, std::size_t count) {
        if (self->is_abandoned_ || output.is_ended) return;
        if (!error) {
          output.lines.feed({output.buffer.data(), count});
          if (!self->is_abandoned_) self->read(output);
          return;
        }
        output.is_ended = true;
        output.lines.finish();
        self->finish_if_drained();
      });
}

void Running::on_leader_exit() {
  state_ = State::Sweeping;
  loop_.cancel(std::exchange(kill_timer_, 0));
  sweep();
}

// The leader stays unreaped meanwhile, so its number, the session's, cannot be another's.
void Running::sweep() {
  if (kill_session(pid_) == 0) return begin_drain();
  if (++sweeps_ >= kSweepsMax) {
    log(LogLevel::Error, "io.process", "processes survive sigkill",
        {{"session", std::to_string(pid_)}});
    return begin_drain();
  }
  timer_ = loop_.call_after(kSweepInterval, [self = shared_from_this()] { self->sweep(); });
}

void Running::begin_drain() {
  state_ = State::Draining;
  timer_ = loop_.call_after(kDrainMax, [self = shared_from_this()] { self->finish(); });
  finish_if_drained();
}

void Running::finish_if_drained() {
  if (state_ == State::Draining && output_.is_ended && errors_.is_ended && !is_abandoned_) finish();
}

void Running::finish() {
  if (std::exchange(state_, State::Done) == State::Done) return;
  loop_.cancel(std::exchange(timer_, 0));
  for (Output* output : {&output_, &errors_})
    if (!std::exchange(output->is_ended, true)) output->lines.finish();
  output_.pipe.close();
  errors_.pipe.close();
  int status = 0;
  ::waitpid(pid_, &status, 0);
  const ExitStatus exit =
      WIFSIGNALED(status) ? ExitStatus{-1, WTERMSIG(status)} : ExitStatus{WEXITSTATUS(status), 0};
  const auto on_exit = std::exchange(events_.on_exit, nullptr);
  if (on_exit && !is_abandoned_) on_exit(exit);
}

void Running::stop(Seconds grace) {
  if (state_ != State::Running) return;
  ::kill(pid_, SIGTERM);
  if (kill_timer_ != 0) return;
  kill_timer_ = loop_.call_after(grace, [self = shared_from_this()] { kill_session(self->pid_); });
}

void Running::abandon() {
  is_abandoned_ = true;
  if (std::exchange(state_, State::Done) == State::Done) return;
  loop_.cancel(timer_);
  loop_.cancel(kill_timer_);
  boost::system::error_code ignored;
  handle_.close(ignored);
  output_.pipe.close(ignored);
  errors_.pipe.close(ignored);
  for (int i = 0; i < kSweepsMax && kill_session(pid_) > 0; ++i) ::usleep(1000);
  ::waitpid(pid_, nullptr, 0);
}

class Handle final : public Process {
 public:
  explicit Handle(std::shared_ptr<Running> running) : running_(std::move(running)) {}
  ~Handle() override { running_->abandon(); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  pid_t pid() const override { return running_->pid(); }
  void stop(Seconds grace) override { running_->stop(grace); }

 private:
  std::shared_ptr<Running> running_;
};

class SystemStarter final : public ProcessStarter {
 public:
  explicit SystemStarter(SystemLoop& loop) : loop_(loop) {
    // Orphans of a launch come to us instead of to init, so that they can be waited for.
    ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  }
  Result<std::unique_ptr<Process>> start(ProcessSpec spec, ProcessEvents events) override {
    TRY(spawned, spawn(spec));
    auto running =
        std::make_shared<Running>(loop_, std::move(spawned), std::move(spec), std::move(events));
    running->start();
    return std::make_unique<Handle>(std::move(running));
  }

 private:
  SystemLoop& loop_;
};

}  // namespace

std::string to_text(ExitStatus status) {
  if (status.signal == 0) return "exit code " + std::to_string(status.code);
  const char* name = ::sigabbrev_np(status.signal);
  std::string text = "killed by signal " + std::to_string(status.signal);
  if (name != nullptr) text.append(" (SIG").append(name).append(")");
  return text;
}

std::unique_ptr<ProcessStarter> system_process_starter(SystemLoop& loop) {
  return std::make_unique<SystemStarter>(loop);
}

}  // namespace busbar::io
