#pragma once
// One agent's connection, from its first frame to its end.
// Promises: the first frame is a hello within kHelloWait, or the connection ends; records reach the
// listener in one batch for each turn of the loop and are acknowledged only when it has stored
// them; a sequence that was acknowledged before is acknowledged again and goes no further.
// Threads: the loop's.
#include <cstdint>
#include <memory>
#include <string>

#include "controller/sessions/sessions.h"
#include "core/error/result.h"
#include "io/async/loop.h"
#include "io/http/server.h"
#include "wire/agent/messages.h"

namespace busbar::controller {

inline constexpr Seconds kHelloWait{10.0};
// When the store cannot take records now (a full disk), they are tried again after this long.
inline constexpr Seconds kStoreRetry{1.0};

class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(Sessions& sessions, io::Loop& loop, std::shared_ptr<io::WebSocket> socket);

  void start();  // takes the socket's events; keeps itself alive through them
  bool send(const wire::ControllerFrame& frame);
  void close(const std::string& reason);
  const NodeId& node() const { return node_; }
  const std::string& instance() const { return instance_; }
  const std::string& spool() const { return spool_; }
  bool is_ready() const { return is_ready_; }
  std::string remote() const { return socket_->remote(); }

 private:
  friend class Sessions;
  void on_text(const std::string& text);
  void on_frame(const wire::AgentFrame& frame);
  void on_hello(const wire::Hello& hello);
  void on_record(const wire::RecordFrame& frame);
  void take_record(const wire::RecordFrame& frame);
  void store_batch();
  bool has_unstored() const { return batch_.last_sequence != acknowledged_; }
  void on_ready();
  void on_closed(const std::string& reason);
  void refuse(const Refusal& refusal);
  void break_off(const Error& error);

  Sessions& sessions_;
  io::Loop& loop_;
  std::shared_ptr<io::WebSocket> socket_;
  NodeId node_;
  std::string instance_;
  std::string spool_;
  bool is_ready_ = false;
  bool is_ready_pending_ = false;  // `ready` came, its records are not stored yet
  bool is_closed_ = false;
  bool is_batch_posted_ = false;
  std::uint64_t acknowledged_ = 0;
  std::uint64_t last_received_ = 0;
  Batch batch_;
  io::Loop::TimerId hello_timer_ = 0;
};

}  // namespace busbar::controller
