#include "cli/commands/run_progress.h"

namespace busbar::cli {

RunProgress::RunProgress(std::uint64_t cells_total, const std::vector<ResultView>& cells,
                         Seconds now)
    : cells_(cells_total), began_(now) {
  progress_.cells_total = cells_total;
  for (const ResultView& cell : cells) {
    if (cell.index >= cells_.size()) continue;
    Cell& known = cells_[cell.index];
    known.text = short_text(cell.requested);
    known.estimate = cell.estimate;
    known.is_done = !cell.state.empty() && cell.state != "pending";
    if (!known.is_done) estimate_left_ += cell.estimate;
    if (known.is_done) ++progress_.cells_done;
    if (known.is_done && !cell.is_measured) ++progress_.cells_failed;
  }
}

std::string RunProgress::text_of(std::uint64_t index) const {
  if (index < cells_.size() && !cells_[index].text.empty()) return cells_[index].text;
  return "cell " + std::to_string(index);
}

bool RunProgress::finish_cell(std::uint64_t index) {
  if (index >= cells_.size() || cells_[index].is_done) return false;
  Cell& cell = cells_[index];
  cell.is_done = true;
  ++progress_.cells_done;
  estimate_left_ = estimate_left_ - cell.estimate;
  estimate_done_here_ += cell.estimate;
  return true;
}

std::optional<std::string> RunProgress::apply(const std::string& kind,
                                              const wire::JsonView& event) {
  const std::uint64_t index = event.unsigned_or("cell");
  if (kind == "run_finished") is_finished_ = true;
  if (kind == "launch_dispatched") progress_.current = "starting on " + event.text_or("node");
  if (kind == "cell_started" && !is_cancelling_) progress_.current = text_of(index);
  if (kind == "cancel_requested") {
    is_cancelling_ = true;
    progress_.current = "cancelling";
  }
  if (kind != "cell_measured" && kind != "cell_failed") return std::nullopt;
  if (!finish_cell(index)) return std::nullopt;
  std::string line = "[" + std::to_string(progress_.cells_done) + "/" +
                     std::to_string(progress_.cells_total) + "] " + text_of(index);
  if (kind == "cell_measured") return line;
  ++progress_.cells_failed;
  return line + ": failed: " + event.text_or("reason");
}

// What is left takes as much longer than its estimate as what was done here did.
std::optional<Seconds> RunProgress::time_left(Seconds now) const {
  if (is_cancelling_ || estimate_left_.value() <= 0) return std::nullopt;
  const double done = estimate_done_here_.value(), elapsed = now.value() - began_.value();
  const double pace = done > 0 && elapsed > 0 ? elapsed / done : 1.0;
  return Seconds(estimate_left_.value() * pace);
}

Progress RunProgress::progress(Seconds now) const {
  Progress progress = progress_;
  progress.time_left = time_left(now);
  return progress;
}

}  // namespace busbar::cli
