#pragma once
// An agent without programs: it answers start_launch with the records that a real one would send, a
// cell a second of the loop's time, and keeps them in a spool until they are acknowledged.
// Knobs: cells that fail or hang, a launch that cannot start, losing the connection, crashing.
// Invariants: the spool outlives connections and crashes; sequences grow by one for ever.
// Threads: the loop's.
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "tests/support/fake_web_socket.h"
#include "wire/agent/messages.h"

namespace busbar {

class FakeAgent {
 public:
  using Acceptor = std::function<void(std::shared_ptr<io::WebSocket>)>;

  FakeAgent(io::Loop& loop, std::string node, std::string machine);
  ~FakeAgent() { crash(); }
  FakeAgent(const FakeAgent&) = delete;
  FakeAgent& operator=(const FakeAgent&) = delete;

  void connect(const Acceptor& accept);
  void cut();    // the connection alone; launches go on
  void stall();  // as if the cable were pulled: the connection looks open
  void crash();  // launches die, the spool stays; connect again to come back
  void send_text(const std::string& frame) { socket_->send(frame); }
  void send(const wire::AgentFrame& frame) { socket_->send(wire::to_text(frame)); }
  wire::Hello hello() const;

  Seconds cell_time{1.0};
  std::set<std::uint32_t> failing;  // wrong data
  std::set<std::uint32_t> hanging;  // timed out after a minute, with its launch
  bool is_unable_to_start = false;
  bool is_deaf_to_stop = false;
  bool is_repeating = false;  // every record is sent twice

  bool is_connected() const { return socket_ && socket_->is_open(); }
  bool is_measuring() const { return running_.has_value(); }
  const std::string& close_reason() const { return socket_->close_reason(); }
  std::size_t spooled() const { return spool_.size(); }
  std::vector<wire::StartLaunch> starts;      // that it was asked for
  std::vector<wire::ControllerFrame> frames;  // everything that came
  std::vector<std::uint32_t> cells_begun;     // in order, over all launches
  std::function<void()> on_begin;             // each time a cell is begun

 private:
  struct Running {
    wire::StartLaunch order;
    std::size_t next = 0;
  };
  struct Spooled {
    std::uint64_t sequence;
    std::string record;
  };

  void on_text(const std::string& text);
  void begin(const wire::StartLaunch& order);
  void begin_cell();
  void finish_cell();
  void time_out();
  void end(const wire::LaunchEnded& how);
  void record(wire::RecordBody body);
  void transmit(const Spooled& spooled);
  void after(Seconds delay, void (FakeAgent::*step)());

  io::Loop& loop_;
  std::string node_;
  std::string machine_;
  std::shared_ptr<FakeWebSocket> socket_;
  std::deque<Spooled> spool_;
  std::uint64_t last_sequence_ = 0;
  std::optional<Running> running_;
  io::Loop::TimerId timer_ = 0;
};

}  // namespace busbar
