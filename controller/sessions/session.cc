#include "controller/sessions/session.h"

#include "io/log/log.h"

namespace busbar::controller {
namespace {

constexpr std::string_view kPart = "controller.sessions";

}  // namespace

Session::Session(Sessions& sessions, io::Loop& loop, std::shared_ptr<io::WebSocket> socket)
    : sessions_(sessions), loop_(loop), socket_(std::move(socket)) {}

void Session::start() {
  const std::shared_ptr<Session> self = shared_from_this();
  socket_->on_message([self](const std::string& text) { self->on_text(text); });
  socket_->on_closed([self](const std::string& reason) { self->on_closed(reason); });
  const std::weak_ptr<Session> weak = self;
  hello_timer_ = loop_.call_after(kHelloWait, [weak] {
    if (const auto session = weak.lock(); session && session->node_.is_empty())
      session->close("no hello came");
  });
}

bool Session::send(const wire::ControllerFrame& frame) {
  return !is_closed_ && socket_->send(wire::to_text(frame));
}

void Session::close(const std::string& reason) {
  if (is_closed_) return;
  is_closed_ = true;
  loop_.cancel(hello_timer_);
  socket_->close(reason);
  sessions_.leave(*this);
}

void Session::on_closed(const std::string& reason) {
  if (is_closed_) return;
  is_closed_ = true;
  loop_.cancel(hello_timer_);
  io::log(io::LogLevel::Info, kPart, "agent disconnected",
          {{"node", node_.text()}, {"reason", reason}});
  sessions_.leave(*this);
}

void Session::break_off(const Error& error) {
  io::log(io::LogLevel::Warning, kPart, "session broken off",
          {{"node", node_.text()}, {"remote", remote()}, {"cause", to_line(error)}});
  close(to_line(error));
}

void Session::refuse(const Refusal& refusal) {
  io::log(io::LogLevel::Warning, kPart, "agent refused",
          {{"remote", remote()}, {"reason", refusal.reason}});
  send(wire::Refused{refusal.reason, refusal.remedy, refusal.is_final});
  close(refusal.reason);
}

void Session::on_text(const std::string& text) {
  if (is_closed_) return;
  const auto frame = wire::parse_agent_frame(text);
  if (!frame) return break_off(frame.error());
  on_frame(*frame);
}

void Session::on_frame(const wire::AgentFrame& frame) {
  const bool is_hello = std::holds_alternative<wire::Hello>(frame);
  if (is_hello != node_.is_empty())
    return break_off({ErrorKind::InvalidInput, Scope::Node, "agent " + remote(),
                      is_hello ? "said hello twice" : "did not say hello first", ""});
  sessions_.heard(*this);
  if (const auto* hello = std::get_if<wire::Hello>(&frame)) return on_hello(*hello);
  if (const auto* record = std::get_if<wire::RecordFrame>(&frame)) return on_record(*record);
  if (const auto* progress = std::get_if<wire::Progress>(&frame))
    return sessions_.listener_->on_progress(node_, *progress);
  if (std::holds_alternative<wire::Ready>(frame)) on_ready();
}

void Session::on_hello(const wire::Hello& hello) {
  loop_.cancel(hello_timer_);
  if (hello.protocol != wire::kAgentProtocol)
    return refuse({"the agent " + hello.node.text() + " (version " + hello.version +
                       ") speaks protocol " + std::to_string(hello.protocol) +
                       ", this controller (version " + sessions_.version_ + ") protocol " +
                       std::to_string(wire::kAgentProtocol),
                   "install the same version of busbar-agent and busbar-controller", true});
  const auto stored = sessions_.admit(*this, hello);
  if (!stored) return refuse({to_line(stored.error()), stored.error().remedy});
  node_ = hello.node;
  instance_ = hello.instance;
  spool_ = hello.spool;
  acknowledged_ = last_received_ = *stored;
  batch_ = Batch{node_, spool_, acknowledged_, {}};
  sessions_.join(shared_from_this());
  send(wire::Welcome{wire::kAgentProtocol, sessions_.version_, kLease});
  io::log(io::LogLevel::Info, kPart, "agent connected",
          {{"node", node_.text()}, {"version", hello.version}, {"remote", remote()}});
}

void Session::on_record(const wire::RecordFrame& frame) {
  if (frame.sequence <= acknowledged_) {
    send(wire::Acknowledge{acknowledged_});
    return;
  }
  if (frame.sequence <= last_received_) return;
  // An acknowledgement covers everything before it, so nothing may be missing there.
  if (last_received_ != 0 && frame.sequence != last_received_ + 1)
    return break_off({ErrorKind::InvalidInput, Scope::Node, "spool of " + node_.text(),
                      "record " + std::to_string(frame.sequence) + " came after " +
                          std::to_string(last_received_),
                      "the agent sends its spool again, in order"});
  last_received_ = frame.sequence;
  batch_.last_sequence = frame.sequence;
  take_record(frame);
  if (is_batch_posted_) return;
  is_batch_posted_ = true;
  loop_.post([self = shared_from_this()] { self->store_batch(); });
}

void Session::take_record(const wire::RecordFrame& frame) {
  auto record = wire::parse_record(frame.record);
  if (record) {
    batch_.records.push_back(std::move(*record));
    return;
  }
  // It will be no better next time, and would keep every record behind it away.
  io::log(io::LogLevel::Error, kPart, "record skipped",
          {{"node", node_.text()},
           {"sequence", std::to_string(frame.sequence)},
           {"cause", to_line(record.error())}});
}

void Session::store_batch() {
  is_batch_posted_ = false;
  if (is_closed_ || !has_unstored()) return;
  const Result<void> stored =
      batch_.records.empty() ? Result<void>() : sessions_.listener_->on_records(batch_);
  if (!stored && stored.error().kind == ErrorKind::Unavailable) {
    io::log(io::LogLevel::Error, kPart, "records cannot be stored now",
            {{"node", node_.text()}, {"cause", to_line(stored.error())}});
    is_batch_posted_ = true;
    loop_.call_after(kStoreRetry, [self = shared_from_this()] { self->store_batch(); });
    return;
  }
  if (!stored) return break_off(stored.error());
  acknowledged_ = batch_.last_sequence;
  batch_.records.clear();
  send(wire::Acknowledge{acknowledged_});
  if (is_ready_pending_) on_ready();
}

void Session::on_ready() {
  is_ready_pending_ = has_unstored();
  if (is_ready_pending_ || is_ready_) return;
  is_ready_ = true;
  sessions_.listener_->on_ready(node_);
}

}  // namespace busbar::controller
