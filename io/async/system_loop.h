#pragma once
// The real loop, over Asio.
// Threads: `run` on one thread; `stop` and `post` from any.
#include <functional>
#include <memory>
#include <vector>

#include "io/async/loop.h"

namespace busbar::io {

class SystemLoop final : public Loop {
 public:
  SystemLoop();
  ~SystemLoop() override;
  SystemLoop(const SystemLoop&) = delete;
  SystemLoop& operator=(const SystemLoop&) = delete;

  void run();   // until stop
  void stop();  // tasks already posted may not run any more
  // Calls the task on the loop for each of these signals that arrives.
  void on_signals(std::vector<int> signals, std::function<void(int signal)> task);

  void post(Task task) override;
  TimerId call_after(Seconds delay, Task task) override;
  void cancel(TimerId timer) override;
  Seconds monotonic_now() const override;
  WallTime wall_now() const override;

  struct Impl;  // Asio stays behind it; io/ alone sees inside
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace busbar::io
