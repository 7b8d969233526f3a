#pragma once
// Two ends of a connection on a loop: what one end sends, the other gets in a later turn.
// Invariants: frames arrive in order and never inside `send`; `on_closed` is called once on each
// end; what was sent before a close still arrives, what was sent before a `cut` does not.
// Threads: the loop's.
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "io/async/loop.h"
#include "io/http/server.h"

namespace busbar {

class FakeWebSocket final : public io::WebSocket,
                            public std::enable_shared_from_this<FakeWebSocket> {
 public:
  using Pair = std::pair<std::shared_ptr<FakeWebSocket>, std::shared_ptr<FakeWebSocket>>;
  static Pair make_pair(io::Loop& loop);

  explicit FakeWebSocket(io::Loop& loop) : loop_(loop) {}

  bool send(std::string text) override;
  void close(std::string reason) override;
  void on_message(std::function<void(std::string)> task) override { on_message_ = task; }
  void on_closed(std::function<void(std::string)> task) override { on_closed_ = task; }
  std::string remote() const override { return "10.0.0.1:40000"; }

  void cut();    // the network goes: both ends learn of it, frames on their way are lost
  void stall();  // nothing arrives any more at either end, and nobody learns why
  bool is_open() const { return is_open_; }
  const std::string& close_reason() const { return close_reason_; }

 private:
  void end(const std::string& reason);

  io::Loop& loop_;
  std::weak_ptr<FakeWebSocket> peer_;
  bool is_open_ = true;
  bool is_stalled_ = false;
  std::string close_reason_;
  std::function<void(std::string)> on_message_;
  std::function<void(std::string)> on_closed_;
};

}  // namespace busbar
