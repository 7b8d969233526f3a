#pragma once
// Where all waiting ends: one thread that runs tasks in order, timers, and the two clocks.
// Everything outside io/ reacts to events on a loop and never blocks or awaits; so a test drives a
// night with a `FakeLoop` (tests/support/fake_loop.h) in a millisecond. See
// docs/decisions/0002-events-not-awaits.md. Threads: `post` from any thread; everything else on the
// loop's own thread.
#include <cstdint>
#include <functional>

#include "core/units/quantity.h"

namespace busbar::io {

class Loop {
 public:
  using Task = std::function<void()>;
  using TimerId = std::uint64_t;  // 0 is never one

  virtual ~Loop() = default;
  virtual void post(Task task) = 0;
  // Runs the task once after so long, never inside this call.
  virtual TimerId call_after(Seconds delay, Task task) = 0;
  // Harmless for a timer that has fired or is not known.
  virtual void cancel(TimerId timer) = 0;

  virtual Seconds monotonic_now() const = 0;  // never goes back; for waiting and measuring
  virtual WallTime wall_now() const = 0;      // may jump; for records
};

}  // namespace busbar::io
