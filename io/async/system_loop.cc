#include "io/async/system_loop.h"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <utility>

#include "io/async/system_loop_impl.h"

namespace busbar::io {
namespace {

namespace net = boost::asio;

// A year: long enough for any wait, short enough that adding it to now cannot overflow.
constexpr Seconds kDelayMax{365.0 * 86400.0};

std::chrono::steady_clock::duration to_duration(Seconds delay) {
  const double bounded = std::min(std::max(delay.value(), 0.0), kDelayMax.value());
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(bounded));
}

void wait_for_signal(net::signal_set& set, std::shared_ptr<std::function<void(int)>> task) {
  set.async_wait([&set, task](boost::system::error_code error, int signal) {
    if (error) return;
    wait_for_signal(set, task);
    (*task)(signal);
  });
}

}  // namespace

SystemLoop::Impl::~Impl() {
  signals.clear();
  const auto dying = std::exchange(timers, {});
}

void SystemLoop::Impl::fire(TimerId id) {
  const auto found = timers.find(id);
  if (found == timers.end()) return;  // cancelled after it had expired
  const Task task = std::move(found->second.task);
  timers.erase(found);
  task();
}

SystemLoop::SystemLoop() : impl_(std::make_unique<Impl>()) {}
SystemLoop::~SystemLoop() = default;

void SystemLoop::run() {
  impl_->context.run();
  impl_->context.restart();
}

void SystemLoop::stop() {
  impl_->context.stop();
}

void SystemLoop::on_signals(std::vector<int> signals, std::function<void(int)> task) {
  auto set = std::make_unique<net::signal_set>(impl_->context);
  for (const int signal : signals) set->add(signal);
  wait_for_signal(*set, std::make_shared<std::function<void(int)>>(std::move(task)));
  impl_->signals.push_back(std::move(set));
}

void SystemLoop::post(Task task) {
  net::post(impl_->context, std::move(task));
}

Loop::TimerId SystemLoop::call_after(Seconds delay, Task task) {
  const TimerId id = impl_->next_timer++;
  auto timer = std::make_unique<net::steady_timer>(impl_->context, to_duration(delay));
  timer->async_wait([impl = impl_.get(), id](boost::system::error_code error) {
    if (!error) impl->fire(id);
  });
  impl_->timers.emplace(id, Impl::Entry{std::move(timer), std::move(task)});
  return id;
}

void SystemLoop::cancel(TimerId timer) {
  const auto found = impl_->timers.find(timer);
  if (found == impl_->timers.end()) return;
  const Impl::Entry dying = std::move(found->second);
  impl_->timers.erase(found);
}

Seconds SystemLoop::monotonic_now() const {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return Seconds(std::chrono::duration<double>(now).count());
}

WallTime SystemLoop::wall_now() const {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return WallTime(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
}

}  // namespace busbar::io
