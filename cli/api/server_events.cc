#include "cli/api/server_events.h"

namespace busbar::cli {

void ServerEventParser::reconnect() {
  line_.clear();
  type_.clear();
  data_.clear();
  has_data_ = false;
  ended_with_cr_ = false;
}

bool ServerEventParser::feed(std::string_view piece,
                             const std::function<void(const ServerEvent&)>& on_event) {
  for (const char c : piece) {
    const bool is_second_half = c == '\n' && ended_with_cr_;
    ended_with_cr_ = c == '\r';
    if (is_second_half) continue;
    if (c != '\n' && c != '\r') {
      if (line_.size() + data_.size() >= kEventBytesMax) return false;
      line_ += c;
      continue;
    }
    take_line(line_, on_event);
    line_.clear();
  }
  return true;
}

void ServerEventParser::take_line(std::string_view line,
                                  const std::function<void(const ServerEvent&)>& on_event) {
  if (line.empty()) {
    if (has_data_) on_event({id_, type_.empty() ? "message" : type_, data_});
    type_.clear();
    data_.clear();
    has_data_ = false;
    return;
  }
  const std::size_t colon = line.find(':');
  if (colon == 0) return;  // a comment, which keeps the connection alive
  std::string_view value = colon == std::string_view::npos ? "" : line.substr(colon + 1);
  if (value.starts_with(' ')) value.remove_prefix(1);
  take_field(line.substr(0, colon), value);
}

void ServerEventParser::take_field(std::string_view name, std::string_view value) {
  if (name == "id") id_ = value;
  if (name == "event") type_ = value;
  if (name != "data") return;
  if (has_data_) data_ += '\n';
  data_ += value;
  has_data_ = true;
}

}  // namespace busbar::cli
