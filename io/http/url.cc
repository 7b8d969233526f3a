#include <algorithm>
#include <charconv>

#include "io/http/client.h"

namespace busbar::io {
namespace {

bool is_port(std::string_view text) {
  unsigned port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc() && end == text.data() + text.size() && port > 0 && port < 65536;
}

std::unexpected<Error> bad(const std::string& text, const char* what) {
  return fail(
      {ErrorKind::InvalidInput, Scope::Process, text, what, "write it like http://127.0.0.1:8080"});
}

}  // namespace

Result<Url> parse_url(const std::string& text) {
  std::string_view rest = text;
  const bool is_plain = rest.starts_with("http://"), is_socket = rest.starts_with("ws://");
  if (!is_plain && !is_socket) return bad(text, "not an http:// or ws:// address");
  if (std::any_of(text.begin(), text.end(),
                  [](char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7f; }))
    return bad(text, "has a space or a control character");
  rest.remove_prefix(is_plain ? 7 : 5);
  const std::size_t end = std::min(rest.find_first_of("/?#"), rest.size());
  std::string_view authority = rest.substr(0, end), target = rest.substr(end);
  if (authority.find('@') != std::string_view::npos) return bad(text, "has a user name");
  const std::size_t bracket = authority.starts_with('[') ? authority.find(']') : 0;
  if (bracket == std::string_view::npos) return bad(text, "has '[' without ']'");
  const std::size_t colon = authority.find(':', bracket);
  Url url{std::string(authority.substr(0, colon)), "80", "/"};
  if (bracket > 0) url.host = std::string(authority.substr(1, bracket - 1));
  if (colon != std::string_view::npos) url.port = std::string(authority.substr(colon + 1));
  if (url.host.empty()) return bad(text, "has no host");
  if (!is_port(url.port)) return bad(text, "has a port that is not a number from 1 to 65535");
  target = target.substr(0, target.find('#'));
  if (!target.empty()) url.target = (target.front() == '/' ? "" : "/") + std::string(target);
  return url;
}

}  // namespace busbar::io
