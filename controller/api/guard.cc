#include "controller/api/guard.h"

#include <algorithm>

namespace busbar::controller {
namespace {

std::string lower(std::string_view text) {
  std::string copy(text);
  for (char& c : copy)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return copy;
}

bool is_safe(std::string_view method) {
  return method == "GET" || method == "HEAD";
}

bool is_digits_and_dots(std::string_view text) {
  return std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || c == '.'; });
}

}  // namespace

std::string_view host_without_port(std::string_view host) {
  if (host.starts_with('[')) return host.substr(0, host.find(']') + 1);
  return host.substr(0, host.find(':'));
}

bool is_loopback_name(std::string_view host) {
  const std::string name = lower(host);
  if (name == "localhost" || name == "::1" || name == "[::1]") return true;
  return name.starts_with("127.") && is_digits_and_dots(name) && std::ranges::count(name, '.') == 3;
}

std::optional<Error> Guard::fault(const io::HttpRequest& request, bool is_upgrade) const {
  const std::string host = lower(io::header(request.headers, "Host"));
  if (!takes_any_host_ && !is_loopback_name(host_without_port(host)))
    return Error{ErrorKind::InvalidInput, Scope::Process, "Host",
                 "'" + host.substr(0, 100) + "' is not this controller",
                 "use the address that it listens on, such as 127.0.0.1 or localhost"};
  const std::string origin = lower(io::header(request.headers, "Origin"));
  if (origin.empty() || (is_safe(request.method) && !is_upgrade)) return std::nullopt;
  if (origin == "http://" + host || origin == "https://" + host) return std::nullopt;
  return Error{ErrorKind::InvalidInput, Scope::Process, "Origin",
               "'" + origin.substr(0, 100) + "' is another site than '" + host.substr(0, 100) + "'",
               "send it from the controller's own page, or from a program without Origin"};
}

}  // namespace busbar::controller
