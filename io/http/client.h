#pragma once
// HTTP client for the command line (blocking) and WebSocket client for the agent (on a loop). Plain
// http:// URLs. Errors: Unavailable with the host and the cause if there is no connection;
// Incompatible if the other side
//   does not speak the protocol.
// Threads: the blocking client on any thread, one call at a time; the WebSocket on its loop.
#include <functional>
#include <memory>
#include <string>

#include "core/error/result.h"
#include "core/units/quantity.h"
#include "io/async/system_loop.h"
#include "io/http/message.h"
#include "io/http/server.h"

namespace busbar::io {

struct Url {
  std::string host;
  std::string port;
  std::string target;  // path and query, starts with '/'
};
Result<Url> parse_url(const std::string& text);  // http:// or ws:// only

// One request, one answer; follows no redirect.
Result<HttpResponse> http_request(const std::string& url, const HttpRequest& request,
                                  Seconds timeout);

// Reads a streamed body as it comes, until it ends or the reader returns false. The response has no
// body. A silence longer than `silence_max` is an error. While nothing comes, the reader is called
// with an empty piece at least every quarter of a second, so that a caller can end the stream
// (Ctrl-C).
Result<HttpResponse> http_stream(const std::string& url, const HttpRequest& request,
                                 Seconds silence_max,
                                 std::function<bool(std::string_view piece)> reader);

// Connects in the background and calls exactly one of the two.
struct ConnectHandlers {
  std::function<void(std::shared_ptr<WebSocket>)> on_open;
  std::function<void(Error)> on_error;
};
void connect_websocket(SystemLoop& loop, const std::string& url, Headers headers, HttpLimits limits,
                       ConnectHandlers handlers);

}  // namespace busbar::io
