#include "io/async/system_loop.h"

#include <gtest/gtest.h>

#include <csignal>
#include <thread>

namespace busbar::io {
namespace {

TEST(SystemLoop, RunsPostedTasksInOrderAndNeverInsideThePost) {
  SystemLoop loop;
  std::string order;
  loop.post([&] {
    loop.post([&] {
      order += 'c';
      loop.stop();
    });
    order += 'a';
  });
  loop.post([&] { order += 'b'; });
  EXPECT_EQ(order, "");
  loop.run();
  EXPECT_EQ(order, "abc");
}

TEST(SystemLoop, RunsTimersByTimeAndNotTheCancelledOnes) {
  SystemLoop loop;
  std::string order;
  loop.call_after(Seconds(0.03), [&] {
    order += 'b';
    loop.stop();
  });
  const auto cancelled = loop.call_after(Seconds(0.01), [&] { order += 'x'; });
  loop.call_after(Seconds(0.0), [&] {
    order += 'a';
    loop.cancel(cancelled);
  });
  loop.run();
  loop.cancel(cancelled);
  loop.cancel(12345);
  EXPECT_EQ(order, "ab");
}

TEST(SystemLoop, TakesPostsAndStopFromOtherThreads) {
  SystemLoop loop;
  int ran = 0;
  std::thread other([&] {
    for (int i = 0; i < 100; ++i) loop.post([&] { ++ran; });
    loop.post([&] { loop.stop(); });
  });
  loop.run();
  other.join();
  EXPECT_EQ(ran, 100);
}

TEST(SystemLoop, CallsTheTaskForEachSignal) {
  SystemLoop loop;
  int got = 0;
  loop.on_signals({SIGUSR1}, [&](int signal) {
    EXPECT_EQ(signal, SIGUSR1);
    if (++got == 2) return loop.stop();
    loop.post([] { ::raise(SIGUSR1); });
  });
  loop.post([] { ::raise(SIGUSR1); });
  loop.run();
  EXPECT_EQ(got, 2);
}

}  // namespace
}  // namespace busbar::io
