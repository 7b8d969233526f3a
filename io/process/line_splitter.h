#pragma once
// Bytes into lines. A line longer than the limit is delivered once, cut there and marked; the rest
// of it is thrown away. Invariants: a line has no '\n' and no '\r' before it; memory stays within
// the limit. Threads: values.
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace busbar::io {

inline constexpr std::string_view kCutMark = " [line cut]";

class LineSplitter {
 public:
  using Sink = std::function<void(std::string line)>;
  LineSplitter(std::size_t bytes_max, Sink sink) : bytes_max_(bytes_max), sink_(std::move(sink)) {}

  void feed(std::string_view bytes);
  void finish();  // delivers a last line without an end

 private:
  void take(std::string_view part);
  void deliver();

  std::size_t bytes_max_;
  Sink sink_;
  std::string line_;
  bool is_cut_ = false;
};

}  // namespace busbar::io
