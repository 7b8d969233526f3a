#include "io/http/server.h"

#include <utility>

#include "io/http/connection_impl.h"
#include "io/http/text.h"

namespace busbar::io {
namespace {

namespace net = boost::asio;
using tcp = net::ip::tcp;
using ErrorCode = boost::system::error_code;

template <class Task>
void for_each_connection(Core& core, Task task) {
  std::vector<std::shared_ptr<Connection>> all;
  for (Connection* connection : core.connections)
    if (auto kept = connection->weak_from_this().lock()) all.push_back(std::move(kept));
  for (const auto& connection : all) task(*connection);
}

}  // namespace

void Core::accept() {
  acceptor.async_accept([core = self.lock()](ErrorCode error, tcp::socket socket) {
    if (!core->acceptor.is_open()) return;
    if (!error) {
      socket.set_option(tcp::no_delay(true), error);
      const bool is_full = core->connections.size() >= core->limits.connections_max;
      const auto connection = std::make_shared<Connection>(core, std::move(socket));
      if (is_full)
        connection->refuse(problem(503, "too many connections"));
      else
        connection->read();
      return core->accept();
    }
    // Out of descriptors, most likely: waiting lets some be closed.
    core->loop.call_after(Seconds(0.1), [core] {
      if (core->acceptor.is_open()) core->accept();
    });
  });
}

bool Core::is_empty() {
  std::erase_if(sockets, [](const auto& weak) {
    const auto socket = weak.lock();
    return !socket || socket->is_ended();
  });
  return connections.empty() && sockets.empty();
}

void Core::left() {
  const bool is_last = is_empty();  // also forgets sockets that ended
  if (!drained || !is_last) return;
  loop.cancel(grace_timer);
  loop.post(std::exchange(drained, nullptr));
}

void Core::close_all() {
  ErrorCode ignored;
  acceptor.close(ignored);
  for_each_connection(*this, [](Connection& connection) { connection.close(); });
  for (const auto& weak : std::exchange(sockets, {}))
    if (const auto socket = weak.lock()) socket->abort("the server ended");
}

void Core::drain(Seconds grace, std::function<void()> task) {
  ErrorCode ignored;
  acceptor.close(ignored);
  is_draining = true;
  drained = std::move(task);
  const auto core = self.lock();
  grace_timer = loop.call_after(grace, [core] {
    core->close_all();
    if (core->drained) core->loop.post(std::exchange(core->drained, nullptr));
  });
  for_each_connection(*this, [](Connection& connection) { connection.drain(); });
  for (const auto& weak : std::vector(sockets))
    if (const auto socket = weak.lock()) socket->close("the server stops");
  left();
}

namespace {

class Server final : public HttpServer {
 public:
  explicit Server(std::shared_ptr<Core> core) : core_(std::move(core)) {}
  ~Server() override {
    core_->loop.cancel(core_->grace_timer);
    core_->drained = nullptr;
    core_->close_all();
    core_->handlers = {};
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;
  std::uint16_t port() const override { return port_; }
  void drain(Seconds grace, std::function<void()> task) override {
    core_->drain(grace, std::move(task));
  }

 private:
  std::shared_ptr<Core> core_;
  std::uint16_t port_ = core_->acceptor.local_endpoint().port();
};

Error listen_error(const std::string& where, ErrorCode error) {
  if (error == net::error::address_in_use)
    return {ErrorKind::Unavailable, Scope::Process, where, "the port is in use",
            "stop the other program or choose another port with --listen"};
  return {ErrorKind::Unavailable, Scope::Process, where, "cannot listen: " + error.message(),
          "choose an address of this machine and a port that this user may take with --listen"};
}

}  // namespace

Result<std::unique_ptr<HttpServer>> HttpServer::listen(SystemLoop& loop, const std::string& address,
                                                       std::uint16_t port, HttpHandlers handlers,
                                                       HttpLimits limits) {
  const std::string where = address + ":" + std::to_string(port);
  ErrorCode error;
  const tcp::endpoint endpoint(net::ip::make_address(address, error), port);
  if (error)
    return fail({ErrorKind::InvalidInput, Scope::Process, where, "not an IP address",
                 "give one such as 127.0.0.1:8080"});
  auto core = std::make_shared<Core>(loop, std::move(handlers), limits);
  core->self = core;
  core->acceptor.open(endpoint.protocol(), error);
  if (!error) core->acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) core->acceptor.bind(endpoint, error);
  if (!error) core->acceptor.listen(tcp::acceptor::max_listen_connections, error);
  if (error) return fail(listen_error(where, error));
  core->accept();
  return std::make_unique<Server>(std::move(core));
}

}  // namespace busbar::io
