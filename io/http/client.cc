#include "io/http/client.h"

#include <algorithm>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>
#include <chrono>
#include <utility>

namespace busbar::io {
namespace {

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using tcp = net::ip::tcp;
using ErrorCode = boost::system::error_code;
using Clock = std::chrono::steady_clock;
using Parser = http::response_parser<http::buffer_body>;

// How often the caller of a silent stream is asked whether it goes on.
constexpr std::chrono::milliseconds kTick{200};
constexpr std::uint64_t kBodyBytesMax = 1u << 30;

Clock::duration to_duration(Seconds time) {
  return std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(time.value()));
}

// One request on one connection. Asks `keep_going` while it waits.
class Call {
 public:
  using Reader = std::function<bool(std::string_view)>;
  Call(Url url, Seconds silence_max, Reader reader)
      : url_(std::move(url)), silence_max_(silence_max), reader_(std::move(reader)) {}

  Result<HttpResponse> run(const HttpRequest& request, bool is_whole_limited);

 private:
  template <class Start>
  ErrorCode wait(Start start);
  Result<void> connect_and_send(const HttpRequest& request);
  Result<void> read_body();
  std::unexpected<Error> failed(ErrorCode error) const;
  HttpResponse head() const;

  Url url_;
  Seconds silence_max_;
  Reader reader_;
  net::io_context context_;
  tcp::socket socket_{context_};
  beast::flat_buffer buffer_;
  Parser parser_;
  Clock::time_point deadline_;
  bool is_whole_limited_ = false;
  bool is_ended_by_reader_ = false;
};

template <class Start>
ErrorCode Call::wait(Start start) {
  ErrorCode result;
  bool is_done = false;
  if (!is_whole_limited_) deadline_ = Clock::now() + to_duration(silence_max_);
  start([&](ErrorCode error, auto&&...) {
    result = error;
    is_done = true;
  });
  context_.restart();
  while (!is_done) {
    context_.run_for(
        std::min<Clock::duration>(kTick, std::max<Clock::duration>(deadline_ - Clock::now(), {})));
    if (is_done) break;
    is_ended_by_reader_ = !reader_({});
    if (!is_ended_by_reader_ && Clock::now() < deadline_) continue;
    ErrorCode ignored;
    socket_.close(ignored);
    context_.run();
    return net::error::timed_out;
  }
  return result;
}

std::unexpected<Error> Call::failed(ErrorCode error) const {
  const std::string where = url_.host + ":" + url_.port;
  const bool is_protocol =
      error.category() == make_error_code(http::error::bad_version).category() &&
      error != http::error::end_of_stream && error != http::error::partial_message;
  if (is_protocol)
    return fail({ErrorKind::Incompatible, Scope::Process, where,
                 "does not speak HTTP: " + error.message(), "check host and port"});
  const std::string what =
      error == net::error::timed_out ? "no answer in time" : "no connection: " + error.message();
  return fail({ErrorKind::Unavailable, Scope::Process, where, what,
               "check the address and that the controller runs"});
}

Result<void> Call::connect_and_send(const HttpRequest& request) {
  ErrorCode error;
  tcp::resolver resolver(context_);
  const auto found = resolver.resolve(url_.host, url_.port, error);
  if (error) return failed(error);
  error = wait([&](auto done) { net::async_connect(socket_, found, std::move(done)); });
  if (error) return failed(error);
  http::request<http::string_body> message;
  message.method_string(request.method.empty() ? "GET" : request.method);
  message.target(url_.target);
  message.set(http::field::host, url_.host + ":" + url_.port);
  message.set(http::field::connection, "close");
  for (const auto& [name, value] : request.headers) message.set(name, value);
  message.body() = request.body;
  message.prepare_payload();
  error = wait([&](auto done) { http::async_write(socket_, message, std::move(done)); });
  // A server that refuses early has answered although not everything could be sent.
  if (error && error != net::error::broken_pipe && error != net::error::connection_reset)
    return failed(error);
  parser_.body_limit(kBodyBytesMax);
  parser_.skip(request.method == "HEAD");
  error =
      wait([&](auto done) { http::async_read_header(socket_, buffer_, parser_, std::move(done)); });
  if (error) return failed(error);
  return {};
}

Result<void> Call::read_body() {
  std::vector<char> piece(64u << 10);
  while (!parser_.is_done()) {
    auto& body = parser_.get().body();
    body.data = piece.data();
    body.size = piece.size();
    ErrorCode error =
        wait([&](auto done) { http::async_read_some(socket_, buffer_, parser_, std::move(done)); });
    if (is_ended_by_reader_) return {};
    if (error && error != http::error::need_buffer) return failed(error);
    const std::size_t got = piece.size() - body.size;
    if (got > 0 && !reader_({piece.data(), got})) return {};
  }
  return {};
}

HttpResponse Call::head() const {
  HttpResponse response;
  response.status = static_cast<int>(parser_.get().result_int());
  for (const auto& field : parser_.get())
    response.headers.emplace_back(std::string(field.name_string()), std::string(field.value()));
  return response;
}

Result<HttpResponse> Call::run(const HttpRequest& request, bool is_whole_limited) {
  is_whole_limited_ = is_whole_limited;
  deadline_ = Clock::now() + to_duration(silence_max_);
  TRY_VOID(connect_and_send(request));
  TRY_VOID(read_body());
  return head();
}

}  // namespace

Result<HttpResponse> http_request(const std::string& url, const HttpRequest& request,
                                  Seconds timeout) {
  TRY(parsed, parse_url(url));
  std::string body;
  Call call(parsed, timeout, [&](std::string_view piece) {
    body += piece;
    return true;
  });
  TRY(response, call.run(request, true));
  response.body = std::move(body);
  return response;
}

Result<HttpResponse> http_stream(const std::string& url, const HttpRequest& request,
                                 Seconds silence_max,
                                 std::function<bool(std::string_view piece)> reader) {
  TRY(parsed, parse_url(url));
  return Call(parsed, silence_max, std::move(reader)).run(request, false);
}

}  // namespace busbar::io
