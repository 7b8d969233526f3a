#include "cli/output/exit_code.h"

#include <gtest/gtest.h>

#include "io/file/file.h"

namespace busbar::cli {

TEST(ExitCode, CompletedWithoutFailedCellsIsSuccess) {
  EXPECT_EQ(exit_code_of_run("completed", 0), ExitCode::Success);
}

TEST(ExitCode, FailedCellsFailedAndCancelledRunsAreIncomplete) {
  EXPECT_EQ(exit_code_of_run("completed", 1), ExitCode::RunIncomplete);
  EXPECT_EQ(exit_code_of_run("failed", 0), ExitCode::RunIncomplete);
  EXPECT_EQ(exit_code_of_run("cancelled", 0), ExitCode::RunIncomplete);
}

TEST(ExitCode, NumbersArePromised) {
  EXPECT_EQ(static_cast<int>(ExitCode::Success), 0);
  EXPECT_EQ(static_cast<int>(ExitCode::RunIncomplete), 1);
  EXPECT_EQ(static_cast<int>(ExitCode::Inconclusive), 2);
  EXPECT_EQ(static_cast<int>(ExitCode::Error), 3);
}

TEST(ExitCode, GuideHasTheSameTextAsTheHelp) {
  const auto guide = io::read_file(BUSBAR_SOURCE_DIR "/docs/guide/cli.md", 1U << 20);
  ASSERT_TRUE(guide);
  EXPECT_NE(guide->find(exit_codes_text()), std::string::npos);
}

}  // namespace busbar::cli
