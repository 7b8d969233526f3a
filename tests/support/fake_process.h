#pragma once
// Programs that run only in the test's head: it prints their lines and ends them.
// Threads: one.
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "io/process/process.h"

namespace busbar {

class FakeProcesses final : public io::ProcessStarter {
 public:
  // One start, alive or not; stays after its process is gone.
  struct Started {
    io::ProcessSpec spec;
    io::ProcessEvents events;
    std::vector<Seconds> stops;  // the grace of each stop that was asked for
    bool is_released = false;    // its owner let go of it

    void print(const std::string& line) const { events.on_stdout_line(line); }
    void complain(const std::string& line) const { events.on_stderr_line(line); }
    void exit(io::ExitStatus status) const { events.on_exit(status); }
  };

  Result<std::unique_ptr<io::Process>> start(io::ProcessSpec spec,
                                             io::ProcessEvents events) override {
    if (cannot_start) return fail(*cannot_start);
    auto begun = std::make_shared<Started>();
    begun->spec = std::move(spec);
    begun->events = std::move(events);
    started.push_back(begun);
    return std::make_unique<Handle>(std::move(begun));
  }

  std::optional<Error> cannot_start;
  std::vector<std::shared_ptr<Started>> started;

 private:
  class Handle final : public io::Process {
   public:
    explicit Handle(std::shared_ptr<Started> started) : started_(std::move(started)) {}
    ~Handle() override { started_->is_released = true; }
    pid_t pid() const override { return 4711; }
    void stop(Seconds grace) override { started_->stops.push_back(grace); }

   private:
    std::shared_ptr<Started> started_;
  };
};

}  // namespace busbar
