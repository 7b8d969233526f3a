#include "cli/app/interrupt.h"

#include <gtest/gtest.h>

#include <csignal>

namespace busbar::cli {

TEST(Interrupt, FirstSignalSetsTheFlagAndTheSecondWouldEndTheProgram) {
  std::signal(SIGINT, SIG_IGN);  // as a script's background job has it
  catch_interrupts();
  EXPECT_FALSE(is_interrupted());
  std::raise(SIGINT);
  EXPECT_TRUE(is_interrupted());
  struct sigaction now{};
  sigaction(SIGINT, nullptr, &now);
  EXPECT_EQ(now.sa_handler, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

}  // namespace busbar::cli
