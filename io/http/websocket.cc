#include <algorithm>
#include <boost/asio/connect.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket/rfc6455.hpp>
#include <boost/beast/websocket/stream.hpp>
#include <deque>
#include <utility>

#include "io/async/system_loop_impl.h"
#include "io/http/client.h"
#include "io/http/websocket_impl.h"
#include "io/log/log.h"

namespace busbar::io {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace websocket = beast::websocket;
using tcp = net::ip::tcp;
using Stream = websocket::stream<tcp::socket>;
using ErrorCode = boost::system::error_code;

// For the name, the connection and the handshake together.
constexpr std::chrono::seconds kConnectMax{10};
// For the other side to answer a close.
constexpr std::chrono::seconds kCloseMax{3};
// A close frame holds 123 bytes of reason.
constexpr std::size_t kReasonBytesMax = 120;

void configure(Stream& stream, const HttpLimits& limits) {
  const auto silence = std::chrono::duration_cast<std::chrono::steady_clock::duration>(
      std::chrono::duration<double>(2.0 * limits.websocket_ping.value()));
  // Beast pings at half of the idle time and closes at the whole.
  stream.set_option(websocket::stream_base::timeout{kConnectMax, silence, true});
  stream.read_message_max(limits.message_bytes_max);
  stream.text(true);
}

std::string address_of(const tcp::socket& socket) {
  ErrorCode error;
  const auto end = socket.remote_endpoint(error);
  if (error) return "unknown";
  return end.address().to_string() + ":" + std::to_string(end.port());
}

class Socket final : public OwnedWebSocket, public std::enable_shared_from_this<Socket> {
 public:
  Socket(Stream stream, const HttpLimits& limits)
      : stream_(std::move(stream)),
        timer_(stream_.get_executor()),
        unsent_max_(limits.unsent_bytes_max),
        remote_(address_of(stream_.next_layer())) {}

  void start() { read(); }
  void accept(UpgradeRequest request, std::function<void(std::shared_ptr<OwnedWebSocket>)> done);
  bool send(std::string text) override;
  void close(std::string reason) override;
  void abort(std::string reason) override;
  void on_message(std::function<void(std::string)> task) override { on_message_ = std::move(task); }
  void on_closed(std::function<void(std::string)> task) override { on_closed_ = std::move(task); }
  std::string remote() const override { return remote_; }
  bool is_ended() const override { return is_ended_; }
  void on_ended(std::function<void()> task) override { on_ended_ = std::move(task); }

 private:
  void read();
  void on_read(ErrorCode error);
  void write();
  void send_close();
  void end(const std::string& reason);

  Stream stream_;
  net::steady_timer timer_;
  std::size_t unsent_max_;
  std::string remote_;
  beast::flat_buffer buffer_;
  std::deque<std::string> unsent_;
  std::size_t unsent_bytes_ = 0;
  std::string reason_;  // of our own close
  bool is_closing_ = false;
  bool is_writing_ = false;
  bool is_ended_ = false;
  std::function<void(std::string)> on_message_;
  std::function<void(std::string)> on_closed_;
  std::function<void()> on_ended_;
};

void Socket::accept(UpgradeRequest request,
                    std::function<void(std::shared_ptr<OwnedWebSocket>)> done) {
  const auto kept = std::make_shared<UpgradeRequest>(std::move(request));
  stream_.async_accept(*kept, [self = shared_from_this(), kept, done](ErrorCode error) {
    if (error) {
      self->end(error.message());
      return done(nullptr);
    }
    done(self);
    if (!self->is_ended_) self->read();
  });
}

bool Socket::send(std::string text) {
  if (is_closing_ || is_ended_) return false;
  if (unsent_bytes_ + text.size() > unsent_max_) {
    abort("more than " + std::to_string(unsent_max_) + " bytes unsent");
    return false;
  }
  unsent_bytes_ += text.size();
  unsent_.push_back(std::move(text));
  if (!is_writing_) write();
  return true;
}

void Socket::write() {
  is_writing_ = true;
  stream_.async_write(net::buffer(unsent_.front()),
                      [self = shared_from_this()](ErrorCode error, std::size_t) {
                        self->is_writing_ = false;
                        self->unsent_bytes_ -= self->unsent_.front().size();
                        self->unsent_.pop_front();
                        if (error) return self->end(error.message());
                        if (!self->unsent_.empty()) return self->write();
                        if (self->is_closing_) self->send_close();
                      });
}

void Socket::close(std::string reason) {
  if (is_closing_ || is_ended_) return;
  is_closing_ = true;
  reason_ = std::move(reason);
  timer_.expires_after(kCloseMax);
  timer_.async_wait([self = shared_from_this()](ErrorCode error) {
    if (!error) self->end(self->reason_);
  });
  if (!is_writing_) send_close();
}

void Socket::send_close() {
  websocket::close_reason reason(websocket::close_code::normal);
  reason.reason = beast::string_view(reason_.data(), std::min(reason_.size(), kReasonBytesMax));
  stream_.async_close(reason, [self = shared_from_this()](ErrorCode) { self->end(self->reason_); });
}

void Socket::abort(std::string reason) {
  end(reason);
}

void Socket::read() {
  stream_.async_read(
      buffer_, [self = shared_from_this()](ErrorCode error, std::size_t) { self->on_read(error); });
}

void Socket::on_read(ErrorCode error) {
  if (is_ended_) return;
  if (error) {
    if (is_closing_) return;  // the close that we sent ends it
    const std::string said(stream_.reason().reason.c_str());
    return end(error == websocket::error::closed && !said.empty() ? said : error.message());
  }
  std::string text = beast::buffers_to_string(buffer_.data());
  buffer_.consume(buffer_.size());
  if (stream_.got_binary()) return close("text frames only");
  const auto task = on_message_;
  if (task && !is_closing_) task(std::move(text));
  if (!is_ended_ && !is_closing_) read();
}

void Socket::end(const std::string& reason) {
  if (std::exchange(is_ended_, true)) return;
  timer_.cancel();
  ErrorCode ignored;
  stream_.next_layer().close(ignored);
  on_message_ = nullptr;
  const auto kept = shared_from_this();  // the tasks may drop the last handle
  const auto closed = std::exchange(on_closed_, nullptr);
  const auto ended = std::exchange(on_ended_, nullptr);
  if (closed) closed(reason);
  if (ended) ended();
}

// One attempt of a client: resolve, connect, handshake, each step under one deadline.
class Connecting final : public std::enable_shared_from_this<Connecting> {
 public:
  Connecting(net::io_context& context, Url url, HttpLimits limits, ConnectHandlers handlers)
      : resolver_(context),
        stream_(context),
        timer_(context),
        url_(std::move(url)),
        limits_(limits),
        handlers_(std::move(handlers)) {}

  void start(const Headers& headers);

 private:
  void connect(const tcp::resolver::results_type& found);
  void handshake();
  void on_handshake(ErrorCode error);
  void fail_with(ErrorKind kind, std::string what);

  tcp::resolver resolver_;
  Stream stream_;
  net::steady_timer timer_;
  Url url_;
  HttpLimits limits_;
  ConnectHandlers handlers_;
  websocket::response_type response_;
  bool is_done_ = false;
};

void Connecting::start(const Headers& headers) {
  configure(stream_, limits_);
  stream_.set_option(websocket::stream_base::decorator([headers](websocket::request_type& to) {
    for (const auto& [name, value] : headers) to.set(name, value);
  }));
  timer_.expires_after(kConnectMax);
  timer_.async_wait([self = shared_from_this()](ErrorCode error) {
    if (!error) self->fail_with(ErrorKind::Unavailable, "no answer within 10 s");
  });
  resolver_.async_resolve(url_.host, url_.port,
                          [self = shared_from_this()](ErrorCode error, auto found) {
                            if (error)
                              return self->fail_with(ErrorKind::Unavailable, error.message());
                            self->connect(found);
                          });
}

void Connecting::connect(const tcp::resolver::results_type& found) {
  if (is_done_) return;
  net::async_connect(stream_.next_layer(), found,
                     [self = shared_from_this()](ErrorCode error, const tcp::endpoint&) {
                       if (error) return self->fail_with(ErrorKind::Unavailable, error.message());
                       self->handshake();
                     });
}

void Connecting::handshake() {
  if (is_done_) return;
  ErrorCode ignored;
  stream_.next_layer().set_option(tcp::no_delay(true), ignored);
  stream_.async_handshake(
      response_, url_.host + ":" + url_.port, url_.target,
      [self = shared_from_this()](ErrorCode error) { self->on_handshake(error); });
}

void Connecting::on_handshake(ErrorCode error) {
  if (error == websocket::error::upgrade_declined)
    return fail_with(ErrorKind::Incompatible,
                     "answered " + std::to_string(response_.result_int()) + " to the upgrade");
  if (error && error.category() == net::error::get_system_category())
    return fail_with(ErrorKind::Unavailable, error.message());
  if (error) return fail_with(ErrorKind::Incompatible, error.message());
  if (std::exchange(is_done_, true)) return;
  timer_.cancel();
  auto socket = std::make_shared<Socket>(std::move(stream_), limits_);
  const auto handlers = std::exchange(handlers_, {});
  if (handlers.on_open) handlers.on_open(socket);
  socket->start();
}

void Connecting::fail_with(ErrorKind kind, std::string what) {
  if (std::exchange(is_done_, true)) return;
  timer_.cancel();
  resolver_.cancel();
  ErrorCode ignored;
  stream_.next_layer().close(ignored);
  const auto handlers = std::exchange(handlers_, {});
  const char* remedy = kind == ErrorKind::Incompatible
                           ? "check that the address is that of a Busbar controller"
                           : "check the address and that the controller runs";
  if (handlers.on_error)
    handlers.on_error({kind, Scope::Node, url_.host + ":" + url_.port, std::move(what), remedy});
}

}  // namespace

void accept_websocket(Acceptance acceptance,
                      std::function<void(std::shared_ptr<OwnedWebSocket>)> done) {
  Stream stream(std::move(acceptance.socket));
  configure(stream, acceptance.limits);
  auto socket = std::make_shared<Socket>(std::move(stream), acceptance.limits);
  socket->accept(std::move(acceptance.request), std::move(done));
}

void connect_websocket(SystemLoop& loop, const std::string& text, Headers headers,
                       HttpLimits limits, ConnectHandlers handlers) {
  Result<Url> url = parse_url(text);
  if (!url) {
    loop.post([handlers = std::move(handlers), error = url.error()] { handlers.on_error(error); });
    return;
  }
  std::make_shared<Connecting>(loop.impl().context, *url, limits, std::move(handlers))
      ->start(headers);
}

}  // namespace busbar::io
