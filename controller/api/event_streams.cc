#include "controller/api/event_streams.h"

#include <vector>

#include "core/units/time_text.h"
#include "io/log/log.h"
#include "wire/json/value.h"

namespace busbar::controller {
namespace {

// Of one write; the next page follows after kPagePause, so that a long history is not all in memory
// before a client has read any of it.
constexpr std::uint32_t kPage = 500;
constexpr Seconds kPagePause{0.01};
constexpr std::string_view kLastKind = "run_finished";

std::string data_of(const RunId& run, WallTime at, const std::string& content) {
  wire::JsonWriter out;
  out.begin_object().field("run", run.text()).field("at", utc_text(at));
  if (const auto view = wire::JsonView::parse(content))
    view->for_each_member([&out](const std::string& name, const wire::JsonView& value) {
      out.raw_field(name, value.json_text());
    });
  out.end_object();
  return out.take();
}

}  // namespace

std::string event_text(const RunId& run, const StoredEvent& event) {
  return "id: " + std::to_string(event.id) + "\nevent: " + event.kind +
         "\ndata: " + data_of(run, event.at, event.content) + "\n\n";
}

EventStreams::~EventStreams() {
  *is_alive_ = false;
  for (const auto& [key, follower] : followers_) loop_.cancel(follower.keep_alive);
}

void EventStreams::open(const RunId& run, EventId after,
                        std::shared_ptr<io::ResponseStream> stream) {
  const Key key = next_++;
  stream->on_closed([this, key, alive = is_alive_] {
    if (*alive) drop(key);
  });
  followers_[key] = {.run = run, .last = after, .cell = {}, .stream = std::move(stream)};
  keep_alive(key);
  pump_after(key, Seconds(0));
}

void EventStreams::on_change(const RunId& run) {
  for (auto& [key, follower] : followers_)
    if (follower.run == run) pump_after(key, Seconds(0));
}

void EventStreams::close_all() {
  std::vector<std::shared_ptr<io::ResponseStream>> streams;
  for (const auto& [key, follower] : followers_) streams.push_back(follower.stream);
  for (const auto& stream : streams) stream->close();
}

void EventStreams::pump_after(Key key, Seconds delay) {
  Follower& follower = followers_.at(key);
  if (follower.is_pump_due) return;
  follower.is_pump_due = true;
  loop_.call_after(delay, [this, key, alive = is_alive_] {
    if (*alive) pump(key);
  });
}

void EventStreams::pump(Key key) {
  const auto found = followers_.find(key);
  if (found == followers_.end()) return;
  Follower& follower = found->second;
  follower.is_pump_due = false;
  const auto stream = follower.stream;  // writing may drop the follower
  const auto events = store_.events(follower.run, follower.last, kPage);
  if (!events) {
    io::log(io::LogLevel::Error, "controller.api", "events cannot be read",
            {{"run", follower.run.text()}, {"error", to_line(events.error())}});
    return stream->close();
  }
  std::string text;
  for (const StoredEvent& event : *events) text += event_text(follower.run, event);
  if (!events->empty()) follower.last = events->back().id;
  const bool is_at_end = !events->empty() && events->back().kind == kLastKind;
  const bool has_more = events->size() == kPage;
  if (!text.empty() && !stream->write(std::move(text))) return;
  if (is_at_end) return stream->close();
  if (followers_.contains(key) && has_more) return pump_after(key, kPagePause);
  if (followers_.contains(key)) tell_progress(followers_.at(key));
}

void EventStreams::tell_progress(Follower& follower) {
  const auto progress = scheduler_.progress(follower.run);
  if (!progress || !progress->cell || !progress->launch) return;
  if (follower.cell == progress->cell) return;
  follower.cell = progress->cell;
  wire::JsonWriter content;
  content.begin_object()
      .field("launch", progress->launch->text())
      .field("cell", progress->cell->value())
      .end_object();
  const std::string data = data_of(follower.run, loop_.wall_now(), content.str());
  follower.stream->write("event: cell_started\ndata: " + data + "\n\n");
}

void EventStreams::keep_alive(Key key) {
  followers_.at(key).keep_alive = loop_.call_after(kKeepAlive, [this, key, alive = is_alive_] {
    if (!*alive || !followers_.contains(key)) return;
    const auto stream = followers_.at(key).stream;
    if (stream->write(": still here\n\n") && followers_.contains(key)) keep_alive(key);
  });
}

void EventStreams::drop(Key key) {
  const auto found = followers_.find(key);
  if (found == followers_.end()) return;
  loop_.cancel(found->second.keep_alive);
  followers_.erase(found);
}

}  // namespace busbar::controller
