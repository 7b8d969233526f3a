#include "cli/output/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

namespace busbar::cli {

Terminal terminal_of(int descriptor) {
  Terminal terminal;
  terminal.is_terminal = isatty(descriptor) == 1;
  winsize size{};
  if (terminal.is_terminal && ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
    terminal.width = size.ws_col;
  return terminal;
}

}  // namespace busbar::cli
