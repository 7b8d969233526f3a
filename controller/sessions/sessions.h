#pragma once
// The agents' connections: one Session for each node that is connected.
// Takes over WebSockets (docs/protocols.md), answers hello, hands records to the listener in one
// batch for each turn of the loop, acknowledges what the listener has stored, and tells who is
// ready and who is gone. Units: seconds. Errors: a frame that cannot be read, a first frame that is
// not a hello, a gap in the spool's sequence, or records that the listener refuses close the
// session; nothing of the batch is stored then, and the agent sends it again when it is back.
// A record that cannot be read inside a sound frame is logged and skipped.
// Invariants: at most one session for a node; nothing is acknowledged that is not stored; a record
// before `acknowledged` is acknowledged again and goes no further. Threads: the loop's.
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/error/result.h"
#include "core/units/name.h"
#include "io/async/loop.h"
#include "io/http/server.h"
#include "wire/agent/messages.h"

namespace busbar::controller {

// A node that was silent for so long is gone: three heartbeats.
inline constexpr Seconds kSilenceMax{15.0};
// Without contact for this long an agent stops its launches by itself; less than the 75 s after
// which they are lost here, so a cell never runs twice at once.
inline constexpr Seconds kLease{60.0};

// The end of a session because of what the other side sent.
struct Refusal {
  std::string reason;
  std::string remedy;
  bool is_final = false;  // versions that do not fit; else the agent tries again
};

struct Batch {
  NodeId node;
  std::string spool;
  std::uint64_t last_sequence = 0;
  std::vector<wire::Record> records;  // in the order of the spool
};

// What the sessions need of the one who knows runs and launches.
class AgentListener {
 public:
  virtual ~AgentListener() = default;
  // How far this spool of the node is stored; 0 if it is not known.
  virtual Result<std::uint64_t> on_hello(const wire::Hello&) = 0;
  // Stored whole, or nothing of it: InvalidInput for records that this node has no right to send,
  // any other error if they cannot be stored now.
  virtual Result<void> on_records(const Batch&) = 0;
  virtual void on_ready(const NodeId&) = 0;
  virtual void on_progress(const NodeId&, const wire::Progress&) = 0;
  // The connection is lost; the node may be back soon.
  virtual void on_disconnected(const NodeId&) = 0;
  // Nothing was heard for kSilenceMax.
  virtual void on_gone(const NodeId&) = 0;
};

class Session;

class Sessions {
 public:
  Sessions(io::Loop& loop, std::string version);
  ~Sessions();  // closes every connection, telling nobody
  Sessions(const Sessions&) = delete;
  Sessions& operator=(const Sessions&) = delete;

  void listen(AgentListener& listener) { listener_ = &listener; }  // before the first `accept`

  // A new connection of an agent; its hello comes as the first frame.
  void accept(std::shared_ptr<io::WebSocket> socket);

  // False: the node has no session that is ready, or it cannot take more now.
  bool send(const NodeId&, const wire::ControllerFrame&);
  bool is_connected(const NodeId&) const;
  bool is_ready(const NodeId&) const;
  std::size_t size() const { return by_node_.size(); }
  // Ends the node's session with a reason; the agent connects again.
  void close(const NodeId&, const std::string& reason);
  void close_all(const std::string& reason);  // for the end of the controller

 private:
  friend class Session;
  Result<std::uint64_t> admit(Session&, const wire::Hello&);
  void join(std::shared_ptr<Session> session);
  void leave(Session&);
  void heard(Session&);
  void watch(const NodeId&);  // tells on_gone unless the node is heard of again

  io::Loop& loop_;
  std::string version_;
  AgentListener* listener_ = nullptr;
  std::map<NodeId, std::shared_ptr<Session>> by_node_;
  std::map<Session*, std::shared_ptr<Session>> unnamed_;  // before their hello
  std::map<NodeId, io::Loop::TimerId> silences_;
};

}  // namespace busbar::controller
