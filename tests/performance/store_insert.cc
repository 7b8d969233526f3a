// Inserts measurements through the store, as the scheduler does for a batch of records, and says
// how many rows a second: store-insert-performance FOLDER ROWS BATCH. The rows have a hundred raw
// samples each. tests/performance/store_insert.py compares it with the sqlite3 shell.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "controller/store/store.h"
#include "tests/support/plan_samples.h"
#include "tests/support/sample_messages.h"

namespace busbar {
namespace {

constexpr std::size_t kRawSamples = 100;

Measurement measurement_of(std::uint32_t cell) {
  Measurement measurement = samples::measurement(CellIndex(cell));
  measurement.raw_seconds.clear();
  // Times differ in their last bits, as real ones do: nothing here is easy to compress.
  for (std::size_t sample = 0; sample < kRawSamples; ++sample)
    measurement.raw_seconds.push_back(
        1e-5F * (1.0F + 1e-3F * static_cast<float>((cell * 31 + sample * 17) % 997)));
  return measurement;
}

struct Job {
  RunId run;
  LaunchId launch;
  RunState state;
};

Result<Job> prepare(controller::Store& store, std::uint32_t rows) {
  Job job{*RunId::parse("r-1"), *LaunchId::parse("r-1.l1"), {}};
  const Plan plan = samples::plan({"n1"}, rows);
  RunSubmitted submitted{rows, {{*NodeId::parse("n1"), plan.groups[0].cells}}, std::nullopt};
  job.state = busbar::apply(RunState{}, submitted);
  TRY_VOID(store.submit({job.run, "text", samples::matrix(), plan, WallTime(1), std::nullopt},
                        job.state, submitted));
  const LaunchDispatched dispatched{job.launch, 0, *NodeId::parse("n1"), plan.groups[0].cells};
  job.state = busbar::apply(std::move(job.state), RunEvent(dispatched));
  TRY_VOID(store.append(job.run, dispatched, job.state, WallTime(1)));
  return job;
}

Result<void> insert(controller::Store& store, Job& job, std::uint32_t first, std::uint32_t last) {
  auto batch = store.batch();
  for (std::uint32_t cell = first; cell < last; ++cell) {
    const Measurement measurement = measurement_of(cell);
    const CellMeasured event{job.launch, CellIndex(cell), measurement.measuring_time};
    TRY_VOID(
        store.insert_measurement(job.run, job.launch, Origin::Measured, measurement, WallTime(1)));
    job.state = busbar::apply(std::move(job.state), RunEvent(event));
    TRY_VOID(store.append(job.run, event, job.state, WallTime(1)));
  }
  return batch.commit();
}

Result<double> rows_per_second(const std::string& folder, std::uint32_t rows,
                               std::uint32_t in_batch) {
  TRY(store, controller::Store::open(folder));
  TRY(job, prepare(*store, rows));
  const auto begin = std::chrono::steady_clock::now();
  for (std::uint32_t first = 0; first < rows; first += in_batch)
    TRY_VOID(insert(*store, job, first, std::min(first + in_batch, rows)));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  return rows / took.count();
}

}  // namespace
}  // namespace busbar

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: store-insert-performance FOLDER ROWS BATCH\n");
    return 2;
  }
  const auto rows = static_cast<std::uint32_t>(std::strtoul(argv[2], nullptr, 10));
  const auto in_batch = static_cast<std::uint32_t>(std::strtoul(argv[3], nullptr, 10));
  if (rows == 0 || in_batch == 0) return 2;
  const auto rate = busbar::rows_per_second(argv[1], rows, in_batch);
  if (!rate) {
    std::fprintf(stderr, "%s\n", busbar::to_line(rate.error()).c_str());
    return 1;
  }
  std::printf("%.0f\n", *rate);
  return 0;
}
