#include <gtest/gtest.h>
#include <zlib.h>

#include "io/http/text.h"

namespace busbar::io {
namespace {

std::string unpacked(std::string packed) {
  z_stream stream{};
  EXPECT_EQ(inflateInit2(&stream, 15 + 16), Z_OK);
  std::string out(1u << 20, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_in = static_cast<uInt>(packed.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(inflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  inflateEnd(&stream);
  return out;
}

TEST(Gzip, UnpacksToTheSameText) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += std::to_string(i * 7919);
  EXPECT_LT(gzip(text).size(), text.size());
  EXPECT_EQ(unpacked(gzip(text)), text);
}

TEST(Gzip, IsTakenOnlyWhereItIsAcceptedAndWorthIt) {
  EXPECT_TRUE(accepts_gzip({{"accept-encoding", "br, GZIP;q=0.5"}}));
  EXPECT_FALSE(accepts_gzip({{"Accept-Encoding", "gzip;q=0, br"}}));
  EXPECT_FALSE(accepts_gzip({}));
  HttpResponse small{200, {}, std::string(1023, 'x')}, large{200, {}, std::string(1024, 'x')};
  const Headers accepting{{"Accept-Encoding", "gzip"}};
  gzip_if_worth_it(accepting, small);
  gzip_if_worth_it(accepting, large);
  EXPECT_EQ(small.body.size(), 1023u);
  EXPECT_EQ(header(large.headers, "content-encoding"), "gzip");
  EXPECT_EQ(unpacked(large.body), std::string(1024, 'x'));
  gzip_if_worth_it(accepting, large);
  EXPECT_EQ(unpacked(large.body), std::string(1024, 'x'));
}

}  // namespace
}  // namespace busbar::io
