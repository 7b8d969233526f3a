#include <zlib.h>

#include <algorithm>

#include "io/http/text.h"

namespace busbar::io {
namespace {

// Below it the headers cost as much as is saved.
constexpr std::size_t kWorthBytes = 1024;

std::string_view trimmed(std::string_view text) {
  const std::size_t start = std::min(text.find_first_not_of(" \t"), text.size());
  text.remove_prefix(start);
  return text.substr(0, text.find_last_not_of(" \t") + 1);
}

// "q=0", "q=0.0", …: named to be refused.
bool is_refused(std::string_view parameters) {
  const std::string_view text = trimmed(parameters);
  if (!text.starts_with("q=0")) return false;
  return text.substr(3).find_first_not_of(".0 \t") == std::string_view::npos;
}

}  // namespace

bool accepts_gzip(const Headers& request) {
  std::string_view rest = header(request, "Accept-Encoding");
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find(','), rest.size());
    const std::string_view item = rest.substr(0, end);
    const std::size_t mark = std::min(item.find(';'), item.size());
    if (equal_without_case(trimmed(item.substr(0, mark)), "gzip"))
      return !is_refused(item.substr(std::min(mark + 1, item.size())));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return false;
}

std::string gzip(std::string_view text) {
  z_stream stream{};
  // 15 + 16: the largest window, with gzip's head and tail. Level 5: most of the gain, half the
  // time.
  if (deflateInit2(&stream, 5, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) != Z_OK) return {};
  std::string out(deflateBound(&stream, text.size()), '\0');
  std::string in(text);
  stream.next_in = reinterpret_cast<Bytef*>(in.data());
  stream.avail_in = static_cast<uInt>(in.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const int done = deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return done == Z_STREAM_END ? out : std::string();
}

void gzip_if_worth_it(const Headers& request, HttpResponse& response) {
  if (response.body.size() < kWorthBytes || !header(response.headers, "Content-Encoding").empty())
    return;
  response.headers.emplace_back("Vary", "Accept-Encoding");
  if (!accepts_gzip(request)) return;
  std::string packed = gzip(response.body);
  if (packed.empty()) return;
  response.body = std::move(packed);
  response.headers.emplace_back("Content-Encoding", "gzip");
}

}  // namespace busbar::io
