#pragma once
// How far a run is, from its cells and its events.
// Units: seconds. Invariants: an event that comes twice changes nothing, so a stream may be read
// again from its start. Threads: one owner.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/api/views.h"
#include "cli/output/progress.h"
#include "core/units/quantity.h"
#include "wire/json/value.h"

namespace busbar::cli {

class RunProgress {
 public:
  // `cells`: all of the run, in the order of their index; those that have a result already count as
  // done.
  RunProgress(std::uint64_t cells_total, const std::vector<ResultView>& cells, Seconds now);

  // Nothing, or a line worth keeping where no bar is drawn. Events of other kinds change nothing.
  std::optional<std::string> apply(const std::string& kind, const wire::JsonView& event);
  bool is_finished() const { return is_finished_; }
  Progress progress(Seconds now) const;

 private:
  struct Cell {
    std::string text;
    Seconds estimate;
    bool is_done = false;
  };
  std::string text_of(std::uint64_t index) const;
  bool finish_cell(std::uint64_t index);
  std::optional<Seconds> time_left(Seconds now) const;

  std::vector<Cell> cells_;
  Progress progress_;
  Seconds began_;
  Seconds estimate_left_;       // of the cells that are not done
  Seconds estimate_done_here_;  // of those done since `began_`
  bool is_cancelling_ = false;
  bool is_finished_ = false;
};

}  // namespace busbar::cli
