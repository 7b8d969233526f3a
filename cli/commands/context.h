#pragma once
// What a command may use of the world; tests give it fakes.
// Units: seconds on a clock that never goes back. Threads: one owner.
#include <functional>

#include "cli/api/api.h"
#include "cli/output/exit_code.h"
#include "cli/output/output.h"
#include "core/units/quantity.h"

namespace busbar::cli {

struct Context {
  Api& api;
  Output output;
  std::function<Seconds()> now;
  std::function<void(Seconds)> wait;
  std::function<bool()> is_interrupted;  // Ctrl-C or SIGTERM came
};

}  // namespace busbar::cli
