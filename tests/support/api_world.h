#pragma once
// The API over a controller on a fake loop, asked without a socket; every answer is recorded
// (response_recorder.h). Threads: the loop's.
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "controller/api/api.h"
#include "tests/support/fake_controller.h"
#include "tests/support/response_recorder.h"
#include "wire/json/value.h"

namespace busbar {

// What was written to a stream, and whether it is still open.
class FakeStream final : public io::ResponseStream {
 public:
  bool write(std::string piece) override {
    if (!is_open) return false;
    text += piece;
    return true;
  }
  void close() override {
    if (!std::exchange(is_open, false)) return;
    if (const auto task = std::exchange(on_closed_, nullptr)) task();
  }
  void on_closed(std::function<void()> task) override { on_closed_ = std::move(task); }

  std::string text;
  bool is_open = true;

 private:
  std::function<void()> on_closed_;
};

class FakeExchange final : public io::Exchange {
 public:
  void respond(io::HttpResponse response) override {
    ++answers;
    answer = std::move(response);
  }
  std::shared_ptr<io::ResponseStream> stream(io::HttpResponse head) override {
    ++answers;
    answer = std::move(head);
    return streamed = std::make_shared<FakeStream>();
  }

  int answers = 0;
  io::HttpResponse answer;
  std::shared_ptr<FakeStream> streamed;
};

inline const std::string kSmallMatrix =
    "version: 1\nname: small\nengine: mpi\nsweeps:\n  - collectives: [all_reduce]\n"
    "    sizes: [8, 64, 512]\n";

class ApiWorld {
 public:
  ApiWorld() {
    controller.scheduler().on_change([this](const RunId& run) { api.on_run_change(run); });
  }

  std::shared_ptr<FakeExchange> ask(io::HttpRequest request) {
    if (io::header(request.headers, "Host").empty())
      request.headers.emplace_back("Host", "127.0.0.1:7420");
    request.remote = "127.0.0.1:40000";
    auto exchange = std::make_shared<FakeExchange>();
    const std::string method = request.method, path = request.path;
    api.handlers().on_request(std::move(request), exchange);
    if (!exchange->streamed) record_response(method, path, exchange->answer);
    return exchange;
  }
  io::HttpResponse get(const std::string& path, std::map<std::string, std::string> query = {},
                       io::Headers headers = {}) {
    return ask({"GET", path, std::move(query), std::move(headers), "", ""})->answer;
  }
  io::HttpResponse post(const std::string& path, const std::string& body = "",
                        io::Headers headers = {{"Content-Type", "application/yaml"}}) {
    return ask({"POST", path, {}, std::move(headers), body, ""})->answer;
  }
  wire::JsonView json(const std::string& path, std::map<std::string, std::string> query = {}) {
    return *wire::JsonView::parse(get(path, std::move(query)).body);
  }

  // The run's id.
  std::string submit(const std::string& matrix = kSmallMatrix) {
    return wire::JsonView::parse(post("/api/v1/runs", matrix).body)->text_or("id");
  }
  std::string finished_run() {
    const std::string id = submit();
    controller.advance_until_ended(*RunId::parse(id), Seconds(600));
    return id;
  }
  void connect() { controller.connect(agent); }

  FakeController controller;
  FakeAgent agent{controller.loop, "n1", "m1"};
  controller::Api api{controller.loop,
                      controller.store(),
                      controller.sessions(),
                      controller.scheduler(),
                      {.version = "0.1.0"}};
};

inline std::string text_at(const wire::JsonView& view, std::string_view name) {
  const auto found = view.field(name);
  return found ? found->json_text() : "";
}

}  // namespace busbar
