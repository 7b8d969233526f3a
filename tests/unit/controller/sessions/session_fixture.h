#pragma once
// One end of an agent's connection, written frame by frame. Threads: one.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "controller/sessions/sessions.h"
#include "tests/support/fake_listener.h"
#include "tests/support/fake_loop.h"
#include "tests/support/fake_web_socket.h"
#include "tests/support/sample_messages.h"

namespace busbar {

class Peer {
 public:
  Peer(FakeLoop& loop, controller::Sessions& sessions) : loop_(loop) {
    auto [mine, theirs] = FakeWebSocket::make_pair(loop);
    socket = mine;
    socket->on_message(
        [this](const std::string& text) { frames.push_back(*wire::parse_controller_frame(text)); });
    sessions.accept(theirs);
  }
  void send(const wire::AgentFrame& frame) { send_text(wire::to_text(frame)); }
  void send_text(const std::string& text) {
    socket->send(text);
    loop_.run_ready();
  }
  void send_record(std::uint64_t sequence) { send(record_frame(sequence)); }
  static wire::RecordFrame record_frame(std::uint64_t sequence) {
    return {sequence, wire::to_text(samples::record(samples::launch_ended()))};
  }
  template <class Frame>
  std::vector<Frame> of_kind() const {
    std::vector<Frame> found;
    for (const wire::ControllerFrame& frame : frames)
      if (const auto* kind = std::get_if<Frame>(&frame)) found.push_back(*kind);
    return found;
  }
  bool is_open() const { return socket->is_open(); }

  std::shared_ptr<FakeWebSocket> socket;
  std::vector<wire::ControllerFrame> frames;

 private:
  FakeLoop& loop_;
};

class SessionTest : public testing::Test {
 protected:
  SessionTest() { sessions_.listen(listener_); }
  static wire::Hello hello_of(const std::string& node, const std::string& spool) {
    wire::Hello hello = samples::hello();
    hello.node = *NodeId::parse(node);
    hello.spool = spool;
    return hello;
  }

  FakeLoop loop_;
  FakeListener listener_;
  controller::Sessions sessions_{loop_, "0.1.0"};
};

}  // namespace busbar
