#include "io/http/server.h"

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <exception>
#include <optional>
#include <set>
#include <utility>

#include "io/async/system_loop_impl.h"
#include "io/http/text.h"
#include "io/http/websocket_impl.h"
#include "io/log/log.h"

namespace busbar::io {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = net::ip::tcp;
using ErrorCode = boost::system::error_code;

// After a refusal the rest of the request is read so long, or the reset would swallow the answer.
constexpr std::chrono::seconds kLingerMax{2};

class Connection;

// What all connections of a server share; lives until the last of them is gone.
struct Core {
  Core(SystemLoop& on, HttpHandlers to, HttpLimits within)
      : loop(on), handlers(std::move(to)), limits(within), acceptor(on.impl().context) {}
  void accept();
  void left();
  void close_all();
  void drain(Seconds grace, std::function<void()> task);
  bool is_empty();

  SystemLoop& loop;
  HttpHandlers handlers;
  HttpLimits limits;
  tcp::acceptor acceptor;
  std::set<Connection*> connections;
  std::vector<std::weak_ptr<OwnedWebSocket>> sockets;
  bool is_draining = false;
  Loop::TimerId grace_timer = 0;
  std::function<void()> drained;
  std::weak_ptr<Core> self;
};

std::chrono::steady_clock::duration to_duration(Seconds time) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(time.value()));
}

std::string text_of(const tcp::socket& socket) {
  ErrorCode error;
  const auto end = socket.remote_endpoint(error);
  return error ? "unknown" : end.address().to_string() + ":" + std::to_string(end.port());
}

class Connection final : public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<Core> core, tcp::socket socket)
      : core_(std::move(core)),
        socket_(std::move(socket)),
        deadline_(socket_.get_executor()),
        remote_(text_of(socket_)) {
    core_->connections.insert(this);
  }
  ~Connection() {
    core_->connections.erase(this);
    core_->left();
  }
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void read();
  void refuse(int status, std::string detail);
  void respond(HttpResponse response);
  void start_stream(HttpResponse head);
  bool write_piece(std::string piece);
  void end_stream();
  void on_stream_closed(std::function<void()> task);
  void drain();
  void close();

 private:
  using Parser = http::request_parser<http::string_body>;
  enum class State { Reading, Handling, Writing, Streaming, Closed };

  void arm(std::chrono::steady_clock::duration time, bool is_request);
  void on_head(ErrorCode error);
  void on_body(ErrorCode error);
  void on_read_error(ErrorCode error);
  void dispatch(UpgradeRequest message);
  void upgrade(HttpRequest request, UpgradeRequest message);
  void write(std::string text, std::function<void()> then);
  void write_stream();
  void watch_for_end();
  void linger();

  std::shared_ptr<Core> core_;
  tcp::socket socket_;
  net::steady_timer deadline_;
  std::string remote_;
  beast::flat_buffer buffer_;
  std::optional<Parser> parser_;
  State state_ = State::Reading;
  bool is_timed_out_ = false;
  bool is_kept_ = true;
  bool is_head_ = false;
  Headers request_headers_;
  std::string outgoing_;
  std::string unsent_;
  bool is_stream_writing_ = false;
  bool is_stream_ending_ = false;
  std::function<void()> on_stream_closed_;
  char scratch_[4096];
};

class Stream final : public ResponseStream {
 public:
  explicit Stream(std::shared_ptr<Connection> to) : connection_(std::move(to)) {}
  ~Stream() override { connection_->end_stream(); }
  bool write(std::string piece) override { return connection_->write_piece(std::move(piece)); }
  void close() override { connection_->end_stream(); }
  void on_closed(std::function<void()> task) override {
    connection_->on_stream_closed(std::move(task));
  }

 private:
  std::shared_ptr<Connection> connection_;
};

class Answer final : public Exchange {
 public:
  explicit Answer(std::shared_ptr<Connection> to) : connection_(std::move(to)) {}
  ~Answer() override { respond(problem(500, "the request was left without an answer")); }
  void respond(HttpResponse response) override {
    if (const auto to = std::exchange(connection_, nullptr)) to->respond(std::move(response));
  }
  std::shared_ptr<ResponseStream> stream(HttpResponse head) override {
    const auto to = std::exchange(connection_, nullptr);
    if (!to) return nullptr;
    to->start_stream(std::move(head));
    return std::make_shared<Stream>(to);
  }

 private:
  std::shared_ptr<Connection> connection_;
};

void Connection::arm(std::chrono::steady_clock::duration time, bool is_request) {
  is_timed_out_ = false;
  deadline_.expires_after(time);
  deadline_.async_wait([weak = weak_from_this(), is_request](ErrorCode error) {
    const auto self = weak.lock();
    if (error || !self) return;
    self->is_timed_out_ = true;
    ErrorCode ignored;
    if (!is_request) return self->close();
    self->socket_.cancel(ignored);
  });
}

void Connection::read() {
  if (core_->is_draining && buffer_.size() == 0) return close();
  state_ = State::Reading;
  parser_.emplace();
  parser_->body_limit(core_->limits.body_bytes_max);
  parser_->header_limit(static_cast<std::uint32_t>(core_->limits.header_bytes_max));
  arm(to_duration(core_->limits.idle_max), true);
  http::async_read_header(
      socket_, buffer_, *parser_,
      [self = shared_from_this()](ErrorCode error, std::size_t) { self->on_head(error); });
}

void Connection::on_head(ErrorCode error) {
  if (error) return on_read_error(error);
  const auto read_body = [self = shared_from_this()] {
    http::async_read(self->socket_, self->buffer_, *self->parser_,
                     [self](ErrorCode failed, std::size_t) { self->on_body(failed); });
  };
  if (!beast::iequals(parser_->get()[http::field::expect], "100-continue")) return read_body();
  write("HTTP/1.1 100 Continue\r\n\r\n", read_body);
}

void Connection::on_read_error(ErrorCode error) {
  if (state_ == State::Closed) return;
  if (is_timed_out_ && parser_->got_some())
    return refuse(408, "the request did not arrive in time");
  if (error == http::error::body_limit)
    return refuse(413,
                  "a body has at most " + std::to_string(core_->limits.body_bytes_max) + " bytes");
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return refuse(431, "the head of a request has at most " +
                           std::to_string(core_->limits.header_bytes_max) + " bytes");
  if (error == http::error::end_of_stream || error == http::error::partial_message) return close();
  if (error.category() == make_error_code(http::error::bad_target).category())
    return refuse(400, "not a valid HTTP request: " + error.message());
  close();
}

void Connection::on_body(ErrorCode error) {
  if (error) return on_read_error(error);
  deadline_.cancel();
  dispatch(parser_->release());
}

void Connection::dispatch(UpgradeRequest message) {
  state_ = State::Handling;
  is_kept_ = message.keep_alive() && message.version() == 11;
  is_head_ = message.method() == http::verb::head;
  HttpRequest request;
  request.method = std::string(message.method_string());
  request.remote = remote_;
  for (const auto& field : message)
    request.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
  request_headers_ = request.headers;
  const auto target = parse_target({message.target().data(), message.target().size()});
  if (!target) return respond(problem(400, "the target is not a valid path"));
  request.path = target->path;
  request.query = target->query;
  if (beast::websocket::is_upgrade(message)) return upgrade(std::move(request), std::move(message));
  request.body = std::move(message.body());
  const auto answer = std::make_shared<Answer>(shared_from_this());
  try {
    if (core_->handlers.on_request) core_->handlers.on_request(std::move(request), answer);
  } catch (const std::exception& fault) {
    log(LogLevel::Error, "io.http", "handler failed", {{"cause", fault.what()}});
    answer->respond(problem(500, "an internal error; the log has the cause"));
  }
}

void Connection::upgrade(HttpRequest request, UpgradeRequest message) {
  HttpResponse verdict = problem(404, "no WebSocket here");
  if (core_->handlers.admit_websocket) verdict = core_->handlers.admit_websocket(request);
  if (verdict.status != 101) return respond(std::move(verdict));
  state_ = State::Closed;
  deadline_.cancel();
  accept_websocket({std::move(socket_), std::move(message), core_->limits},
                   [core = core_, request](const std::shared_ptr<OwnedWebSocket>& socket) {
                     if (!socket) return;
                     std::erase_if(core->sockets, [](const auto& s) { return s.expired(); });
                     core->sockets.push_back(socket);
                     if (core->handlers.on_websocket) core->handlers.on_websocket(request, socket);
                   });
}

void Connection::refuse(int status, std::string detail) {
  is_kept_ = false;
  is_head_ = false;
  const HttpResponse response = problem(status, detail);
  state_ = State::Writing;
  write(head_text(response, {BodyFraming::Length, false}) + response.body,
        [self = shared_from_this()] { self->linger(); });
}

void Connection::respond(HttpResponse response) {
  if (state_ != State::Handling) return;
  state_ = State::Writing;
  if (core_->is_draining) is_kept_ = false;
  gzip_if_worth_it(request_headers_, response);
  std::string text = head_text(response, {BodyFraming::Length, is_kept_});
  if (!is_head_ && response.status != 204 && response.status != 304) text += response.body;
  write(std::move(text), [self = shared_from_this()] {
    if (self->is_kept_) return self->read();
    self->linger();
  });
}

void Connection::write(std::string text, std::function<void()> then) {
  outgoing_ = std::move(text);
  arm(to_duration(core_->limits.idle_max), false);
  net::async_write(
      socket_, net::buffer(outgoing_),
      [self = shared_from_this(), then = std::move(then)](ErrorCode error, std::size_t) {
        self->deadline_.cancel();
        if (error) return self->close();
        then();
      });
}

void Connection::linger() {
  ErrorCode error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  if (error) return close();
  arm(kLingerMax, false);
  watch_for_end();
}

// Reads and forgets; the end of the stream or any error closes.
void Connection::watch_for_end() {
  socket_.async_read_some(net::buffer(scratch_),
                          [self = shared_from_this()](ErrorCode error, std::size_t) {
                            if (error) return self->close();
                            self->watch_for_end();
                          });
}

void Connection::start_stream(HttpResponse head) {
  if (state_ != State::Handling) return;
  state_ = State::Streaming;
  unsent_ = head_text(head, {BodyFraming::Chunked, false});
  if (is_head_) is_stream_ending_ = true;
  watch_for_end();
  write_stream();
}

bool Connection::write_piece(std::string piece) {
  if (state_ != State::Streaming || is_stream_ending_) return false;
  if (outgoing_.size() + unsent_.size() + piece.size() > core_->limits.unsent_bytes_max) {
    close();
    return false;
  }
  if (!piece.empty()) unsent_ += chunk_text(piece);
  if (!is_stream_writing_) write_stream();
  return true;
}

void Connection::write_stream() {
  outgoing_ = std::exchange(unsent_, {});
  if (outgoing_.empty()) {
    if (is_stream_ending_) close();
    return;
  }
  is_stream_writing_ = true;
  net::async_write(socket_, net::buffer(outgoing_),
                   [self = shared_from_this()](ErrorCode error, std::size_t) {
                     self->is_stream_writing_ = false;
                     self->outgoing_.clear();
                     if (error) return self->close();
                     self->write_stream();
                   });
}

void Connection::end_stream() {
  if (state_ != State::Streaming || std::exchange(is_stream_ending_, true)) return;
  unsent_ += "0\r\n\r\n";
  arm(to_duration(core_->limits.idle_max), false);
  if (!is_stream_writing_) write_stream();
}

void Connection::on_stream_closed(std::function<void()> task) {
  if (state_ != State::Closed) {
    on_stream_closed_ = std::move(task);
    return;
  }
  core_->loop.post(std::move(task));
}

void Connection::drain() {
  if (state_ == State::Streaming) return end_stream();
  if (state_ == State::Reading && !parser_->got_some()) close();
}

void Connection::close() {
  if (std::exchange(state_, State::Closed) == State::Closed) return;
  ErrorCode ignored;
  deadline_.cancel();
  socket_.close(ignored);
  const auto task = std::exchange(on_stream_closed_, nullptr);
  if (task) task();
}

void Core::accept() {
  acceptor.async_accept([core = self.lock()](ErrorCode error, tcp::socket socket) {
    if (!core->acceptor.is_open()) return;
    if (!error) {
      socket.set_option(tcp::no_delay(true), error);
      const bool is_full = core->connections.size() >= core->limits.connections_max;
      const auto connection = std::make_shared<Connection>(core, std::move(socket));
      if (is_full)
        connection->refuse(503, "too many connections");
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
  std::erase_if(sockets, [](const auto& socket) { return socket.expired(); });
  return connections.empty() && sockets.empty();
}

void Core::left() {
  if (!drained || !is_empty()) return;
  loop.cancel(grace_timer);
  loop.post(std::exchange(drained, nullptr));
}

template <class Task>
void for_each_connection(Core& core, Task task) {
  std::vector<std::shared_ptr<Connection>> all;
  for (Connection* connection : core.connections)
    if (auto kept = connection->weak_from_this().lock()) all.push_back(std::move(kept));
  for (const auto& connection : all) task(*connection);
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
