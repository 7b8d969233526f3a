#include "io/http/server.h"

#include <gtest/gtest.h>

#include "tests/support/http_fixture.h"

namespace busbar::io {
namespace {

HttpHandlers answering(const std::string& body) {
  HttpHandlers handlers;
  handlers.on_request = [body](HttpRequest, std::shared_ptr<Exchange> exchange) {
    exchange->respond({200, {}, body});
  };
  return handlers;
}

TEST(HttpServer, SaysThatAPortIsInUse) {
  HttpFixture fixture(answering(""));
  SystemLoop loop;
  const auto second = HttpServer::listen(loop, "127.0.0.1", fixture.port(), {});
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().kind, ErrorKind::Unavailable);
  EXPECT_EQ(to_line(second.error()), "127.0.0.1:" + std::to_string(fixture.port()) +
                                         ": the port is in use; stop the other program or choose "
                                         "another port with --listen");
  EXPECT_EQ(HttpServer::listen(loop, "nonsense", 0, {}).error().kind, ErrorKind::InvalidInput);
}

TEST(HttpServer, EndsItsConnectionsWithIt) {
  auto fixture = std::make_unique<HttpFixture>(answering("x"));
  RawClient client(fixture->port());
  client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  client.read_until("x");
  fixture.reset();
  EXPECT_EQ(client.read_to_end(), "");
}

TEST(HttpServer, DrainsIdleConnectionsAtOnceAndWaitsForThoseInUse) {
  std::shared_ptr<Exchange> held;
  std::promise<void> arrived, drained;
  HttpHandlers handlers;
  handlers.on_request = [&](HttpRequest, std::shared_ptr<Exchange> exchange) {
    held = std::move(exchange);
    arrived.set_value();
  };
  HttpFixture fixture(handlers);
  RawClient idle(fixture.port()), busy(fixture.port());
  busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  arrived.get_future().wait();
  fixture.on_loop([&] { fixture.server().drain(Seconds(30), [&] { drained.set_value(); }); });
  EXPECT_EQ(idle.read_to_end(), "");
  EXPECT_FALSE(RawClient(fixture.port()).is_connected());
  auto waiting = drained.get_future();
  EXPECT_EQ(waiting.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  fixture.on_loop([&] { std::exchange(held, nullptr)->respond({200, {}, "late"}); });
  EXPECT_TRUE(busy.read_to_end().ends_with("Connection: close\r\n\r\nlate"));
  busy.end_sending();
  EXPECT_EQ(waiting.wait_for(std::chrono::seconds(5)), std::future_status::ready);
}

TEST(HttpServer, DrainsAtLatestAfterTheGrace) {
  std::shared_ptr<Exchange> held;
  std::promise<void> arrived, drained;
  HttpHandlers handlers;
  handlers.on_request = [&](HttpRequest, std::shared_ptr<Exchange> exchange) {
    held = std::move(exchange);
    arrived.set_value();
  };
  HttpFixture fixture(handlers);
  RawClient busy(fixture.port());
  busy.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  arrived.get_future().wait();
  fixture.on_loop([&] { fixture.server().drain(Seconds(0.05), [&] { drained.set_value(); }); });
  EXPECT_EQ(drained.get_future().wait_for(std::chrono::seconds(5)), std::future_status::ready);
  EXPECT_EQ(busy.read_to_end(), "");
  fixture.on_loop([&] { held.reset(); });
}

TEST(HttpServer, RefusesConnectionsOverTheLimit) {
  HttpLimits limits;
  limits.connections_max = 1;
  HttpFixture fixture(answering("x"), limits);
  RawClient first(fixture.port());
  first.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
  first.read_until("x");
  RawClient second(fixture.port());
  EXPECT_TRUE(second.read_to_end().starts_with("HTTP/1.1 503 "));
}

}  // namespace
}  // namespace busbar::io
