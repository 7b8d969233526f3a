#include "cli/output/terminal.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace busbar::cli {

TEST(Terminal, AFileIsNone) {
  const int file = open("/dev/null", O_WRONLY);
  EXPECT_FALSE(terminal_of(file).is_terminal);
  close(file);
}

TEST(Terminal, TellsItsWidth) {
  int master = -1, slave = -1;
  winsize size{};
  size.ws_col = 132;
  ASSERT_EQ(openpty(&master, &slave, nullptr, nullptr, &size), 0);
  EXPECT_TRUE(terminal_of(slave).is_terminal);
  EXPECT_EQ(terminal_of(slave).width, 132U);
  size.ws_col = 0;
  ioctl(slave, TIOCSWINSZ, &size);
  EXPECT_EQ(terminal_of(slave).width, 80U);
  close(slave);
  close(master);
}

}  // namespace busbar::cli
