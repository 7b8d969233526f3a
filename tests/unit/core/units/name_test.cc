#include "core/units/name.h"

#include <gtest/gtest.h>

namespace busbar {
namespace {

TEST(Name, AcceptsWhatHostsAndRunsAreCalled) {
  for (const char* text : {"n1", "gpu-node.example.org", "r-20260101-1.l2", "rack/2:slot+1"})
    EXPECT_TRUE(NodeId::parse(text)) << text;
}

TEST(Name, RefusesTextThatCouldBeAnOptionOrAShellWord) {
  for (const char* text : {"-np", "a b", "a;b", "$(x)", "a\nb", ".hidden", "é"})
    EXPECT_FALSE(NodeId::parse(text)) << text;
}

TEST(Name, RefusesEmptyAndTooLongText) {
  EXPECT_EQ(RunId::parse("").error().what, "is empty");
  EXPECT_TRUE(RunId::parse(std::string(128, 'a')));
  const Result<RunId> long_one = RunId::parse(std::string(129, 'a'));
  ASSERT_FALSE(long_one);
  EXPECT_NE(long_one.error().what.find("129"), std::string::npos);
}

TEST(Name, ErrorSaysWhichKindOfNameItIs) {
  EXPECT_EQ(LaunchId::parse("!").error().where, "launch id");
}

TEST(Name, DefaultAlgorithmIsTheWordDefault) { EXPECT_EQ(default_algorithm().text(), "default"); }

}  // namespace
}  // namespace busbar
