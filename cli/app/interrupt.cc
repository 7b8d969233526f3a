#include "cli/app/interrupt.h"

#include <csignal>

namespace busbar::cli {
namespace {

volatile std::sig_atomic_t interrupted = 0;

extern "C" void remember_interrupt(int) {
  interrupted = 1;
}

}  // namespace

void catch_interrupts() {
  struct sigaction action{};
  action.sa_handler = remember_interrupt;
  // The default action is back after the first one: the second ends the program.
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

bool is_interrupted() {
  return interrupted != 0;
}

}  // namespace busbar::cli
