#include "cli/commands/read.h"

#include <gtest/gtest.h>

#include "tests/support/command_world.h"

namespace busbar::cli {
namespace {

const std::string kCorpora = BUSBAR_SOURCE_DIR "/tests/corpora/";

}  // namespace

TEST(ReadCommand, PrintsFactsAndFindingsOfAKnownKindAndAsksNobody) {
  testing::CommandWorld world;
  Context context = world.context();
  const Invocation invocation{.command = "read",
                              .argument = kCorpora + "host/host-s05-sysctl-10g-tuning.txt",
                              .is_json = true};
  ASSERT_EQ(read_command(invocation, context), ExitCode::Success) << world.err.str();
  const auto json = wire::JsonView::parse(world.out.str());
  ASSERT_TRUE(json);
  EXPECT_EQ(json->text_or("kind"), "sysctl");
  EXPECT_NE(world.out.str().find("sysctl_rmem_max"), std::string::npos);
  EXPECT_NE(world.out.str().find("net.core.rmem_max"), std::string::npos);
  EXPECT_TRUE(world.api.sent.empty());
}

TEST(ReadCommand, RefusesAnUnknownKindAndAnUnknownText) {
  testing::CommandWorld world;
  Context context = world.context();
  const std::string file = kCorpora + "host/host-s05-sysctl-10g-tuning.txt";
  EXPECT_EQ(
      read_command({.command = "read", .argument = file, .options = {{"kind", "nope"}}}, context),
      ExitCode::Error);
  EXPECT_NE(world.err.str().find("'nope' is no kind; one of nccl-log"), std::string::npos)
      << world.err.str();
  EXPECT_EQ(read_command({.command = "read", .argument = "/dev/null"}, context), ExitCode::Error);
  EXPECT_NE(world.err.str().find("the kind of this text is not known"), std::string::npos);
  EXPECT_EQ(world.out.str(), "");
}

}  // namespace busbar::cli
