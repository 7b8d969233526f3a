#include <gtest/gtest.h>

#include "io/http/client.h"

namespace busbar::io {
namespace {

TEST(Url, SplitsHostPortAndTarget) {
  const Url url = parse_url("http://n1:8080/api?x=1#part").value();
  EXPECT_EQ(url.host, "n1");
  EXPECT_EQ(url.port, "8080");
  EXPECT_EQ(url.target, "/api?x=1");
  EXPECT_EQ(parse_url("ws://n1?x").value().target, "/?x");
  EXPECT_EQ(parse_url("http://[::1]:81").value().host, "::1");
  EXPECT_EQ(parse_url("http://[::1]:81").value().port, "81");
}

TEST(Url, RefusesWhatItCannotReach) {
  for (const char* bad :
       {"", "n1:8080", "https://n1", "http://", "http://n1:0", "http://n1:70000",
        "http://n1:", "http://a@n1", "http://[::1", "http://n1/a b", "http://n1/\r\nX"})
    EXPECT_FALSE(parse_url(bad)) << bad;
}

}  // namespace
}  // namespace busbar::io
