#include "bench/engine/measure.h"

#include <algorithm>

#include "core/measurement/sampling.h"
#include "core/statistics/summary.h"

namespace busbar::bench {
namespace {

constexpr double kSampleMin = 100e-6;  // calibration stops at a batch that lasts this long
constexpr std::uint32_t kBatchMax = 1000;

struct Samples {
  std::vector<Seconds> all, mine;  // maxima over ranks; this rank's own
  std::uint32_t operations = 1;
  StopReason stop = StopReason::SampleLimit;
};

double timed(Bench& bench, std::uint32_t operations) {
  bench.ranks.barrier();
  const Seconds start = bench.engine.now();
  bench.engine.run(operations);
  return (bench.engine.now() - start).value();
}

Seconds one_operation(Bench& bench) {
  if (bench.sampling.warmup > 0) bench.engine.run(bench.sampling.warmup);
  std::uint32_t batch = 1;
  while (true) {
    const double time = bench.ranks.max({timed(bench, batch)})[0];
    if (time >= kSampleMin || batch >= kBatchMax) return Seconds(time / batch);
    batch = std::min(batch * 2, kBatchMax);
  }
}

// No block runs far beyond the cell's time: the next look may come sooner than planned.
std::uint32_t block_size(std::uint32_t planned, Seconds left, Seconds sample) {
  const double fits = left.value() / std::max(sample.value(), 1e-9);
  return static_cast<std::uint32_t>(std::clamp(fits, 1.0, static_cast<double>(planned)));
}

void take_block(Bench& bench, Samples& samples, std::uint32_t count) {
  std::vector<double> block;
  block.reserve(count);
  for (std::uint32_t i = 0; i < count; ++i)
    block.push_back(timed(bench, samples.operations) / samples.operations);
  for (const double time : block) samples.mine.emplace_back(time);
  for (const double time : bench.ranks.max(block)) samples.all.emplace_back(time);
}

// Rank 0 decides with its clock; the others learn it as a number: 0 is go on.
std::optional<StopReason> agreed_stop(Bench& bench, const Samples& samples, Seconds elapsed) {
  double code = 0;
  if (bench.ranks.rank() == 0)
    if (const auto stop = stop_reason(samples.all, elapsed, bench.sampling))
      code = 1 + static_cast<double>(*stop);
  code = bench.ranks.max({code})[0];
  if (code == 0) return std::nullopt;
  return static_cast<StopReason>(static_cast<int>(code) - 1);
}

Samples take_samples(Bench& bench) {
  Samples samples;
  const Seconds one = one_operation(bench);
  samples.operations = operations_per_sample(one);
  const Seconds sample(one.value() * samples.operations);
  const Seconds start = bench.engine.now();
  while (true) {
    const auto now = static_cast<std::uint32_t>(samples.all.size());
    const Seconds elapsed(bench.ranks.max({(bench.engine.now() - start).value()})[0]);
    const std::uint32_t planned = std::max(next_look(now, bench.sampling), now + 1) - now;
    take_block(bench, samples, block_size(planned, bench.sampling.cell_time_max - elapsed, sample));
    if (const auto stop = agreed_stop(bench, samples, bench.engine.now() - start)) {
      samples.stop = *stop;
      return samples;
    }
  }
}

RankTimes rank_times(Bench& bench, const Samples& samples) {
  RankTimes times;
  for (const auto& one : bench.ranks.gather({median(samples.mine).value()}))
    times.medians.emplace_back(one[0]);
  times.slowest_rank = static_cast<std::uint32_t>(
      std::max_element(times.medians.begin(), times.medians.end()) - times.medians.begin());
  return times;
}

struct Checked {
  std::uint64_t checked = 0, wrong = 0;
  std::string first;
};

Checked check_data(Bench& bench) {
  bench.engine.fill();
  bench.ranks.barrier();
  bench.engine.run(1);
  const CheckResult mine = bench.engine.check();
  Checked all;
  for (const auto& one :
       bench.ranks.gather({static_cast<double>(mine.checked), static_cast<double>(mine.wrong)})) {
    all.checked += static_cast<std::uint64_t>(one[0]);
    all.wrong += static_cast<std::uint64_t>(one[1]);
  }
  if (all.wrong == 0) return all;
  const std::string place = mine.wrong == 0
                                ? ""
                                : "first on rank " + std::to_string(bench.ranks.rank()) + " at " +
                                      std::to_string(mine.first_position) + ": " + mine.first_got +
                                      " instead of " + mine.first_expected;
  for (const std::string& text : bench.ranks.gather_text(place))
    if (all.first.empty()) all.first = text;
  return all;
}

std::string preparation_fault(Bench& bench, const Cell& cell) {
  const Result<void> prepared = bench.engine.prepare(cell);
  const bool is_fault =
      bench.ranks.max({prepared ? 0.0 : 1.0})[0] > 0;  // one rank's fault is everyone's
  if (!is_fault) return "";
  for (const std::string& text : bench.ranks.gather_text(prepared ? "" : to_line(prepared.error())))
    if (!text.empty()) return text;
  return "a rank cannot prepare the cell";
}

Measurement make_measurement(Bench& bench, const Cell& cell, const Samples& samples) {
  Measurement result;
  result.samples = summarize(samples.all, samples.operations, samples.stop, bench.sampling);
  result.ranks = rank_times(bench, samples);
  result.algorithm_bandwidth = algorithm_bandwidth(cell.size, result.samples.median);
  result.bus_bandwidth =
      bus_bandwidth(cell.collective, result.algorithm_bandwidth, RankCount(bench.ranks.size()));
  result.algorithm =
      bench.engine.used_algorithm(cell, bench.ranks.gather_text(bench.engine.seen()));
  result.protocol = bench.engine.used_protocol(cell);
  result.is_oversubscribed = bench.is_oversubscribed;
  for (const Seconds time : samples.all)
    result.raw_seconds.push_back(static_cast<float>(time.value()));
  return result;
}

}  // namespace

std::expected<Measurement, CellFault> measure(Bench& bench, const Cell& cell, CellIndex index) {
  const Seconds start = bench.engine.now();
  if (std::string fault = preparation_fault(bench, cell); !fault.empty())
    return std::unexpected(CellFault{CellFailure::Unsupported, std::move(fault), std::nullopt});
  const Checked before = check_data(bench);
  const Samples samples = take_samples(bench);
  Measurement result = make_measurement(bench, cell, samples);
  const Checked after = check_data(bench);
  result.index = index;
  result.elements_checked = before.checked + after.checked;
  result.elements_wrong = before.wrong + after.wrong;
  result.measuring_time = bench.engine.now() - start;
  if (result.elements_wrong == 0) return result;
  const std::string reason = std::to_string(result.elements_wrong) + " of " +
                             std::to_string(result.elements_checked) + " elements wrong, " +
                             (before.first.empty() ? after.first : before.first);
  return std::unexpected(CellFault{CellFailure::WrongData, reason, std::move(result)});
}

}  // namespace busbar::bench
