#pragma once
// The text of HTTP: targets, heads of responses, chunks, problem bodies.
// Source: RFC 9110, 9112, 3986, 9457. Threads: pure.
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "io/http/message.h"

namespace busbar::io {

bool equal_without_case(std::string_view a, std::string_view b);
// Nothing if a '%' is not followed by two hexadecimal digits, or names the byte 0.
std::optional<std::string> percent_decoded(std::string_view text, bool is_plus_space);

struct Target {
  std::string path;
  std::map<std::string, std::string> query;
};
std::optional<Target> parse_target(std::string_view target);  // nothing: not a valid target

std::string_view status_words(int status);
// A body of application/problem+json; `where` is the part of the request that is wrong.
HttpResponse problem(int status, std::string_view detail, std::string_view where = "request",
                     std::string_view remedy = {});

enum class BodyFraming { Length, Chunked };
struct HeadOptions {
  BodyFraming framing = BodyFraming::Length;
  bool is_kept = true;
};
// Status line and headers; line ends inside values become spaces.
std::string head_text(const HttpResponse& response, HeadOptions options);
std::string chunk_text(std::string_view piece);

bool accepts_gzip(const Headers& request);
std::string gzip(std::string_view text);
// Compresses the body where the request accepts it and it is worth it.
void gzip_if_worth_it(const Headers& request, HttpResponse& response);

}  // namespace busbar::io
