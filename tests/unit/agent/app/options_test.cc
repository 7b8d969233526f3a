#include "agent/app/options.h"

#include <gtest/gtest.h>

namespace busbar::agent {
namespace {

TEST(AgentOptions, HaveDefaultsForOneMachine) {
  const auto parsed = parse_options({}, "/data");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->options.controller, "http://127.0.0.1:7420");
  EXPECT_EQ(parsed->options.data, "/data");
  EXPECT_FALSE(parsed->print_and_end);
}

TEST(AgentOptions, TakeLabels) {
  const auto parsed = parse_options({"--label", "rack=7", "--label", "leaf=a=b"}, "/data");
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->options.labels.at("rack"), "7");
  EXPECT_EQ(parsed->options.labels.at("leaf"), "a=b");
}

TEST(AgentOptions, RefuseALabelWithoutAName) {
  const auto parsed = parse_options({"--label", "=7"}, "/data");
  ASSERT_FALSE(parsed);
  EXPECT_EQ(parsed.error().where, "--label");
}

TEST(AgentOptions, RefuseAnUnknownOptionAndSayWhereHelpIs) {
  const auto parsed = parse_options({"--port", "1"}, "/data");
  ASSERT_FALSE(parsed);
  EXPECT_NE(parsed.error().remedy.find("--help"), std::string::npos);
}

TEST(AgentOptions, PrintHelpWithExitCodesAndTheVersion) {
  EXPECT_NE(parse_options({"--help"}, "/data")->print_and_end->find("Exit codes"),
            std::string::npos);
  EXPECT_NE(parse_options({"--version"}, "/data")->print_and_end->find("busbar-agent"),
            std::string::npos);
}

}  // namespace
}  // namespace busbar::agent
