#include "controller/app/options.h"

#include <gtest/gtest.h>

namespace busbar::controller {
namespace {

TEST(ControllerOptions, ListenOnLoopbackUnlessToldOtherwise) {
  const auto parsed = parse_options({}, "/data");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->options.listen.host, "127.0.0.1");
  EXPECT_EQ(parsed->options.listen.port, 7420);
  EXPECT_EQ(parsed->options.data, "/data");
  EXPECT_FALSE(parsed->options.is_insecure_listen);
  EXPECT_FALSE(parsed->options.ready_fd);
}

TEST(ControllerOptions, TakeWhatIsGiven) {
  const auto parsed = parse_options({"--listen", "[::1]:0", "--data", "/d", "--log-level", "debug",
                                     "--ready-fd", "7", "--insecure-listen"},
                                    "/data");
  ASSERT_TRUE(parsed) << to_line(parsed.error());
  EXPECT_EQ(parsed->options.listen.host, "::1");
  EXPECT_EQ(parsed->options.listen.port, 0);
  EXPECT_EQ(parsed->options.log_level, io::LogLevel::Debug);
  EXPECT_EQ(parsed->options.ready_fd, 7);
  EXPECT_TRUE(parsed->options.is_insecure_listen);
}

TEST(ControllerOptions, RefuseWhatIsNoAddress) {
  for (const char* text : {"7420", ":7420", "localhost", "127.0.0.1:", "127.0.0.1:70000",
                           "127.0.0.1:-1", "::1:80", "127.0.0.1:http"}) {
    const auto parsed = parse_options({"--listen", text}, "/data");
    ASSERT_FALSE(parsed) << text;
    EXPECT_EQ(parsed.error().where, "--listen");
  }
}

TEST(ControllerOptions, RefuseUnknownOnes) {
  EXPECT_FALSE(parse_options({"--lisen", "x"}, "/data"));
  EXPECT_FALSE(parse_options({"--log-level", "loud"}, "/data"));
}

TEST(ControllerOptions, HelpNamesTheExitCodes) {
  const auto parsed = parse_options({"--help"}, "/data");
  ASSERT_TRUE(parsed);
  ASSERT_TRUE(parsed->print_and_end);
  EXPECT_NE(parsed->print_and_end->find("Exit codes"), std::string::npos);
  EXPECT_EQ(*parse_options({"--version"}, "/data")->print_and_end,
            "busbar-controller " BUSBAR_VERSION "\n");
}

}  // namespace
}  // namespace busbar::controller
