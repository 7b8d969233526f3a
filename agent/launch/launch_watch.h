#pragma once
// The life of one launch as a pure machine: lines, silence and exits go in; records come out.
// Promises: every cell gets at most one record; a cell that was begun when the launch hung, crashed
// or broke its protocol gets a cell_failed with the evidence; the last record is the launch_ended.
// What the bench program prints beside its own lines is kept as evidence and never taken for a
// result. Units: seconds. Threads: pure.
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "core/error/result.h"
#include "io/process/process.h"
#include "wire/agent/messages.h"

namespace busbar::agent {

// The end of the foreign output that is kept: enough for a stack trace and an MPI abort.
inline constexpr std::size_t kOutputTailMax = 64u << 10;
// A cell may compute this many times its sampling time (warm-up, checks) before silence counts.
inline constexpr double kCellTimeFactor = 3.0;

class LaunchWatch {
 public:
  explicit LaunchWatch(const wire::StartLaunch& launch, std::vector<std::string> command);

  // What follows from an input.
  struct Step {
    std::vector<wire::RecordBody> records;
    std::optional<CellIndex> begun;
    bool must_stop = false;  // the process is to be ended now
  };

  Step on_started(std::int64_t pid);
  Step on_stdout_line(const std::string& line, Seconds since_start);
  Step on_stderr_line(const std::string& line);
  Step on_silence();  // `silence_limit` has passed without a line
  Step on_stop_requested(const std::string& reason);
  Step on_exit(io::ExitStatus status, Seconds since_start);  // last

  Seconds silence_limit() const;

 private:
  Step on_bench_line(const wire::BenchLine& line, Seconds since_start);
  Step on_result(CellIndex cell, wire::RecordBody record);
  Step break_off(const std::string& reason);
  void keep(const std::string& line);
  void fail_current(Step& step, CellFailure failure, const std::string& reason);
  wire::LaunchEnded end(io::ExitStatus status, Seconds since_start) const;

  const wire::StartLaunch launch_;
  const std::vector<std::string> command_;
  std::set<CellIndex> open_;  // cells without a record
  std::optional<CellIndex> current_;
  std::optional<CellIndex> last_;  // the one that was running when it ended
  std::int64_t pid_ = 0;
  std::optional<Seconds> start_time_;
  bool has_ended_ = false;
  std::optional<wire::LaunchOutcome> outcome_;
  std::string reason_;
  std::string tail_;
};

}  // namespace busbar::agent
