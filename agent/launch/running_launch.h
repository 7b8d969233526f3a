#pragma once
// One launch that runs: the process, its watch, and the timer of its silence.
// Promises: ends by itself after an exit, a stop or a silence; `on_done` is called once, after the
// launch_ended record. Threads: the loop's.
#include <functional>
#include <memory>
#include <string>

#include "agent/launch/launch_watch.h"
#include "agent/launch/launcher.h"
#include "io/async/loop.h"
#include "io/process/process.h"

namespace busbar::agent {

// For mpirun to end its ranks by itself; then everything of its session is killed.
inline constexpr Seconds kStopGrace{3.0};

struct LaunchReports {
  std::function<void(wire::RecordBody)> on_record;
  std::function<void(CellIndex)> on_begun;
  std::function<void()> on_done;
};

class RunningLaunch {
 public:
  RunningLaunch(io::Loop& loop, wire::StartLaunch launch, LaunchReports reports);
  ~RunningLaunch();
  RunningLaunch(const RunningLaunch&) = delete;
  RunningLaunch& operator=(const RunningLaunch&) = delete;

  // A start that fails is reported as a launch_ended and is done at once.
  void start(io::ProcessStarter& starter, const LaunchTools& tools, const std::string& folder);
  void stop(const std::string& reason);

 private:
  void fail_start(const Error& error);
  Result<void> try_start(io::ProcessStarter& starter, const LaunchTools& tools,
                         const std::string& folder);
  void take(LaunchWatch::Step step);
  void arm_silence();
  Seconds since_start() const { return loop_.monotonic_now() - started_at_; }

  io::Loop& loop_;
  const wire::StartLaunch launch_;
  LaunchReports reports_;
  std::unique_ptr<LaunchWatch> watch_;
  std::unique_ptr<io::Process> process_;
  Seconds started_at_;
  io::Loop::TimerId silence_ = 0;
};

}  // namespace busbar::agent
