#pragma once
// One HTTP connection and what all connections of a server share, inside io/http.
// A connection lives by its pending operations; one request at a time, the next is read when its
// answer is out. Threads: the loop's.
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "io/async/system_loop_impl.h"
#include "io/http/server.h"
#include "io/http/websocket_impl.h"

namespace busbar::io {

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
  boost::asio::ip::tcp::acceptor acceptor;
  std::set<Connection*> connections;
  std::vector<std::weak_ptr<OwnedWebSocket>> sockets;
  bool is_draining = false;
  Loop::TimerId grace_timer = 0;
  std::function<void()> drained;
  std::weak_ptr<Core> self;
};

class Connection final : public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<Core> core, boost::asio::ip::tcp::socket socket);
  ~Connection();
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  void read();
  void refuse(const HttpResponse& response);
  void respond(HttpResponse response);
  void start_stream(HttpResponse head);
  bool write_piece(std::string piece);
  void end_stream();
  void on_stream_closed(std::function<void()> task);
  void drain();
  void close();

 private:
  using Parser = boost::beast::http::request_parser<boost::beast::http::string_body>;
  enum class State { Reading, Handling, Writing, Streaming, Closed };

  void arm(std::chrono::steady_clock::duration time, bool is_request);
  void on_head(boost::system::error_code error);
  void read_body();
  void parse_body();
  void on_read_error(boost::system::error_code error);
  void dispatch(UpgradeRequest message);
  void upgrade(HttpRequest request, UpgradeRequest message);
  void write(std::string text, std::function<void()> then);
  void write_stream();
  void watch_for_end();
  void linger();

  std::shared_ptr<Core> core_;
  boost::asio::ip::tcp::socket socket_;
  boost::asio::steady_timer deadline_;
  std::string remote_;
  boost::beast::flat_buffer buffer_;
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

}  // namespace busbar::io
