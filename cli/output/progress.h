#pragma once
// How far a run is, as one line: a bar that is redrawn on a terminal, nothing of it elsewhere.
// Units: seconds; widths in columns.
// Invariants: a drawn line is never wider than the terminal, so redrawing leaves no rests.
// Threads: one owner.
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/output/output.h"
#include "core/units/quantity.h"

namespace busbar::cli {

struct Progress {
  std::uint64_t cells_total = 0;
  std::uint64_t cells_done = 0;    // measured, failed or left out
  std::uint64_t cells_failed = 0;  // of these
  std::string current{};           // "all_reduce 64 KiB ring", or what is waited for
  std::optional<Seconds> time_left{};
};

// "[#####-----]  17/42  1 failed  all_reduce 64 KiB ring  48 s left"; what does not fit is left out
// from the right.
std::string progress_line(const Progress& progress, std::size_t width);

class ProgressView {
 public:
  explicit ProgressView(Output& output) : output_(output) {}
  ~ProgressView() { clear(); }
  ProgressView(const ProgressView&) = delete;
  ProgressView& operator=(const ProgressView&) = delete;

  void show(const Progress& progress);      // on a terminal; draws only what has changed
  void print(std::string_view line);        // a line that stays, above the bar
  void print_plain(std::string_view line);  // a line that stays, only where there is no bar
  void clear();

 private:
  Output& output_;
  std::string drawn_;
};

}  // namespace busbar::cli
