#pragma once
// Whether a stream is shown to a person, and how wide that is.
// Units: columns. Threads: any.
#include <cstddef>

namespace busbar::cli {

struct Terminal {
  bool is_terminal = false;
  std::size_t width = 80;
};

// Of a file descriptor; a terminal that says nothing of its width has 80 columns.
Terminal terminal_of(int descriptor);

}  // namespace busbar::cli
