#pragma once
// Runs followed by clients over server-sent events.
// Promises: the history from the asked event on, then what happens, each stored event once and in
// order; a comment every kKeepAlive while open; the end after the run's last event. A cell that is
// begun is told live, without an id, since it is not stored. A client that reads too slowly is
// dropped by io and goes on with Last-Event-ID. Source: server-sent events of the HTML standard.
// Threads: the loop's.
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "controller/scheduler/scheduler.h"
#include "controller/store/store.h"
#include "io/async/loop.h"
#include "io/http/server.h"

namespace busbar::controller {

inline constexpr Seconds kKeepAlive{15.0};

class EventStreams {
 public:
  EventStreams(io::Loop& loop, Store& store, Scheduler& scheduler)
      : loop_(loop), store_(store), scheduler_(scheduler) {}
  ~EventStreams();
  EventStreams(const EventStreams&) = delete;
  EventStreams& operator=(const EventStreams&) = delete;

  void open(const RunId& run, EventId after, std::shared_ptr<io::ResponseStream> stream);
  // The run has new events or has begun another cell.
  void on_change(const RunId& run);
  void close_all();
  std::size_t size() const { return followers_.size(); }

 private:
  struct Follower {
    RunId run;
    EventId last = 0;
    std::optional<CellIndex> cell;  // the one told last
    std::shared_ptr<io::ResponseStream> stream;
    io::Loop::TimerId keep_alive = 0;
    bool is_pump_due = false;
  };
  using Key = std::uint64_t;

  void pump_after(Key key, Seconds delay);
  void pump(Key key);
  void tell_progress(Follower& follower);
  void keep_alive(Key key);
  void drop(Key key);

  io::Loop& loop_;
  Store& store_;
  Scheduler& scheduler_;
  std::map<Key, Follower> followers_;
  Key next_ = 1;
  std::shared_ptr<bool> is_alive_ = std::make_shared<bool>(true);
};

// "id: 41\nevent: cell_measured\ndata: {…}\n\n"
std::string event_text(const RunId& run, const StoredEvent& event);

}  // namespace busbar::controller
