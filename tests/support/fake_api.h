#pragma once
// The service's REST interface with answers from the test. A request without one is answered with
// 404 and noted.
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/api/api.h"

namespace busbar::testing {

class FakeApi final : public cli::Api {
 public:
  // What a stream gives: pieces, then its end, or the loss of the connection.
  struct Stream {
    std::vector<std::string> pieces;
    bool is_lost = false;
    std::function<void()> after = {};  // before it ends
  };

  // "GET /api/v1/runs?limit=1"; the last answer of a request is repeated.
  void answer(const std::string& request, std::string body, int status = 200) {
    answers_[request].push_back({status, {}, std::move(body)});
  }
  void lose(const std::string& request) { answers_[request].push_back({0, {}, ""}); }
  void stream_next(Stream stream) { streams_.push_back(std::move(stream)); }

  Result<io::HttpResponse> send(const cli::ApiRequest& request) override {
    const std::string line = note(request);
    auto& queue = answers_[line];
    if (queue.empty())
      return io::HttpResponse{
          404, {}, R"({"title":"Not found","detail":"no answer for )" + line + "\"}"};
    io::HttpResponse response = queue.front();
    if (queue.size() > 1) queue.pop_front();
    if (response.status == 0) return fail(gone());
    return response;
  }

  Result<io::HttpResponse> stream(const cli::ApiRequest& request,
                                  const std::function<bool(std::string_view)>& reader) override {
    note(request);
    if (streams_.empty()) return fail(gone());
    const Stream stream = std::move(streams_.front());
    streams_.pop_front();
    for (const std::string& piece : stream.pieces)
      if (!reader(piece)) return io::HttpResponse{};
    if (stream.after) stream.after();
    if (!reader({})) return io::HttpResponse{};
    if (stream.is_lost) return fail(gone());
    return io::HttpResponse{};
  }

  std::string address() const override { return "http://fake:7420"; }

  struct Sent {
    std::string line, body;
    io::Headers headers;
  };
  std::vector<Sent> sent;

  std::size_t count(const std::string& line) const {
    std::size_t number = 0;
    for (const Sent& one : sent) number += one.line == line ? 1 : 0;
    return number;
  }

 private:
  static Error gone() {
    return {ErrorKind::Unavailable, Scope::Process, "", "no controller answers", "start one"};
  }
  std::string note(const cli::ApiRequest& request) {
    std::string line = request.method + " " + cli::target_of(request);
    sent.push_back({line, request.body, request.headers});
    return line;
  }

  std::map<std::string, std::deque<io::HttpResponse>> answers_;
  std::deque<Stream> streams_;
};

}  // namespace busbar::testing
