#include "cli/output/progress.h"

#include <algorithm>

#include "cli/output/number_text.h"
#include "cli/output/table.h"

namespace busbar::cli {
namespace {

constexpr std::size_t kBarWidth = 24;        // 4 % a step, and room for the rest in 80 columns
constexpr std::size_t kBarWidthNarrow = 10;  // below kNarrow columns
constexpr std::size_t kNarrow = 60;

std::string bar(const Progress& progress, std::size_t width) {
  const std::uint64_t total = std::max<std::uint64_t>(progress.cells_total, 1);
  const std::uint64_t done = std::min(progress.cells_done, total);
  const auto filled = static_cast<std::size_t>(done * width / total);
  return "[" + std::string(filled, '#') + std::string(width - filled, '-') + "]";
}

}  // namespace

std::string progress_line(const Progress& progress, std::size_t width) {
  std::string line = bar(progress, width < kNarrow ? kBarWidthNarrow : kBarWidth);
  line += " " + std::to_string(progress.cells_done) + "/" + std::to_string(progress.cells_total);
  if (progress.cells_failed > 0) line += "  " + std::to_string(progress.cells_failed) + " failed";
  const std::string left =
      progress.time_left ? "  " + duration_text(*progress.time_left) + " left" : "";
  const std::size_t fixed = text_width(line) + text_width(left);
  if (!progress.current.empty() && fixed + 3 < width)
    line += "  " + shortened(progress.current, width - fixed - 2);
  return shortened(line + left, width);
}

void ProgressView::show(const Progress& progress) {
  if (!output_.err_terminal.is_terminal) return;
  // One column stays free: a full last column makes some terminals wrap.
  const std::string line = progress_line(progress, output_.err_terminal.width - 1);
  if (line == drawn_) return;
  output_.err << "\r\033[K" << line << std::flush;
  drawn_ = line;
}

void ProgressView::print(std::string_view line) {
  const std::string bar_line = drawn_;
  clear();
  output_.err << line << '\n' << std::flush;
  if (bar_line.empty()) return;
  output_.err << bar_line << std::flush;
  drawn_ = bar_line;
}

void ProgressView::print_plain(std::string_view line) {
  if (!output_.err_terminal.is_terminal) print(line);
}

void ProgressView::clear() {
  if (drawn_.empty()) return;
  output_.err << "\r\033[K" << std::flush;
  drawn_.clear();
}

}  // namespace busbar::cli
