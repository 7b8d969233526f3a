#include "tests/support/fake_web_socket.h"

namespace busbar {

FakeWebSocket::Pair FakeWebSocket::make_pair(io::Loop& loop) {
  Pair pair{std::make_shared<FakeWebSocket>(loop), std::make_shared<FakeWebSocket>(loop)};
  pair.first->peer_ = pair.second;
  pair.second->peer_ = pair.first;
  return pair;
}

bool FakeWebSocket::send(std::string text) {
  if (!is_open_) return false;
  loop_.post([to = peer_, text = std::move(text)] {
    const auto peer = to.lock();
    if (!peer || !peer->is_open_ || peer->is_stalled_) return;
    const auto task = peer->on_message_;
    if (task) task(text);
  });
  return true;
}

void FakeWebSocket::end(const std::string& reason) {
  if (!is_open_) return;
  is_open_ = false;
  close_reason_ = reason;
  // Handlers hold their owner: what is over must not keep it alive.
  const auto task = std::move(on_closed_);
  on_closed_ = nullptr;
  on_message_ = nullptr;
  if (task) task(reason);
}

void FakeWebSocket::close(std::string reason) {
  if (!is_open_) return;
  loop_.post([to = peer_, reason] {
    if (const auto peer = to.lock(); peer && !peer->is_stalled_) peer->end(reason);
  });
  end(reason);
}

void FakeWebSocket::cut() {
  const auto self = shared_from_this();
  const auto peer = peer_.lock();
  end("cut");
  if (peer) peer->end("cut");
}

void FakeWebSocket::stall() {
  is_stalled_ = true;
  if (const auto peer = peer_.lock()) peer->is_stalled_ = true;
}

}  // namespace busbar
