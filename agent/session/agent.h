#pragma once
// The agent: keeps a connection to the controller, runs what it is told, spools what came of it.
// Promises: reconnects for ever with growing pauses; sends every record until it is acknowledged;
// without contact for longer than the lease it stops its launches by itself; `stop` ends them and
// leaves no process behind. Errors: a refusal because of versions that do not fit ends the agent
// through `on_refused`; any other is tried again. Threads: the loop's.
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "agent/launch/running_launch.h"
#include "agent/spool/spool.h"
#include "core/error/result.h"
#include "io/async/loop.h"
#include "io/http/client.h"
#include "io/process/process.h"
#include "wire/agent/messages.h"

namespace busbar::agent {

inline constexpr Seconds kHeartbeat{5.0};
inline constexpr Seconds kReconnectMin{0.2};
inline constexpr Seconds kReconnectMax{10.0};

struct AgentSetup {
  wire::Hello hello;  // its launches are filled in at each connection
  LaunchTools tools;
  std::string launches_folder;
};

struct AgentSeams {
  std::function<void(io::ConnectHandlers)> connect;
  std::function<double()> jitter;  // 0 to 1, spreads the agents of a restarted controller
  std::function<void()> on_ready;  // first time that a session is up
  std::function<void(Error)> on_refused;
};

class Agent {
 public:
  Agent(io::Loop& loop, io::ProcessStarter& starter, std::unique_ptr<Spool> spool, AgentSetup setup,
        AgentSeams seams);
  ~Agent();
  Agent(const Agent&) = delete;
  Agent& operator=(const Agent&) = delete;

  void start();
  // Ends the launch and the connection, then calls the task.
  void stop(std::function<void()> task);

 private:
  void connect();
  void on_open(std::shared_ptr<io::WebSocket> socket);
  void on_closed(const std::string& reason);
  void reconnect_later();
  void on_text(const std::string& text);
  void on_welcome(const wire::Welcome& welcome);
  void on_refusal(const wire::Refused& refused);
  void on_start_launch(const wire::StartLaunch& launch);
  void refuse_launch(const wire::StartLaunch& launch, const std::string& reason);
  void on_done(const LaunchId& launch);
  void put(const wire::StartLaunch& launch, wire::RecordBody body);
  bool send(const wire::AgentFrame& frame);
  void beat();
  void finish_stop();

  io::Loop& loop_;
  io::ProcessStarter& starter_;
  std::unique_ptr<Spool> spool_;
  AgentSetup setup_;
  AgentSeams seams_;
  std::shared_ptr<io::WebSocket> socket_;
  std::optional<wire::StartLaunch> current_;
  std::unique_ptr<RunningLaunch> running_;
  Seconds lease_{60.0};
  Seconds pause_ = kReconnectMin;
  io::Loop::TimerId heartbeat_ = 0, reconnect_ = 0, lease_timer_ = 0;
  bool was_ready_ = false;
  std::function<void()> on_stopped_;
  std::shared_ptr<bool> is_alive_ = std::make_shared<bool>(true);
};

}  // namespace busbar::agent
