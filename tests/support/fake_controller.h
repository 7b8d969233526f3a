#pragma once
// Store, sessions and scheduler on a fake loop, as the controller composes them; can be dropped as
// by a kill and made again over the same store. Threads: the loop's.
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "controller/scheduler/scheduler.h"
#include "controller/sessions/sessions.h"
#include "controller/store/store.h"
#include "tests/support/fake_agent.h"
#include "tests/support/fake_loop.h"
#include "tests/support/plan_samples.h"
#include "tests/support/temporary_folder.h"
#include "wire/run/events.h"

namespace busbar {

class FakeController {
 public:
  FakeController() { start(); }

  void kill() {
    scheduler_.reset();
    sessions_.reset();
    store_.reset();
  }
  void start() {
    store_ = std::move(*controller::Store::open(folder_.file("store")));
    sessions_ = std::make_unique<controller::Sessions>(loop, "0.1.0");
    scheduler_ = std::make_unique<controller::Scheduler>(
        loop, *store_, *sessions_, [this] { return "x" + std::to_string(++names_); });
    const Result<void> started = scheduler_->start();
    if (!started) throw started.error();
  }

  void connect(FakeAgent& agent) {
    agent.connect(
        [this](std::shared_ptr<io::WebSocket> socket) { sessions_->accept(std::move(socket)); });
    loop.run_ready();
  }

  RunId submit(const Plan& plan, std::optional<Seconds> budget = std::nullopt) {
    Matrix matrix = samples::matrix();
    matrix.budget.time_max = budget;
    const auto run = scheduler_->submit({"text", matrix, plan, std::nullopt});
    if (!run) throw run.error();
    loop.run_ready();
    return *run;
  }

  controller::RunRow row(const RunId& run) { return *store_->run(run); }
  std::vector<CellState> outcomes(const RunId& run) {
    std::vector<CellState> found;
    const auto cells = *store_->cells(run, 0, 100'000);
    for (const controller::CellRow& cell : cells) found.push_back(cell.state);
    return found;
  }
  std::vector<controller::StoredEvent> events(const RunId& run) {
    return *store_->events(run, 0, 100'000);
  }
  // Cells with a result event, counted by the log alone.
  std::vector<int> results_by_cell(const RunId& run);
  bool advance_until_ended(const RunId& run, Seconds limit);

  controller::Store& store() { return *store_; }
  controller::Sessions& sessions() { return *sessions_; }
  controller::Scheduler& scheduler() { return *scheduler_; }

  FakeLoop loop;

 private:
  TemporaryFolder folder_;
  std::unique_ptr<controller::Store> store_;
  std::unique_ptr<controller::Sessions> sessions_;
  std::unique_ptr<controller::Scheduler> scheduler_;
  int names_ = 0;
};

inline std::vector<int> FakeController::results_by_cell(const RunId& run) {
  std::vector<int> found(row(run).planned, 0);
  for (const controller::StoredEvent& stored : events(run)) {
    const auto event = wire::parse_event(stored.kind, stored.content);
    if (const auto* measured = std::get_if<CellMeasured>(&*event)) ++found[measured->cell.value()];
    if (const auto* failed = std::get_if<CellFailed>(&*event)) ++found[failed->cell.value()];
  }
  return found;
}

inline bool FakeController::advance_until_ended(const RunId& run, Seconds limit) {
  const Seconds end = loop.monotonic_now() + limit;
  while (!has_ended(row(run).phase)) {
    if (loop.monotonic_now() >= end) return false;
    loop.advance(Seconds(0.25));
  }
  return true;
}

}  // namespace busbar
