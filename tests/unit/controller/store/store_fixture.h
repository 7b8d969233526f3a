#pragma once
// A store in memory with runs of small plans. Threads: one.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "controller/store/store.h"
#include "tests/support/plan_samples.h"
#include "tests/support/sample_messages.h"

namespace busbar {

// A run and its state, moved on event by event as the scheduler does.
class StoredRun {
 public:
  StoredRun(controller::Store& store, std::string id, Plan plan, std::string matrix = "nightly")
      : store_(store), id_(*RunId::parse(std::move(id))) {
    RunSubmitted submitted;
    submitted.cells = static_cast<std::uint32_t>(plan.cells.size());
    for (const LaunchGroup& group : plan.groups)
      submitted.groups.push_back({group.placement.nodes.front(), group.cells});
    state = busbar::apply(RunState{}, submitted);
    stored = store_.submit(
        {id_, "text of " + id_.text(), samples::matrix(matrix), std::move(plan), at, std::nullopt},
        state, submitted);
  }
  Result<controller::EventId> append(const RunEvent& event) {
    RunState after = busbar::apply(state, event);
    auto event_id = store_.append(id_, event, after, at);
    if (event_id) state = std::move(after);
    return event_id;
  }
  Result<void> dispatch(std::uint32_t group = 0) {
    const auto id = append(LaunchDispatched{launch(), group, state.groups[group].plan.node,
                                            pending_cells(state, group)});
    return id ? Result<void>() : fail(id.error());
  }
  // The measurement and its event in one transaction.
  Result<void> measure(std::uint32_t cell, Origin origin = Origin::Measured) {
    return measure_as(samples::measurement(CellIndex(cell)), origin);
  }
  Result<void> measure_as(const Measurement& measurement, Origin origin = Origin::Measured) {
    auto batch = store_.batch();
    TRY_VOID(store_.insert_measurement(id_, launch(), origin, measurement, at));
    const RunState before = state;
    const auto event =
        append(CellMeasured{launch(), measurement.index, measurement.measuring_time});
    const Result<void> committed = event ? batch.commit() : fail(event.error());
    if (!committed) state = before;
    return committed;
  }
  LaunchId launch() const { return *LaunchId::parse(id_.text() + ".l1"); }
  const RunId& id() const { return id_; }

  RunState state;
  WallTime at{1'700'000'000'000'000};
  Result<controller::EventId> stored = 0;

 private:
  controller::Store& store_;
  RunId id_;
};

class StoreTest : public testing::Test {
 protected:
  std::unique_ptr<controller::Store> store_ = std::move(*controller::Store::open_in_memory());
};

}  // namespace busbar
