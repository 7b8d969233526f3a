#include "tests/support/fake_loop.h"

#include <gtest/gtest.h>

#include <string>

namespace busbar {
namespace {

TEST(FakeLoop, RunsTimersInTheirOrderAsTimePasses) {
  FakeLoop loop;
  std::string order;
  loop.call_after(Seconds(2), [&] { order += 'c'; });
  loop.call_after(Seconds(1), [&] {
    order += 'a';
    loop.post([&] { order += 'b'; });
  });
  loop.call_after(Seconds(3), [&] { order += 'x'; });
  loop.advance(Seconds(2));
  EXPECT_EQ(order, "abc");
  EXPECT_EQ(loop.pending_timers(), 1u);
}

TEST(FakeLoop, ShowsTheTimersOwnTimeWhileItRuns) {
  FakeLoop loop;
  const Seconds start = loop.monotonic_now();
  Seconds seen;
  loop.call_after(Seconds(5), [&] { seen = loop.monotonic_now(); });
  loop.advance(Seconds(60));
  EXPECT_EQ(seen - start, Seconds(5));
  EXPECT_EQ(loop.monotonic_now() - start, Seconds(60));
}

TEST(FakeLoop, LetsTheWallClockJumpWithoutMovingTimers) {
  FakeLoop loop;
  bool fired = false;
  loop.call_after(Seconds(10), [&] { fired = true; });
  loop.set_wall(WallTime(5'000'000));
  loop.advance(Seconds(1));
  EXPECT_EQ(loop.wall_now(), WallTime(6'000'000));
  EXPECT_FALSE(fired);
}

TEST(FakeLoop, DoesNotRunWhatIsCancelled) {
  FakeLoop loop;
  const auto id = loop.call_after(Seconds(1), [] { FAIL(); });
  loop.cancel(id);
  loop.advance(Seconds(2));
}

}  // namespace
}  // namespace busbar
