#pragma once
// What the handlers work with. Threads: the loop's.
#include <string>

#include "controller/api/event_streams.h"
#include "controller/metrics/metrics.h"
#include "controller/scheduler/scheduler.h"
#include "controller/sessions/sessions.h"
#include "controller/store/store.h"
#include "io/async/loop.h"

namespace busbar::controller {

struct Service {
  io::Loop& loop;
  Store& store;
  Sessions& sessions;
  Scheduler& scheduler;
  EventStreams& streams;
  std::string version;
  Seconds started;  // of the loop's monotonic clock
  Counters counters;
  bool is_stopping = false;
};

}  // namespace busbar::controller
