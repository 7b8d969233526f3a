#pragma once
// Server-sent events from a stream of bytes cut anywhere.
// Source: the event stream format of the HTML standard (lines end in LF, CR or CRLF; a blank line
// ends an event; an event without data is dropped; an id stays for the events after it).
// Invariants: a line longer than kEventBytesMax is an error of the stream, never memory without
// end. Threads: one owner.
#include <functional>
#include <string>
#include <string_view>

namespace busbar::cli {

// A run's events are a few KiB; a measurement with the times of many ranks some hundred.
inline constexpr std::size_t kEventBytesMax = 16U << 20;

struct ServerEvent {
  std::string id;    // the last one seen
  std::string type;  // "message" if the event names none
  std::string data;

  bool operator==(const ServerEvent&) const = default;
};

class ServerEventParser {
 public:
  // False: the stream breaks the limit and must be closed.
  bool feed(std::string_view piece, const std::function<void(const ServerEvent&)>& on_event);
  const std::string& last_id() const { return id_; }
  // For a new connection: what was half read is forgotten, the last id is kept.
  void reconnect();

 private:
  void take_line(std::string_view line, const std::function<void(const ServerEvent&)>& on_event);
  void take_field(std::string_view name, std::string_view value);

  std::string line_;
  std::string id_;
  std::string type_;
  std::string data_;
  bool has_data_ = false;
  bool ended_with_cr_ = false;
};

}  // namespace busbar::cli
