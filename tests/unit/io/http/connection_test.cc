#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/support/http_fixture.h"

namespace busbar::io {
namespace {

const std::string kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

// Answers with method, path and body; "/drop" not at all, "/throw" with an exception.
HttpHandlers echo() {
  HttpHandlers handlers;
  handlers.on_request = [](HttpRequest request, std::shared_ptr<Exchange> exchange) {
    if (request.path == "/drop") return;
    if (request.path == "/throw") throw std::runtime_error("a bug");
    if (request.path == "/large") return exchange->respond({200, {}, std::string(5000, 'x')});
    exchange->respond({200, {}, request.method + " " + request.path + " " + request.body + ";"});
  };
  return handlers;
}

std::string answer_to(const HttpFixture& fixture, const std::string& request) {
  RawClient client(fixture.port());
  client.send(request);
  client.end_sending();
  return client.read_to_end();
}

TEST(Connection, AnswersARequestThatComesByteByByte) {
  HttpFixture fixture(echo());
  RawClient client(fixture.port());
  for (const char c : std::string("POST /a%20b HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi"))
    client.send({c});
  EXPECT_TRUE(client.read_until(";").ends_with("POST /a b hi;"));
}

TEST(Connection, AnswersPipelinedRequestsInOrder) {
  HttpFixture fixture(echo());
  RawClient client(fixture.port());
  client.send("GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\n");
  const std::string all = client.read_until("/2 ;");
  EXPECT_LT(all.find("GET /1 ;"), all.find("GET /2 ;"));
}

TEST(Connection, RefusesABodyOverTheLimitByLengthAndByChunks) {
  HttpLimits limits;
  limits.body_bytes_max = 10;
  HttpFixture fixture(echo(), limits);
  const std::string by_length =
      answer_to(fixture, "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n12345678901");
  EXPECT_TRUE(by_length.starts_with("HTTP/1.1 413 ")) << by_length;
  EXPECT_NE(by_length.find("application/problem+json"), std::string::npos);
  EXPECT_NE(by_length.find("a body has at most 10 bytes"), std::string::npos);
  const std::string by_chunks = answer_to(fixture,
                                          "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: "
                                          "chunked\r\n\r\nb\r\n12345678901\r\n0\r\n\r\n");
  EXPECT_TRUE(by_chunks.starts_with("HTTP/1.1 413 ")) << by_chunks;
}

TEST(Connection, RefusesAHeadOverTheLimit) {
  HttpLimits limits;
  limits.header_bytes_max = 200;
  HttpFixture fixture(echo(), limits);
  const std::string all =
      answer_to(fixture, "GET / HTTP/1.1\r\nX: " + std::string(300, 'x') + "\r\n\r\n");
  EXPECT_TRUE(all.starts_with("HTTP/1.1 431 ")) << all;
}

TEST(Connection, RefusesTooLongFieldsAfterAChunkedBodyAndGoesOn) {
  HttpFixture fixture(echo());
  const std::string chunked =
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n";
  const std::string one =
      answer_to(fixture, chunked + "X: " + std::string(70000, 'x') + "\r\n\r\n");
  EXPECT_TRUE(one.starts_with("HTTP/1.1 431 ")) << one.substr(0, 200);
  std::string many;
  for (int i = 0; i < 3000; ++i) many += "X" + std::to_string(i) + ": 12345678901234567890\r\n";
  const std::string all = answer_to(fixture, chunked + many + "\r\n");
  EXPECT_TRUE(all.starts_with("HTTP/1.1 431 ")) << all.substr(0, 200);
  EXPECT_TRUE(answer_to(fixture, chunked + "X: y\r\n\r\n").starts_with("HTTP/1.1 200 "));
}

TEST(Connection, TakesABodyThatComesInPieces) {
  HttpFixture fixture(echo());
  RawClient client(fixture.port());
  client.send("POST /1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nab");
  client.send("c\r\n2");
  client.send("\r\nde\r\n0\r\n\r");
  client.send("\nPOST /2 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nfg");
  client.send("hi");
  const std::string all = client.read_until("fghi");
  EXPECT_LT(all.find("abcde"), all.find("POST /2"));
}

TEST(Connection, GivesUpOnHalfARequestAndClosesAnIdleOneSilently) {
  HttpLimits limits;
  limits.idle_max = Seconds(0.1);
  HttpFixture fixture(echo(), limits);
  RawClient half(fixture.port()), idle(fixture.port());
  half.send("GET / HTT");
  const std::string all = half.read_to_end();
  EXPECT_TRUE(all.starts_with("HTTP/1.1 408 ")) << all;
  EXPECT_EQ(idle.read_to_end(), "");
  RawClient body(fixture.port());
  body.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
  EXPECT_TRUE(body.read_to_end().starts_with("HTTP/1.1 408 "));
}

TEST(Connection, AnswersHostileBytesWith400AndStaysAlive) {
  HttpFixture fixture(echo());
  for (const std::string& bad :
       {std::string("\x16\x03\x01\x02\0\x01\xfc\x03", 8), std::string("GET /\r\n\r\n"),
        std::string("GET / HTTP/9.9\r\n\r\n"), std::string("GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n"),
        std::string("G\x01T / HTTP/1.1\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n"),
        std::string("POST / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx"),
        std::string("POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")}) {
    const std::string all = answer_to(fixture, bad);
    EXPECT_TRUE(all.starts_with("HTTP/1.1 400 ")) << bad << " -> " << all;
  }
  EXPECT_TRUE(answer_to(fixture, kGet).ends_with("GET / ;"));
}

TEST(Connection, DropsTheBodyForHeadButTellsItsLength) {
  HttpFixture fixture(echo());
  const std::string all =
      answer_to(fixture, "HEAD /large HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  EXPECT_NE(all.find("Content-Length: 5000\r\n"), std::string::npos);
  EXPECT_TRUE(all.ends_with("\r\n\r\n"));
}

TEST(Connection, AnswersWith500WhatIsDroppedOrThrows) {
  HttpFixture fixture(echo());
  for (const char* path : {"/drop", "/throw"}) {
    const std::string all =
        answer_to(fixture, "GET " + std::string(path) + " HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_TRUE(all.starts_with("HTTP/1.1 500 ")) << all;
    EXPECT_NE(all.find("\"status\":500"), std::string::npos);
    EXPECT_EQ(all.find("a bug"), std::string::npos);
  }
}

TEST(Connection, AsksForABodyThatWaitsToBeAskedFor) {
  HttpFixture fixture(echo());
  RawClient client(fixture.port());
  client.send("POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n");
  EXPECT_EQ(client.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("ok");
  EXPECT_TRUE(client.read_until(";").ends_with("POST / ok;"));
}

TEST(Connection, GzipsWhereTheClientAccepts) {
  HttpFixture fixture(echo());
  const std::string all =
      answer_to(fixture, "GET /large HTTP/1.1\r\nHost: a\r\nAccept-Encoding: gzip\r\n\r\n");
  EXPECT_NE(all.find("Content-Encoding: gzip\r\n"), std::string::npos);
  EXPECT_NE(all.find("\r\n\r\n\x1f\x8b"), std::string::npos);
  EXPECT_LT(all.size(), 1000u);
}

struct Streaming {
  std::shared_ptr<ResponseStream> stream;
  std::promise<void> opened, closed;

  HttpHandlers handlers() {
    HttpHandlers to;
    to.on_request = [this](HttpRequest, std::shared_ptr<Exchange> exchange) {
      stream = exchange->stream({200, {{"Content-Type", "text/event-stream"}}, ""});
      stream->on_closed([this] { closed.set_value(); });
      opened.set_value();
    };
    return to;
  }
  bool is_closed() {
    return closed.get_future().wait_for(std::chrono::seconds(5)) == std::future_status::ready;
  }
};

TEST(Connection, StreamsPiecesAsChunksToTheirEnd) {
  Streaming streaming;
  HttpFixture fixture(streaming.handlers());
  RawClient client(fixture.port());
  client.send(kGet);
  streaming.opened.get_future().wait();
  fixture.on_loop([&] { EXPECT_TRUE(streaming.stream->write("data: 1\n\n")); });
  EXPECT_TRUE(client.read_until("data: 1").ends_with("9\r\ndata: 1\n\n\r\n"));
  fixture.on_loop([&] { streaming.stream->close(); });
  EXPECT_EQ(client.read_to_end(), "0\r\n\r\n");
  EXPECT_TRUE(streaming.is_closed());
  fixture.on_loop([&] { EXPECT_FALSE(streaming.stream->write("x")); });
  fixture.on_loop([&] { streaming.stream.reset(); });
}

TEST(Connection, TellsAStreamThatItsClientIsGone) {
  Streaming streaming;
  HttpFixture fixture(streaming.handlers());
  {
    RawClient client(fixture.port());
    client.send(kGet);
    streaming.opened.get_future().wait();
  }
  EXPECT_TRUE(streaming.is_closed());
  fixture.on_loop([&] { streaming.stream.reset(); });
}

TEST(Connection, DropsAReaderThatIsTooSlow) {
  HttpLimits limits;
  limits.unsent_bytes_max = 100'000;
  Streaming streaming;
  HttpFixture fixture(streaming.handlers(), limits);
  RawClient client(fixture.port());
  client.send(kGet);
  streaming.opened.get_future().wait();
  bool is_dropped = false;
  for (int i = 0; i < 10'000 && !is_dropped; ++i)
    fixture.on_loop([&] { is_dropped = !streaming.stream->write(std::string(10'000, 'x')); });
  EXPECT_TRUE(is_dropped);
  EXPECT_TRUE(streaming.is_closed());
  fixture.on_loop([&] { streaming.stream.reset(); });
}

}  // namespace
}  // namespace busbar::io
