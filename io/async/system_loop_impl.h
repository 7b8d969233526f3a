#pragma once
// What io/ alone sees of the real loop: its Asio context.
// Threads: the loop's own.
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>
#include <memory>
#include <unordered_map>

#include "io/async/system_loop.h"

namespace busbar::io {

struct SystemLoop::Impl {
  struct Entry {
    std::unique_ptr<boost::asio::steady_timer> timer;
    Task task;
  };

  ~Impl();
  void fire(TimerId id);

  TimerId next_timer = 1;
  std::unordered_map<TimerId, Entry> timers;
  boost::asio::io_context context{
      1};  // after `timers`: handlers that die with it may cancel timers
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work{
      context.get_executor()};
  std::vector<std::unique_ptr<boost::asio::signal_set>> signals;
};

}  // namespace busbar::io
