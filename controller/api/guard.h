#pragma once
// Keeps foreign web pages out while there are no tokens: a page elsewhere can make a browser send
// requests here. Promises: a Host that is not one of ours is refused (DNS rebinding); a request
// that changes something, or opens a WebSocket, is refused if its Origin is not the Host (CSRF).
// Requests without Origin come from programs, not from pages. Threads: values.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/error/result.h"
#include "io/http/message.h"

namespace busbar::controller {

// True for 127.0.0.0/8, ::1 and localhost.
bool is_loopback_name(std::string_view host);
// "[::1]:7420" → "[::1]", "localhost:80" → "localhost".
std::string_view host_without_port(std::string_view host);

class Guard {
 public:
  // Who may reach the port may use the API when `takes_any_host` (--insecure-listen).
  explicit Guard(bool takes_any_host) : takes_any_host_(takes_any_host) {}

  // What is wrong with the request's Host or Origin, if anything; the answer is 403.
  std::optional<Error> fault(const io::HttpRequest& request, bool is_upgrade) const;

 private:
  bool takes_any_host_;
};

}  // namespace busbar::controller
