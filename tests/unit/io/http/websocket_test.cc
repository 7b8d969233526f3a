#include <gtest/gtest.h>

#include "tests/support/http_fixture.h"

namespace busbar::io {
namespace {

const std::string kUpgrade =
    "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n";

struct EchoSocket {
  std::shared_ptr<WebSocket> socket;
  std::promise<void> opened;
  std::promise<std::string> closed;

  HttpHandlers handlers() {
    HttpHandlers to;
    to.admit_websocket = [](const HttpRequest& request) {
      return HttpResponse{request.path == "/ws" ? 101 : 403, {}, ""};
    };
    to.on_websocket = [this](HttpRequest, std::shared_ptr<WebSocket> to_socket) {
      socket = std::move(to_socket);
      socket->on_closed([this](std::string reason) {
        socket.reset();  // no handle may outlive the loop
        closed.set_value(std::move(reason));
      });
      socket->on_message([this](std::string text) {
        if (text == "bye") {
          socket->send("last");
          socket->close("asked to");
          EXPECT_FALSE(socket->send("later"));
          return;
        }
        socket->send(text);
      });
      opened.set_value();
    };
    return to;
  }
};

struct Client {
  std::shared_ptr<WebSocket> socket;
  std::promise<void> opened;
  std::promise<Error> failed;
  std::promise<std::string> closed;
  std::promise<std::string> message;

  void connect(HttpFixture& fixture, const std::string& target) {
    fixture.at_end([this] { socket.reset(); });
    ConnectHandlers handlers;
    handlers.on_open = [this](std::shared_ptr<WebSocket> to) {
      socket = std::move(to);
      socket->on_message([this](std::string text) { message.set_value(std::move(text)); });
      socket->on_closed([this](std::string reason) {
        socket.reset();  // no handle may outlive the loop
        closed.set_value(std::move(reason));
      });
      opened.set_value();
    };
    handlers.on_error = [this](Error error) { failed.set_value(std::move(error)); };
    fixture.on_loop([&] {
      connect_websocket(fixture.loop(), fixture.url(target), {{"X-Token", "t"}}, {}, handlers);
    });
  }
};

TEST(WebSocket, CarriesTextBothWays) {
  EchoSocket server;
  Client client;
  HttpFixture fixture(server.handlers());
  client.connect(fixture, "/ws");
  client.opened.get_future().wait();
  const std::string text(3u << 20, 't');
  fixture.on_loop([&] { EXPECT_TRUE(client.socket->send(text)); });
  EXPECT_TRUE(client.message.get_future().get() == text);
}

TEST(WebSocket, SendsWhatIsQueuedBeforeItClosesAndSaysTheReason) {
  EchoSocket server;
  Client client;
  HttpFixture fixture(server.handlers());
  client.connect(fixture, "/ws");
  client.opened.get_future().wait();
  fixture.on_loop([&] { client.socket->send("bye"); });
  EXPECT_EQ(client.message.get_future().get(), "last");
  EXPECT_EQ(client.closed.get_future().get(), "asked to");
  EXPECT_EQ(server.closed.get_future().get(), "asked to");
}

TEST(WebSocket, TellsARefusedUpgradeAndADeadHost) {
  EchoSocket server;
  std::promise<Error> dead;
  Client refused;
  HttpFixture fixture(server.handlers());
  refused.connect(fixture, "/other");
  const Error error = refused.failed.get_future().get();
  EXPECT_EQ(error.kind, ErrorKind::Incompatible);
  EXPECT_EQ(error.what, "answered 403 to the upgrade");
  ConnectHandlers handlers;
  handlers.on_error = [&](Error found) { dead.set_value(std::move(found)); };
  fixture.on_loop(
      [&] { connect_websocket(fixture.loop(), "ws://127.0.0.1:1/", {}, {}, handlers); });
  EXPECT_EQ(dead.get_future().get().kind, ErrorKind::Unavailable);
}

TEST(WebSocket, ClosesOneThatDoesNotAnswerPings) {
  EchoSocket server;
  HttpLimits limits;
  limits.websocket_ping = Seconds(0.1);
  HttpFixture fixture(server.handlers(), limits);
  RawClient client(fixture.port());
  client.send(kUpgrade);
  const std::string all = client.read_to_end();
  EXPECT_TRUE(all.starts_with("HTTP/1.1 101 ")) << all;
  EXPECT_NE(all.find('\x89'), std::string::npos);  // the ping
  EXPECT_FALSE(server.closed.get_future().get().empty());
}

TEST(WebSocket, KeepsOneThatAnswersPingsAndSaysNothing) {
  EchoSocket server;
  HttpLimits limits;
  limits.websocket_ping = Seconds(0.1);
  Client client;
  HttpFixture fixture(server.handlers(), limits);
  client.connect(fixture, "/ws");
  client.opened.get_future().wait();
  EXPECT_EQ(server.closed.get_future().wait_for(std::chrono::milliseconds(600)),
            std::future_status::timeout);
}

TEST(WebSocket, DropsHostileFrames) {
  for (const std::string& frame :
       {std::string("\x81\x01x"), std::string("\xff\xff\xff\xff\xff\xff\xff\xff"),
        std::string("\x81\xff\x7f\xff\xff\xff\xff\xff\xff\xff\0\0\0\0", 14)}) {
    EchoSocket server;
    HttpLimits limits;
    limits.websocket_ping =
        Seconds(0.1);  // a peer that does not close in turn is given up after two
    HttpFixture fixture(server.handlers(), limits);
    RawClient client(fixture.port());
    client.send(kUpgrade);
    client.read_until("\r\n\r\n");
    client.send(frame);
    EXPECT_FALSE(server.closed.get_future().get().empty());
  }
}

TEST(WebSocket, DropsAReaderThatIsTooSlow) {
  EchoSocket server;
  HttpLimits limits;
  limits.unsent_bytes_max = 100'000;
  HttpFixture fixture(server.handlers(), limits);
  RawClient client(fixture.port());
  client.send(kUpgrade);
  server.opened.get_future().wait();
  bool is_dropped = false;
  for (int i = 0; i < 10'000 && !is_dropped; ++i)
    fixture.on_loop([&] { is_dropped = !server.socket->send(std::string(10'000, 'x')); });
  EXPECT_TRUE(is_dropped);
  EXPECT_EQ(server.closed.get_future().get(), "more than 100000 bytes unsent");
}

TEST(WebSocket, IsClosedByADrainingServer) {
  EchoSocket server;
  Client client;
  HttpFixture fixture(server.handlers());
  client.connect(fixture, "/ws");
  client.opened.get_future().wait();
  std::promise<void> drained;
  fixture.on_loop([&] { fixture.server().drain(Seconds(5), [&] { drained.set_value(); }); });
  EXPECT_EQ(client.closed.get_future().get(), "the server stops");
  EXPECT_EQ(drained.get_future().wait_for(std::chrono::seconds(8)), std::future_status::ready);
}

}  // namespace
}  // namespace busbar::io
