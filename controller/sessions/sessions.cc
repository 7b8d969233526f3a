#include "controller/sessions/sessions.h"

#include "controller/sessions/session.h"

namespace busbar::controller {

Sessions::Sessions(io::Loop& loop, std::string version)
    : loop_(loop), version_(std::move(version)) {}

Sessions::~Sessions() {
  for (const auto& [node, timer] : silences_) loop_.cancel(timer);
  listener_ = nullptr;
  close_all("the controller ends");
}

void Sessions::accept(std::shared_ptr<io::WebSocket> socket) {
  const auto session = std::make_shared<Session>(*this, loop_, std::move(socket));
  unnamed_.emplace(session.get(), session);
  session->start();
}

Result<std::uint64_t> Sessions::admit(Session&, const wire::Hello& hello) {
  const auto known = by_node_.find(hello.node);
  if (known != by_node_.end() && known->second->spool() != hello.spool)
    return fail({ErrorKind::Conflict, Scope::Node, "node " + hello.node.text(),
                 "another agent of this name is connected from " + known->second->remote(),
                 "give one of them another --node"});
  // The same agent again: its old connection is dead, though nobody has told us.
  if (known != by_node_.end()) known->second->close("the agent connected again");
  return listener_->on_hello(hello);
}

void Sessions::join(std::shared_ptr<Session> session) {
  unnamed_.erase(session.get());
  watch(session->node());
  by_node_[session->node()] = std::move(session);
}

void Sessions::leave(Session& session) {
  unnamed_.erase(&session);
  const auto known = by_node_.find(session.node());
  if (known == by_node_.end() || known->second.get() != &session) return;
  const NodeId node = session.node();
  by_node_.erase(known);
  if (listener_) listener_->on_disconnected(node);
}

void Sessions::heard(Session& session) {
  if (!session.node().is_empty()) watch(session.node());
}

void Sessions::watch(const NodeId& node) {
  if (const auto timer = silences_.find(node); timer != silences_.end())
    loop_.cancel(timer->second);
  silences_[node] = loop_.call_after(kSilenceMax, [this, node] {
    silences_.erase(node);
    if (const auto known = by_node_.find(node); known != by_node_.end()) {
      const std::shared_ptr<Session> session = known->second;
      session->close("nothing was heard for 15 s");
    }
    if (listener_) listener_->on_gone(node);
  });
}

bool Sessions::send(const NodeId& node, const wire::ControllerFrame& frame) {
  const auto known = by_node_.find(node);
  return known != by_node_.end() && known->second->is_ready() && known->second->send(frame);
}

bool Sessions::is_connected(const NodeId& node) const {
  return by_node_.contains(node);
}

bool Sessions::is_ready(const NodeId& node) const {
  const auto known = by_node_.find(node);
  return known != by_node_.end() && known->second->is_ready();
}

void Sessions::close(const NodeId& node, const std::string& reason) {
  if (const auto known = by_node_.find(node); known != by_node_.end()) {
    const std::shared_ptr<Session> session = known->second;
    session->close(reason);
  }
}

void Sessions::close_all(const std::string& reason) {
  const auto named = by_node_;
  for (const auto& [node, session] : named) session->close(reason);
  const auto unnamed = unnamed_;
  for (const auto& [pointer, session] : unnamed) session->close(reason);
}

}  // namespace busbar::controller
