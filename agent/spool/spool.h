#pragma once
// Records on their way to the controller: on disk until acknowledged.
// Promises: what was put in is sent in order, again after every reconnect, until it is
// acknowledged. While the disk is full, records wait in memory (kWaitingMax of them; `is_stuck`
// says so) and are put on disk as soon as there is room, in their order.
// Threads: the loop's.
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <string>

#include "core/error/result.h"
#include "io/async/loop.h"
#include "io/file/append_log.h"

namespace busbar::agent {

// Records that may be under way at once: hides the round trip, bounds what a slow controller holds.
inline constexpr std::uint64_t kInFlightMax = 256;
// Records kept in memory while the disk is full; then launches are stopped.
inline constexpr std::size_t kWaitingMax = 256;
inline constexpr Seconds kDiskRetry{1.0};

class Spool {
 public:
  // Sends one record; false if the connection cannot take it now.
  using Sender = std::function<bool(std::uint64_t sequence, const std::string& record)>;

  Spool(io::Loop& loop, std::unique_ptr<io::AppendLog> log);
  ~Spool();

  void put(std::string record);
  bool is_stuck() const { return !waiting_.empty(); }
  bool is_overfull() const { return waiting_.size() > kWaitingMax; }

  // A new connection: everything not acknowledged is sent from the start. `on_replayed` is called
  // once, when all that was there at this call has been sent.
  void connect(Sender sender, std::function<void()> on_replayed);
  void disconnect();
  void acknowledge(std::uint64_t sequence);

  std::string identity() const { return log_->identity(); }
  std::uint64_t size() const { return log_->size() + waiting_.size(); }

 private:
  void write_waiting();
  void send_new(std::uint64_t sequence, const std::string& record);
  void pump();

  io::Loop& loop_;
  std::unique_ptr<io::AppendLog> log_;
  std::deque<std::string> waiting_;
  Sender sender_;
  std::function<void()> on_replayed_;
  std::uint64_t replay_through_ = 0;
  std::uint64_t last_put_ = 0;
  std::uint64_t last_sent_ = 0;
  std::uint64_t acknowledged_ = 0;
  io::Loop::TimerId retry_ = 0;
};

}  // namespace busbar::agent
