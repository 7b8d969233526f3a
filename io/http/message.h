#pragma once
// HTTP as plain values.
// Threads: values.
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace busbar::io {

using Headers = std::vector<std::pair<std::string, std::string>>;

// The first value of a header, names compared without case; empty if it is not there.
std::string_view header(const Headers& headers, std::string_view name);

struct HttpRequest {
  std::string method;                        // "GET"
  std::string path;                          // percent-decoded, without the query
  std::map<std::string, std::string> query;  // decoded; of a repeated name the last
  Headers headers;
  std::string body;
  std::string remote;  // "127.0.0.1:40000"
};

struct HttpResponse {
  int status = 200;
  Headers headers;
  std::string body;
};

}  // namespace busbar::io
