#include "io/http/text.h"

#include <algorithm>
#include <cstdio>

namespace busbar::io {
namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  const char small = lower(c);
  return small >= 'a' && small <= 'f' ? small - 'a' + 10 : -1;
}

bool is_framing(std::string_view name) {
  return equal_without_case(name, "Content-Length") || equal_without_case(name, "Connection") ||
         equal_without_case(name, "Transfer-Encoding");
}

std::string one_line(std::string_view text) {
  std::string line(text);
  std::replace_if(
      line.begin(), line.end(), [](char c) { return c == '\r' || c == '\n' || !c; }, ' ');
  return line;
}

bool has_no_body(int status) {
  return status < 200 || status == 204 || status == 304;
}

std::string escaped(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out;
}

}  // namespace

bool equal_without_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::optional<std::string> percent_decoded(std::string_view text, bool is_plus_space) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '%') {
      if (i + 2 >= text.size()) return std::nullopt;
      const int high = digit(text[i + 1]), low = digit(text[i + 2]);
      if (high < 0 || low < 0 || high + low == 0) return std::nullopt;
      out += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      out += is_plus_space && text[i] == '+' ? ' ' : text[i];
    }
  }
  return out;
}

std::optional<Target> parse_target(std::string_view target) {
  if (!target.starts_with('/')) return std::nullopt;
  const std::size_t mark = std::min(target.find('?'), target.size());
  const auto path = percent_decoded(target.substr(0, mark), false);
  if (!path) return std::nullopt;
  Target parsed{*path, {}};
  std::string_view rest = target.substr(std::min(mark + 1, target.size()));
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('&'), rest.size());
    const std::string_view pair = rest.substr(0, end);
    const std::size_t equals = std::min(pair.find('='), pair.size());
    const auto name = percent_decoded(pair.substr(0, equals), true);
    const auto value = percent_decoded(pair.substr(std::min(equals + 1, pair.size())), true);
    if (!name || !value) return std::nullopt;
    if (!name->empty()) parsed.query[*name] = *value;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return parsed;
}

std::string_view status_words(int status) {
  static constexpr std::pair<int, std::string_view> kWords[] = {
      {100, "Continue"},
      {101, "Switching Protocols"},
      {200, "OK"},
      {201, "Created"},
      {202, "Accepted"},
      {204, "No Content"},
      {206, "Partial Content"},
      {301, "Moved Permanently"},
      {302, "Found"},
      {303, "See Other"},
      {304, "Not Modified"},
      {307, "Temporary Redirect"},
      {308, "Permanent Redirect"},
      {400, "Bad Request"},
      {401, "Unauthorized"},
      {403, "Forbidden"},
      {404, "Not Found"},
      {405, "Method Not Allowed"},
      {406, "Not Acceptable"},
      {408, "Request Timeout"},
      {409, "Conflict"},
      {410, "Gone"},
      {412, "Precondition Failed"},
      {413, "Content Too Large"},
      {415, "Unsupported Media Type"},
      {422, "Unprocessable Content"},
      {426, "Upgrade Required"},
      {428, "Precondition Required"},
      {429, "Too Many Requests"},
      {431, "Request Header Fields Too Large"},
      {500, "Internal Server Error"},
      {501, "Not Implemented"},
      {503, "Service Unavailable"},
      {505, "HTTP Version Not Supported"}};
  for (const auto& [number, words] : kWords)
    if (number == status) return words;
  return "Status";
}

HttpResponse problem(int status, std::string_view detail, std::string_view where,
                     std::string_view remedy) {
  std::string body = "{\"type\":\"about:blank\",\"title\":\"";
  body.append(status_words(status)).append("\",\"status\":").append(std::to_string(status));
  body.append(",\"detail\":\"").append(escaped(detail));
  body.append("\",\"where\":\"").append(escaped(where)).append("\"");
  if (!remedy.empty()) body.append(",\"remedy\":\"").append(escaped(remedy)).append("\"");
  body += '}';
  return {status, {{"Content-Type", "application/problem+json"}}, std::move(body)};
}

std::string head_text(const HttpResponse& response, HeadOptions options) {
  std::string text = "HTTP/1.1 " + std::to_string(response.status) + " ";
  text.append(status_words(response.status)).append("\r\n");
  for (const auto& [name, value] : response.headers)
    if (!is_framing(name)) text.append(one_line(name) + ": " + one_line(value) + "\r\n");
  if (options.framing == BodyFraming::Chunked)
    text += "Transfer-Encoding: chunked\r\n";
  else if (!has_no_body(response.status))
    text += "Content-Length: " + std::to_string(response.body.size()) + "\r\n";
  text += options.is_kept ? "Connection: keep-alive\r\n\r\n" : "Connection: close\r\n\r\n";
  return text;
}

std::string chunk_text(std::string_view piece) {
  char length[24];
  std::snprintf(length, sizeof length, "%zx\r\n", piece.size());
  return std::string(length).append(piece).append("\r\n");
}

}  // namespace busbar::io
