#pragma once
// A real server on a free port of 127.0.0.1 with its loop on a thread, and a raw socket to it.
// Threads: handlers run on the loop's thread; `on_loop` runs a task there and waits for it.
#include <arpa/inet.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <future>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "io/http/client.h"
#include "io/http/server.h"

namespace busbar {

class HttpFixture {
 public:
  explicit HttpFixture(io::HttpHandlers handlers, io::HttpLimits limits = {}) {
    server_ = io::HttpServer::listen(loop_, "127.0.0.1", 0, std::move(handlers), limits).value();
    port_ = server_->port();
    thread_ = std::thread([this] { loop_.run(); });
  }
  ~HttpFixture() {
    on_loop([this] {
      for (const auto& task : at_end_) task();
      server_.reset();
    });
    // Once more round, so that what was cancelled has ended.
    on_loop([] {});
    loop_.stop();
    thread_.join();
  }
  HttpFixture(const HttpFixture&) = delete;
  HttpFixture& operator=(const HttpFixture&) = delete;

  void on_loop(std::function<void()> task) {
    std::promise<void> done;
    loop_.post([&] {
      task();
      done.set_value();
    });
    done.get_future().wait();
  }
  // On the loop, before it ends: to let go of what must not outlive it.
  void at_end(std::function<void()> task) { at_end_.push_back(std::move(task)); }
  io::SystemLoop& loop() { return loop_; }
  io::HttpServer& server() { return *server_; }
  std::uint16_t port() const { return port_; }
  std::string url(const std::string& target) const {
    return "http://127.0.0.1:" + std::to_string(port_) + target;
  }

 private:
  io::SystemLoop loop_;
  std::unique_ptr<io::HttpServer> server_;
  std::uint16_t port_ = 0;
  std::vector<std::function<void()>> at_end_;
  std::thread thread_;
};

class RawClient {
 public:
  explicit RawClient(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    is_connected_ = ::connect(fd_, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0;
  }
  ~RawClient() { ::close(fd_); }
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  bool is_connected() const { return is_connected_; }
  void send(const std::string& bytes) {
    std::size_t sent = 0;
    while (sent < bytes.size()) {
      const ssize_t got = ::send(fd_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (got <= 0) return;
      sent += static_cast<std::size_t>(got);
    }
  }
  void end_sending() { ::shutdown(fd_, SHUT_WR); }
  // Until the text is in what was read, or the end, or five seconds of silence.
  std::string read_until(const std::string& text) {
    std::string all;
    char buffer[65536];
    pollfd waiting{fd_, POLLIN, 0};
    while (text.empty() || all.find(text) == std::string::npos) {
      if (::poll(&waiting, 1, 5000) <= 0) return all + "[silence]";
      const ssize_t got = ::recv(fd_, buffer, sizeof buffer, 0);
      if (got <= 0) return all;
      all.append(buffer, static_cast<std::size_t>(got));
    }
    return all;
  }
  std::string read_to_end() { return read_until(""); }

 private:
  int fd_;
  bool is_connected_ = false;
};

}  // namespace busbar
