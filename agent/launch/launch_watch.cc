#include "agent/launch/launch_watch.h"

#include <cmath>

namespace busbar::agent {
namespace {

std::string seconds_text(Seconds time) {
  return std::to_string(static_cast<long>(std::ceil(time.value()))) + " s";
}

// mpirun passes on what ended a rank as 128 + the signal.
std::string status_text(io::ExitStatus status) {
  std::string text = io::to_text(status);
  if (status.signal == 0 && status.code > 128 && status.code < 128 + 65)
    text += " (a rank was ended by signal " + std::to_string(status.code - 128) + ")";
  return text;
}

}  // namespace

LaunchWatch::LaunchWatch(const wire::StartLaunch& launch, std::vector<std::string> command)
    : launch_(launch), command_(std::move(command)) {
  for (const wire::LaunchCell& cell : launch_.cells) open_.insert(cell.index);
}

LaunchWatch::Step LaunchWatch::on_started(std::int64_t pid) {
  pid_ = pid;
  return {};
}

Seconds LaunchWatch::silence_limit() const {
  if (!start_time_) return launch_.timeouts.launch_start;
  return Seconds(launch_.timeouts.cell_silence.value() +
                 kCellTimeFactor * launch_.sampling.cell_time_max.value());
}

LaunchWatch::Step LaunchWatch::on_stdout_line(const std::string& line, Seconds since_start) {
  if (!wire::is_bench_line(line)) {
    keep(line);
    return {};
  }
  const auto parsed = wire::parse_bench_line(line);
  if (!parsed) {
    keep(line.substr(0, 1024));
    return break_off("the bench program wrote a line that cannot be read: " +
                     to_line(parsed.error()));
  }
  return on_bench_line(*parsed, since_start);
}

LaunchWatch::Step LaunchWatch::on_bench_line(const wire::BenchLine& line, Seconds since_start) {
  if (outcome_) return {};  // it is being stopped: what still comes is not asked for any more
  if (const auto* start = std::get_if<wire::StartLine>(&line)) {
    if (start_time_) return break_off("the bench program started twice");
    start_time_ = since_start;
    return {{wire::LaunchStarted{pid_, command_, *start}}, std::nullopt, false};
  }
  if (!start_time_) return break_off("the bench program wrote a result before its start line");
  if (const auto* begun = std::get_if<wire::CellStarted>(&line)) {
    if (!open_.contains(begun->cell))
      return break_off("the bench program began cell " + std::to_string(begun->cell.value()) +
                       ", which it was not given or has done");
    current_ = begun->cell;
    return {{}, begun->cell, false};
  }
  if (const auto* measured = std::get_if<wire::MeasurementLine>(&line))
    return on_result(measured->measurement.index, wire::CellMeasured{measured->measurement});
  if (const auto* failed = std::get_if<wire::CellFailedLine>(&line))
    return on_result(failed->cell, wire::CellFailed{failed->cell, failed->failure, failed->reason,
                                                    failed->measurement});
  has_ended_ = true;
  return {};
}

LaunchWatch::Step LaunchWatch::on_result(CellIndex cell, wire::RecordBody record) {
  if (!open_.contains(cell))
    return break_off("the bench program wrote a result of cell " + std::to_string(cell.value()) +
                     ", which it was not given or has done");
  open_.erase(cell);
  current_.reset();
  return {{std::move(record)}, std::nullopt, false};
}

LaunchWatch::Step LaunchWatch::on_stderr_line(const std::string& line) {
  keep(line);
  return {};
}

void LaunchWatch::keep(const std::string& line) {
  tail_ += line + "\n";
  if (tail_.size() > kOutputTailMax) tail_.erase(0, tail_.size() - kOutputTailMax);
}

void LaunchWatch::fail_current(Step& step, CellFailure failure, const std::string& reason) {
  if (!current_) return;
  last_ = current_;
  step.records.push_back(wire::CellFailed{*current_, failure, reason, std::nullopt});
  open_.erase(*current_);
  current_.reset();
}

LaunchWatch::Step LaunchWatch::break_off(const std::string& reason) {
  if (outcome_) return {};
  Step step;
  step.must_stop = true;
  outcome_ = wire::LaunchOutcome::Failed;
  reason_ = reason;
  fail_current(step, CellFailure::Failed, reason);
  return step;
}

LaunchWatch::Step LaunchWatch::on_silence() {
  if (outcome_) return {};
  Step step;
  step.must_stop = true;
  outcome_ = wire::LaunchOutcome::TimedOut;
  reason_ = (start_time_ ? "no line came for " : "no start line came within ") +
            seconds_text(silence_limit());
  if (start_time_)
    reason_ += " (cell_silence_seconds " + seconds_text(launch_.timeouts.cell_silence) + " and " +
               std::to_string(static_cast<int>(kCellTimeFactor)) +
               " times the cell's sampling time)";
  fail_current(step, CellFailure::TimedOut, reason_);
  return step;
}

LaunchWatch::Step LaunchWatch::on_stop_requested(const std::string& reason) {
  if (outcome_) return {};
  Step step;
  step.must_stop = true;
  outcome_ = wire::LaunchOutcome::Cancelled;
  reason_ = reason;
  last_ = current_;
  current_.reset();  // it was not its fault: it may be measured again
  return step;
}

LaunchWatch::Step LaunchWatch::on_exit(io::ExitStatus status, Seconds since_start) {
  Step step;
  if (!outcome_ && (!open_.empty() || current_)) {
    outcome_ = wire::LaunchOutcome::Failed;
    reason_ = "mpirun ended with " + status_text(status) +
              (has_ended_ ? " and left cells unmeasured" : " before all cells were measured");
    if (current_)
      fail_current(step, CellFailure::Failed,
                   reason_ + ", at cell " + std::to_string(current_->value()));
  }
  step.records.push_back(end(status, since_start));
  return step;
}

wire::LaunchEnded LaunchWatch::end(io::ExitStatus status, Seconds since_start) const {
  wire::LaunchEnded ended;
  ended.outcome = outcome_.value_or(wire::LaunchOutcome::Finished);
  if (status.signal != 0)
    ended.signal = status.signal;
  else
    ended.exit_code = status.code;
  ended.reason = reason_;
  ended.cell = last_;
  if (ended.outcome != wire::LaunchOutcome::Finished) ended.output_tail = tail_;
  ended.launch_time = since_start;
  ended.start_time = start_time_;
  return ended;
}

}  // namespace busbar::agent
