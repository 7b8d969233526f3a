#include "controller/api/answer.h"

#include "controller/api/cursor.h"
#include "io/log/log.h"
#include "wire/api/problem.h"

namespace busbar::controller {
namespace {

constexpr std::string_view kContentSecurityPolicy =
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

io::HttpResponse problem_of(std::string body, int status) {
  return {status,
          {{"Content-Type", "application/problem+json"}, {"Cache-Control", "no-store"}},
          std::move(body)};
}

std::string_view without_weak_mark(std::string_view tag) {
  if (tag.starts_with("W/")) tag.remove_prefix(2);
  return tag;
}

bool has_tag(std::string_view list, std::string_view tag) {
  while (!list.empty()) {
    const std::size_t end = std::min(list.find(','), list.size());
    std::string_view item = list.substr(0, end);
    while (item.starts_with(' ')) item.remove_prefix(1);
    while (item.ends_with(' ')) item.remove_suffix(1);
    if (item == "*" || without_weak_mark(item) == without_weak_mark(tag)) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

}  // namespace

io::HttpResponse json_answer(std::string body, int status) {
  return {status,
          {{"Content-Type", "application/json"}, {"Cache-Control", "no-cache"}},
          std::move(body)};
}

io::HttpResponse text_answer(std::string body, std::string_view content_type) {
  return {200,
          {{"Content-Type", std::string(content_type)}, {"Cache-Control", "no-cache"}},
          std::move(body)};
}

io::HttpResponse problem_answer(const Error& error) {
  return problem_answer(error, wire::status_of(error.kind));
}

io::HttpResponse problem_answer(const Error& error, int status) {
  // That something is not there now is the caller's to know, not a fault of ours.
  if (error.kind == ErrorKind::Internal)
    io::log(io::LogLevel::Error, "controller.api", "request failed",
            {{"status", std::to_string(status)}, {"error", to_line(error)}});
  return problem_of(wire::problem_json(error, status), status);
}

io::HttpResponse problem_answer(const std::vector<Error>& errors, int status) {
  return problem_of(wire::problem_json(errors, status), status);
}

io::HttpResponse tagged(const Request& request, io::HttpResponse response) {
  // Weak, since the same content travels gzipped too.
  const std::string tag = "W/\"" + hex16(fnv1a(response.body)) + "\"";
  response.headers.emplace_back("ETag", tag);
  if (!has_tag(request.header("If-None-Match"), tag)) return response;
  response.status = 304;
  response.body.clear();
  return response;
}

void add_security_headers(io::HttpResponse& response) {
  response.headers.emplace_back("Content-Security-Policy", std::string(kContentSecurityPolicy));
  response.headers.emplace_back("X-Content-Type-Options", "nosniff");
  response.headers.emplace_back("Referrer-Policy", "no-referrer");
}

io::HttpResponse answer_of(Result<io::HttpResponse> result) {
  return result ? std::move(*result) : problem_answer(result.error());
}

}  // namespace busbar::controller
