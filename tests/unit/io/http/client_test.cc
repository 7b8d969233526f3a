#include "io/http/client.h"

#include <gtest/gtest.h>

#include "tests/support/http_fixture.h"

namespace busbar::io {
namespace {

HttpHandlers echo() {
  HttpHandlers handlers;
  handlers.on_request = [](HttpRequest request, std::shared_ptr<Exchange> exchange) {
    if (request.path == "/pieces") {
      const auto stream = exchange->stream({200, {}, ""});
      for (const char* piece : {"a", "bc", "def"}) stream->write(piece);
      return stream->close();
    }
    exchange->respond({request.path == "/missing" ? 404 : 200,
                       {{"X-Method", request.method}},
                       request.body + std::string(header(request.headers, "X-In"))});
  };
  return handlers;
}

TEST(HttpRequest, CarriesHeadersAndBodiesBothWays) {
  HttpFixture fixture(echo());
  const std::string body(3u << 20, 'b');
  HttpRequest request;
  request.method = "POST";
  request.headers = {{"X-In", "!"}};
  request.body = body;
  const auto response = http_request(fixture.url("/"), request, Seconds(10));
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
  EXPECT_EQ(header(response->headers, "x-method"), "POST");
  EXPECT_TRUE(response->body == body + "!");
  EXPECT_EQ(http_request(fixture.url("/missing"), {}, Seconds(10))->status, 404);
}

TEST(HttpRequest, JoinsChunks) {
  HttpFixture fixture(echo());
  EXPECT_EQ(http_request(fixture.url("/pieces"), {}, Seconds(10))->body, "abcdef");
}

TEST(HttpRequest, GetsTheRefusalOfABodyThatIsTooLarge) {
  HttpLimits limits;
  limits.body_bytes_max = 1000;
  HttpFixture fixture(echo(), limits);
  HttpRequest request;
  request.method = "POST";
  request.body = std::string(4u << 20, 'x');
  const auto response = http_request(fixture.url("/"), request, Seconds(10));
  ASSERT_TRUE(response) << to_line(response.error());
  EXPECT_EQ(response->status, 413);
}

TEST(HttpRequest, NamesHostAndCauseIfNobodyListens) {
  std::uint16_t port = 0;
  {
    port = HttpFixture(echo()).port();
  }
  const std::string host = "127.0.0.1:" + std::to_string(port);
  const auto response = http_request("http://" + host, {}, Seconds(5));
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().kind, ErrorKind::Unavailable);
  EXPECT_EQ(response.error().where, host);
  EXPECT_EQ(response.error().what, "no connection: Connection refused");
}

TEST(HttpRequest, GivesUpAfterTheTimeout) {
  std::shared_ptr<Exchange> held;
  HttpHandlers silent;
  silent.on_request = [&](HttpRequest, std::shared_ptr<Exchange> exchange) { held = exchange; };
  HttpFixture fixture(silent);
  const auto response = http_request(fixture.url("/"), {}, Seconds(0.1));
  ASSERT_FALSE(response);
  EXPECT_EQ(response.error().what, "no answer in time");
  fixture.on_loop([&] { held.reset(); });
}

TEST(HttpStream, GivesPiecesAndLetsTheReaderEndASilentOne) {
  std::shared_ptr<ResponseStream> kept;
  HttpHandlers handlers;
  handlers.on_request = [&](HttpRequest, std::shared_ptr<Exchange> exchange) {
    kept = exchange->stream({200, {}, ""});
    kept->write("first");
  };
  HttpFixture fixture(handlers);
  std::string all;
  int empty = 0;
  const auto response = http_stream(fixture.url("/"), {}, Seconds(30), [&](std::string_view piece) {
    all += piece;
    if (piece.empty()) ++empty;
    return empty < 2;
  });
  EXPECT_EQ(all, "first");
  ASSERT_TRUE(response);
  EXPECT_EQ(response->status, 200);
  const auto silent = http_stream(fixture.url("/"), {}, Seconds(0.3), [](auto) { return true; });
  ASSERT_FALSE(silent);
  EXPECT_EQ(silent.error().what, "no answer in time");
  fixture.on_loop([&] { kept.reset(); });
}

}  // namespace
}  // namespace busbar::io
