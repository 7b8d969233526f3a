#include "tests/support/fake_loop.h"

#include <algorithm>
#include <cmath>

namespace busbar {

bool FakeLoop::run_one(Seconds until) {
  if (!ready_.empty()) {
    const Task task = std::move(ready_.front());
    ready_.pop_front();
    task();
    return true;
  }
  if (timers_.empty() || timers_.begin()->first.first > until) return false;
  const auto [due, id] = timers_.begin()->first;
  const Task task = std::move(timers_.begin()->second);
  timers_.erase(timers_.begin());
  due_.erase(id);
  now_ = std::max(now_, due);
  task();
  return true;
}

void FakeLoop::run_ready() {
  while (run_one(now_)) {
  }
}

void FakeLoop::advance(Seconds duration) {
  const Seconds until = now_ + duration;
  while (run_one(until)) {
  }
  now_ = until;
}

void FakeLoop::set_wall(WallTime wall) {
  wall_start_ = wall;
  wall_since_ = now_;
}

io::Loop::TimerId FakeLoop::call_after(Seconds delay, Task task) {
  const TimerId id = next_++;
  const Seconds due = now_ + std::max(delay, Seconds(0.0));
  timers_.emplace(std::pair(due, id), std::move(task));
  due_.emplace(id, due);
  return id;
}

void FakeLoop::cancel(TimerId timer) {
  const auto found = due_.find(timer);
  if (found == due_.end()) return;
  timers_.erase({found->second, timer});
  due_.erase(found);
}

WallTime FakeLoop::wall_now() const {
  const double passed = (now_ - wall_since_).value() * 1e6;
  return WallTime(wall_start_.value() + std::llround(passed));
}

}  // namespace busbar
