#include <boost/asio/write.hpp>
#include <boost/beast/core/string.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <cmath>
#include <exception>
#include <stdexcept>

#include "io/http/connection_impl.h"
#include "io/http/text.h"
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

constexpr std::size_t kReadBytes = 65536;

std::chrono::steady_clock::duration to_duration(Seconds time) {
  return std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(time.value()));
}

std::string text_of(const tcp::socket& socket) {
  ErrorCode error;
  const auto end = socket.remote_endpoint(error);
  return error ? "unknown" : end.address().to_string() + ":" + std::to_string(end.port());
}

std::size_t fields_bytes(const http::fields& fields) {
  std::size_t bytes = 0;
  for (const auto& field : fields) bytes += field.name_string().size() + field.value().size();
  return bytes;
}

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

}  // namespace

Connection::Connection(std::shared_ptr<Core> core, tcp::socket socket)
    : core_(std::move(core)),
      socket_(std::move(socket)),
      deadline_(socket_.get_executor()),
      remote_(text_of(socket_)) {
  core_->connections.insert(this);
}

Connection::~Connection() {
  core_->connections.erase(this);
  core_->left();
}

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
  if (!beast::iequals(parser_->get()[http::field::expect], "100-continue")) return parse_body();
  write("HTTP/1.1 100 Continue\r\n\r\n", [self = shared_from_this()] { self->parse_body(); });
}

void Connection::read_body() {
  socket_.async_read_some(buffer_.prepare(kReadBytes),
                          [self = shared_from_this()](ErrorCode error, std::size_t received) {
                            if (error) return self->on_read_error(error);
                            self->buffer_.commit(received);
                            self->parse_body();
                          });
}

// Beast's own read of a body neither limits the fields after a chunked body nor survives one that
// is too long: it throws out of the loop. So the body is handed to the parser here.
void Connection::parse_body() {
  ErrorCode error;
  try {
    parser_->eager(true);
    if (!parser_->is_done()) buffer_.consume(parser_->put(buffer_.data(), error));
  } catch (const std::length_error&) {
    error = http::error::header_limit;
  }
  const bool is_cut = error == http::error::need_more;
  if (error && !is_cut) return on_read_error(error);
  // What the parser leaves is an unfinished line of a chunk or the fields after the last one.
  if ((is_cut && buffer_.size() > core_->limits.header_bytes_max) ||
      (parser_->chunked() && fields_bytes(parser_->get()) > core_->limits.header_bytes_max))
    return on_read_error(http::error::header_limit);
  if (!parser_->is_done()) return read_body();
  deadline_.cancel();
  dispatch(parser_->release());
}

void Connection::on_read_error(ErrorCode error) {
  if (state_ == State::Closed) return;
  if (is_timed_out_ && parser_->got_some())
    return refuse(problem(408, "the request did not arrive in time", "request",
                          "send all of it within " +
                              std::to_string(std::lround(core_->limits.idle_max.value())) + " s"));
  if (error == http::error::body_limit)
    return refuse(problem(
        413, "a body has at most " + std::to_string(core_->limits.body_bytes_max) + " bytes",
        "request body", "send a shorter one"));
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return refuse(problem(431,
                          "the head of a request has at most " +
                              std::to_string(core_->limits.header_bytes_max) + " bytes",
                          "request head", "send fewer or shorter header fields"));
  if (error == http::error::end_of_stream || error == http::error::partial_message) return close();
  if (error.category() == make_error_code(http::error::bad_target).category())
    return refuse(problem(400, "not a valid HTTP request: " + error.message()));
  close();
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
                     core->sockets.push_back(socket);
                     socket->on_ended([weak = std::weak_ptr(core)] {
                       if (const auto to = weak.lock()) to->left();
                     });
                     if (core->handlers.on_websocket) core->handlers.on_websocket(request, socket);
                   });
}

void Connection::refuse(const HttpResponse& response) {
  is_kept_ = false;
  is_head_ = false;
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

}  // namespace busbar::io
