#include "agent/launch/running_launch.h"

#include "io/file/file.h"

namespace busbar::agent {

RunningLaunch::RunningLaunch(io::Loop& loop, wire::StartLaunch launch, LaunchReports reports)
    : loop_(loop),
      launch_(std::move(launch)),
      reports_(std::move(reports)),
      started_at_(loop.monotonic_now()) {}

RunningLaunch::~RunningLaunch() {
  loop_.cancel(silence_);
}

void RunningLaunch::start(io::ProcessStarter& starter, const LaunchTools& tools,
                          const std::string& folder) {
  const Result<void> started = try_start(starter, tools, folder);
  if (!started) fail_start(started.error());
}

Result<void> RunningLaunch::try_start(io::ProcessStarter& starter, const LaunchTools& tools,
                                      const std::string& folder) {
  TRY_VOID(check_launch(tools, launch_));
  const std::string input_file = folder + "/launch.jsonl";
  TRY_VOID(io::make_directories(folder));
  TRY_VOID(io::write_file_atomically(
      input_file, wire::to_launch_input_text({launch_.launch, launch_.sampling, launch_.cells})));
  const std::vector<std::string> command = launch_command(tools, launch_, input_file);
  watch_ = std::make_unique<LaunchWatch>(launch_, command);
  io::ProcessEvents events;
  events.on_stdout_line = [this](const std::string& line) {
    take(watch_->on_stdout_line(line, since_start()));
    if (wire::is_bench_line(line)) arm_silence();
  };
  events.on_stderr_line = [this](const std::string& line) { take(watch_->on_stderr_line(line)); };
  events.on_exit = [this](io::ExitStatus status) {
    loop_.cancel(silence_);
    take(watch_->on_exit(status, since_start()));
    reports_.on_done();
  };
  TRY(process, starter.start({command, launch_environment(tools, launch_, folder), folder,
                              wire::kBenchLineBytesMax},
                             std::move(events)));
  process_ = std::move(process);
  take(watch_->on_started(process_->pid()));
  arm_silence();
  return {};
}

void RunningLaunch::fail_start(const Error& error) {
  wire::LaunchEnded ended;
  ended.outcome = wire::LaunchOutcome::Failed;
  ended.reason = to_line(error);
  reports_.on_record(ended);
  reports_.on_done();
}

void RunningLaunch::stop(const std::string& reason) {
  if (watch_) take(watch_->on_stop_requested(reason));
}

void RunningLaunch::take(LaunchWatch::Step step) {
  for (wire::RecordBody& record : step.records) reports_.on_record(std::move(record));
  if (step.begun) reports_.on_begun(*step.begun);
  if (step.must_stop && process_) process_->stop(kStopGrace);
}

void RunningLaunch::arm_silence() {
  loop_.cancel(silence_);
  silence_ = loop_.call_after(watch_->silence_limit(), [this] { take(watch_->on_silence()); });
}

}  // namespace busbar::agent
