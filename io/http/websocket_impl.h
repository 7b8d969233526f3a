#pragma once
// WebSocket connections over Beast, for the server and the client inside io/http.
// Threads: the loop's.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>
#include <memory>

#include "io/http/server.h"

namespace busbar::io {

// A socket whose owner also ends it without ceremony.
class OwnedWebSocket : public WebSocket {
 public:
  virtual void abort(std::string reason) = 0;  // at once, without a close frame
  virtual bool is_ended() const = 0;
  virtual void on_ended(std::function<void()> task) = 0;  // once, after `on_closed`
};

using UpgradeRequest = boost::beast::http::request<boost::beast::http::string_body>;
struct Acceptance {
  boost::asio::ip::tcp::socket socket;
  UpgradeRequest request;
  HttpLimits limits;
};
// Calls back with the open socket, or with none if the handshake failed.
void accept_websocket(Acceptance acceptance,
                      std::function<void(std::shared_ptr<OwnedWebSocket>)> done);

}  // namespace busbar::io
