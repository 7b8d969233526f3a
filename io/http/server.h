#pragma once
// HTTP/1.1 and WebSocket server. Beast stays in server.cc.
// Every request is answered exactly once through its Exchange, at once or later; one that is
// dropped unanswered is answered with 500. Responses are gzipped here where the client accepts it
// and they are at least 1 KiB. Errors: a port in use or an address that cannot be bound comes back
// from `listen` with place and remedy.
//   Requests over a limit are answered here (413, 431, 408) and never reach the handler.
// Threads: everything on the loop's thread; no exchange, stream or socket may outlive the loop.
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/error/result.h"
#include "io/async/system_loop.h"
#include "io/http/message.h"

namespace busbar::io {

// A response body sent piece by piece, such as server-sent events.
class ResponseStream {
 public:
  virtual ~ResponseStream() = default;
  // False: the client is gone or has more than the limit unread; nothing was queued and the stream
  // is closed.
  virtual bool write(std::string piece) = 0;
  virtual void close() = 0;
  virtual void on_closed(std::function<void()> task) = 0;  // once, whoever closes
};

class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual void respond(HttpResponse response) = 0;
  // Sends the head of the response now; the body follows on the stream. Never gzipped.
  virtual std::shared_ptr<ResponseStream> stream(HttpResponse head) = 0;
};

// One WebSocket connection, server's or client's side, text frames only.
class WebSocket {
 public:
  virtual ~WebSocket() = default;
  // False: closed, or more than the limit unsent; nothing was queued.
  virtual bool send(std::string text) = 0;
  virtual void close(std::string reason) = 0;
  virtual void on_message(std::function<void(std::string text)> task) = 0;
  virtual void on_closed(std::function<void(std::string reason)> task) = 0;  // once, whoever closes
  virtual std::string remote() const = 0;
};

struct HttpLimits {
  std::size_t body_bytes_max = 8u << 20;  // a matrix of explicit sizes fits many times over
  std::size_t header_bytes_max = 32u << 10;
  std::size_t connections_max = 1024;
  std::size_t unsent_bytes_max =
      8u << 20;  // per stream or socket: a slow reader is dropped, not buffered for ever
  std::size_t message_bytes_max = 8u << 20;  // one WebSocket message
  Seconds idle_max{75.0};  // between requests of a kept connection, and for a request to arrive
  Seconds websocket_ping{15.0};  // and closed after two without an answer
};

struct HttpHandlers {
  std::function<void(HttpRequest, std::shared_ptr<Exchange>)> on_request;
  // Called for an upgrade; returns the refusal or, with status 101, accepts and gets the socket.
  std::function<HttpResponse(const HttpRequest&)> admit_websocket;
  std::function<void(HttpRequest, std::shared_ptr<WebSocket>)> on_websocket;
};

class HttpServer {
 public:
  virtual ~HttpServer() = default;  // closes everything
  virtual std::uint16_t port() const = 0;
  // Takes no new connections; calls the task when those in use are done, at latest after the grace.
  virtual void drain(Seconds grace, std::function<void()> task) = 0;

  // Port 0 takes a free one.
  static Result<std::unique_ptr<HttpServer>> listen(SystemLoop& loop, const std::string& address,
                                                    std::uint16_t port, HttpHandlers handlers,
                                                    HttpLimits limits = {});
};

}  // namespace busbar::io
