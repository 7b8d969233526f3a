#pragma once
// A loop whose time passes only when the test says so.
// Invariants: tasks run in the order of their time, those of one time in the order they were asked
// for; posted tasks run before any later timer; nothing runs inside `post` or `call_after`.
// Threads: one.
#include <deque>
#include <map>
#include <utility>

#include "io/async/loop.h"

namespace busbar {

class FakeLoop final : public io::Loop {
 public:
  explicit FakeLoop(WallTime wall = WallTime(1'700'000'000'000'000)) : wall_start_(wall) {}

  void run_ready();                // what is posted or due now, and what that posts
  void advance(Seconds duration);  // runs timers in order as their time comes
  void set_wall(WallTime wall);    // the wall clock jumps; waiting is not affected
  std::size_t pending_timers() const { return timers_.size(); }

  void post(Task task) override { ready_.push_back(std::move(task)); }
  TimerId call_after(Seconds delay, Task task) override;
  void cancel(TimerId timer) override;
  Seconds monotonic_now() const override { return now_; }
  WallTime wall_now() const override;

 private:
  bool run_one(Seconds until);

  Seconds now_{1000.0};  // not 0: code that takes 0 for "never" shows
  WallTime wall_start_;
  Seconds wall_since_{1000.0};
  TimerId next_ = 1;
  std::deque<Task> ready_;
  std::map<std::pair<Seconds, TimerId>, Task> timers_;
  std::map<TimerId, Seconds> due_;
};

}  // namespace busbar
