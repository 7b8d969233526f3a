#include "io/process/line_splitter.h"

#include <utility>

namespace busbar::io {

void LineSplitter::feed(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    take(bytes.substr(0, end));
    if (end == std::string_view::npos) return;
    deliver();
    bytes.remove_prefix(end + 1);
  }
}

void LineSplitter::finish() {
  if (!line_.empty() || is_cut_) deliver();
}

void LineSplitter::take(std::string_view part) {
  const std::size_t room = bytes_max_ - line_.size();
  if (part.size() > room) is_cut_ = true;
  line_.append(part.substr(0, room));
}

void LineSplitter::deliver() {
  std::string line = std::exchange(line_, {});
  if (std::exchange(is_cut_, false))
    line += kCutMark;
  else if (line.ends_with('\r'))
    line.pop_back();
  if (sink_) sink_(std::move(line));
}

}  // namespace busbar::io
