#pragma once
// Ctrl-C and SIGTERM as a flag that can be looked at. The second one ends the program at once.
// Threads: one owner; the flag is set by the signal handler.
namespace busbar::cli {

// Also where the shell made SIGINT ignored, as it does for background jobs of scripts.
void catch_interrupts();
bool is_interrupted();

}  // namespace busbar::cli
