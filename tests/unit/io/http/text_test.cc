#include "io/http/text.h"

#include <gtest/gtest.h>

namespace busbar::io {
namespace {

TEST(Target, DecodesPathAndQuery) {
  const auto target = parse_target("/runs/a%2Fb+c?state=done&q=x+y%26&q=last&flag&=n");
  ASSERT_TRUE(target);
  EXPECT_EQ(target->path, "/runs/a/b+c");
  EXPECT_EQ(target->query,
            (std::map<std::string, std::string>{{"state", "done"}, {"q", "last"}, {"flag", ""}}));
}

TEST(Target, RefusesBrokenEscapesAndOtherForms) {
  for (const char* bad : {"/%", "/%4", "/%zz", "/%00", "/x?a=%f", "*", "http://x/", ""})
    EXPECT_FALSE(parse_target(bad)) << bad;
}

TEST(Head, KeepsOtherHeadersAndCannotBeSplit) {
  const HttpResponse response{200, {{"X", "a\r\nEvil: b"}, {"content-length", "9"}}, "hi"};
  EXPECT_EQ(
      head_text(response, {}),
      "HTTP/1.1 200 OK\r\nX: a  Evil: b\r\nContent-Length: 2\r\nConnection: keep-alive\r\n\r\n");
}

TEST(Head, GivesNoLengthWhereThereIsNoBody) {
  EXPECT_EQ(head_text({304, {}, ""}, {BodyFraming::Length, false}),
            "HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n");
}

TEST(Chunk, StartsWithItsLengthInHexadecimal) {
  EXPECT_EQ(chunk_text(std::string(26, 'x')), "1a\r\n" + std::string(26, 'x') + "\r\n");
}

TEST(Problem, EscapesItsDetail) {
  const std::string body = problem(400, "a\"b\\\n").body;
  EXPECT_TRUE(body.starts_with(
      R"({"type":"about:blank","title":"Bad Request","status":400,"detail":"a\"b\\ ",)"))
      << body;
}

TEST(Problem, NamesThePlaceAndTheRemedy) {
  const std::string body = problem(413, "too long", "request body", "send less").body;
  EXPECT_NE(body.find(R"("where":"request body","remedy":"send less"})"), std::string::npos)
      << body;
}

}  // namespace
}  // namespace busbar::io
