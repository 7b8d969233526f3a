#include "agent/session/agent.h"

#include <algorithm>
#include <filesystem>

#include "io/log/log.h"

namespace busbar::agent {
namespace {

constexpr std::string_view kPart = "agent.session";

}  // namespace

Agent::Agent(io::Loop& loop, io::ProcessStarter& starter, std::unique_ptr<Spool> spool,
             AgentSetup setup, AgentSeams seams)
    : loop_(loop),
      starter_(starter),
      spool_(std::move(spool)),
      setup_(std::move(setup)),
      seams_(std::move(seams)) {}

Agent::~Agent() {
  *is_alive_ = false;
  for (const io::Loop::TimerId timer : {heartbeat_, reconnect_, lease_timer_}) loop_.cancel(timer);
}

void Agent::start() {
  connect();
}

void Agent::connect() {
  io::ConnectHandlers handlers;
  handlers.on_open = [this, alive = is_alive_](std::shared_ptr<io::WebSocket> socket) {
    if (*alive) on_open(std::move(socket));
  };
  handlers.on_error = [this, alive = is_alive_](const Error& error) {
    if (!*alive) return;
    io::log(io::LogLevel::Warning, kPart, "controller not reached", {{"cause", to_line(error)}});
    reconnect_later();
  };
  seams_.connect(std::move(handlers));
}

void Agent::reconnect_later() {
  if (on_stopped_) return;
  const Seconds pause(pause_.value() * (0.5 + seams_.jitter() / 2));
  pause_ = std::min(kReconnectMax, Seconds(pause_.value() * 2));
  reconnect_ = loop_.call_after(pause, [this] { connect(); });
}

void Agent::on_open(std::shared_ptr<io::WebSocket> socket) {
  if (on_stopped_) return socket->close("the agent ends");
  socket_ = std::move(socket);
  socket_->on_message([this, alive = is_alive_](const std::string& text) {
    if (*alive) on_text(text);
  });
  socket_->on_closed([this, alive = is_alive_](const std::string& reason) {
    if (*alive) on_closed(reason);
  });
  wire::Hello hello = setup_.hello;
  hello.spool = spool_->identity();
  if (current_) hello.launches.push_back(current_->launch);
  send(hello);
  beat();
}

void Agent::beat() {
  heartbeat_ = loop_.call_after(kHeartbeat, [this] {
    send(wire::Heartbeat{});
    beat();
  });
}

void Agent::on_closed(const std::string& reason) {
  io::log(io::LogLevel::Info, kPart, "connection closed", {{"reason", reason}});
  socket_.reset();
  spool_->disconnect();
  loop_.cancel(heartbeat_);
  loop_.cancel(lease_timer_);
  lease_timer_ = loop_.call_after(lease_, [this] {
    if (running_) running_->stop("no contact with the controller for longer than the lease");
  });
  reconnect_later();
}

bool Agent::send(const wire::AgentFrame& frame) {
  return socket_ && socket_->send(wire::to_text(frame));
}

void Agent::on_text(const std::string& text) {
  const auto frame = wire::parse_controller_frame(text);
  if (!frame) {
    io::log(io::LogLevel::Warning, kPart, "frame cannot be read",
            {{"cause", to_line(frame.error())}});
    return;
  }
  if (const auto* welcome = std::get_if<wire::Welcome>(&*frame)) return on_welcome(*welcome);
  if (const auto* refused = std::get_if<wire::Refused>(&*frame)) return on_refusal(*refused);
  if (const auto* start = std::get_if<wire::StartLaunch>(&*frame)) return on_start_launch(*start);
  if (const auto* acknowledged = std::get_if<wire::Acknowledge>(&*frame))
    return spool_->acknowledge(acknowledged->sequence);
  if (const auto* stop = std::get_if<wire::StopLaunch>(&*frame);
      stop && running_ && current_->launch == stop->launch) {
    io::log(io::LogLevel::Info, kPart, "launch is stopped",
            {{"launch", stop->launch.text()}, {"reason", stop->reason}});
    running_->stop(stop->reason);
  }
}

void Agent::on_welcome(const wire::Welcome& welcome) {
  if (welcome.protocol != wire::kAgentProtocol)
    return on_refusal({"the controller speaks protocol " + std::to_string(welcome.protocol) +
                           ", this agent " + std::to_string(wire::kAgentProtocol),
                       "install the same version of both", true});
  lease_ = welcome.lease;
  pause_ = kReconnectMin;
  loop_.cancel(lease_timer_);
  spool_->connect(
      [this](std::uint64_t sequence, const std::string& record) {
        return send(wire::RecordFrame{sequence, record});
      },
      [this] {
        send(wire::Ready{});
        if (!was_ready_ && seams_.on_ready) seams_.on_ready();
        was_ready_ = true;
      });
}

void Agent::on_refusal(const wire::Refused& refused) {
  const Error error{ErrorKind::Incompatible, Scope::Process, "controller", refused.reason,
                    refused.remedy};
  io::log(io::LogLevel::Error, kPart, "refused by the controller", {{"cause", to_line(error)}});
  // Else it is tried again: a name that is taken can become free.
  if (refused.is_final) seams_.on_refused(error);
}

void Agent::put(const wire::StartLaunch& launch, wire::RecordBody body) {
  spool_->put(
      wire::to_text(wire::Record{launch.launch, launch.run, loop_.wall_now(), std::move(body)}));
  if (spool_->is_overfull() && running_)
    running_->stop("the spool cannot be written: no space left on the agent's disk");
}

void Agent::refuse_launch(const wire::StartLaunch& launch, const std::string& reason) {
  wire::LaunchEnded ended;
  ended.outcome = wire::LaunchOutcome::Failed;
  ended.reason = reason;
  put(launch, ended);
}

void Agent::on_start_launch(const wire::StartLaunch& launch) {
  if (on_stopped_) return;  // found missing at the next hello, and given again
  if (current_ && current_->launch == launch.launch) return;
  if (current_)
    return refuse_launch(launch, "the node is busy with launch " + current_->launch.text());
  io::log(io::LogLevel::Info, kPart, "launch starts",
          {{"launch", launch.launch.text()}, {"cells", std::to_string(launch.cells.size())}});
  current_ = launch;
  LaunchReports reports;
  reports.on_record = [this, launch](wire::RecordBody body) { put(launch, std::move(body)); };
  reports.on_begun = [this, id = launch.launch](CellIndex cell) { send(wire::Progress{id, cell}); };
  reports.on_done = [this, id = launch.launch] {
    // Not here: the launch that tells us is still on the stack.
    loop_.post([this, id, alive = is_alive_] {
      if (*alive) on_done(id);
    });
  };
  running_ = std::make_unique<RunningLaunch>(loop_, launch, std::move(reports));
  running_->start(starter_, setup_.tools, setup_.launches_folder + "/" + launch.launch.text());
}

void Agent::on_done(const LaunchId& launch) {
  io::log(io::LogLevel::Info, kPart, "launch ended", {{"launch", launch.text()}});
  running_.reset();
  current_.reset();
  std::error_code ignored;  // what stays is removed at the next start
  std::filesystem::remove_all(setup_.launches_folder + "/" + launch.text(), ignored);
  if (on_stopped_) finish_stop();
}

void Agent::stop(std::function<void()> task) {
  on_stopped_ = std::move(task);
  loop_.cancel(reconnect_);
  if (running_)
    running_->stop("the agent was stopped");
  else
    finish_stop();
}

void Agent::finish_stop() {
  // Posted, so that the launch's last record is on the wire before the end.
  loop_.post([this, alive = is_alive_] {
    if (!*alive) return;
    if (socket_) socket_->close("the agent ends");
    on_stopped_();
  });
}

}  // namespace busbar::agent
