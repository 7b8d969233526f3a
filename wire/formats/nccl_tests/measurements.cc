#include "wire/formats/nccl_tests/measurements.h"

#include <array>

#include "core/measurement/sampling.h"
#include "wire/formats/nccl_tests/conclusions.h"

namespace busbar::wire {
namespace {

struct CollectiveName {
  std::string_view name;
  Collective collective;
};
constexpr std::array kCollectives{
    CollectiveName{"all_reduce", Collective::AllReduce},
    CollectiveName{"all_gather", Collective::AllGather},
    CollectiveName{"reduce_scatter", Collective::ReduceScatter},
    CollectiveName{"broadcast", Collective::Broadcast},
    CollectiveName{"reduce", Collective::Reduce},
    CollectiveName{"alltoall", Collective::AllToAll},
    CollectiveName{"sendrecv", Collective::SendRecv},
};

std::optional<DataType> data_type_of(std::string_view name) {
  if (name == "float") return DataType::Float32;
  if (name == "double") return DataType::Float64;
  if (name == "char") return DataType::Int8;
  if (name == "int") return DataType::Int32;
  return from_text<DataType>(name);
}

std::optional<Collective> collective_of(std::string_view name) {
  for (const CollectiveName& known : kCollectives)
    if (known.name == name) return known.collective;
  return std::nullopt;
}

// What all rows of a run share.
struct Job {
  Collective collective;
  RankCount ranks;
  std::optional<std::uint32_t> nodes;
  std::optional<std::uint32_t> batch;  // operations timed together
};

// Why none of the run's rows can be a measurement; empty: they can.
std::string fault_of(const NcclRun& run, const NcclConclusions& known, const ImportHints& hints) {
  if (!hints.collective && known.collective.empty())
    return "the text does not say which collective it is; name it";
  if (!hints.collective && !collective_of(known.collective))
    return "Busbar does not measure " + known.collective;
  if (!hints.ranks && !known.comm_ranks)
    return "the text does not say how many ranks took part; give the number";
  if ((hints.ranks ? hints.ranks->value() : *known.comm_ranks) < 2)
    return "one rank has no bus to measure";
  if (run.is_cpu_time) return "the times are the host's (-C 1), not the operation's";
  return {};
}

std::optional<std::uint32_t> batch_of(const NcclRun& run) {
  if (!run.parameters || !run.parameters->iterations) return std::nullopt;
  const std::uint64_t batch = *run.parameters->iterations * run.parameters->aggregated.value_or(1);
  constexpr std::uint64_t kBatchMax = 0xFFFFFFFF;
  return batch >= 1 && batch <= kBatchMax ? std::optional(static_cast<std::uint32_t>(batch))
                                          : std::nullopt;
}

SampleSummary one_sample(Seconds time, std::uint32_t batch) {
  SampleSummary summary;
  summary.count = 1;
  summary.operations_per_sample = batch;
  summary.median = summary.interval_low = summary.interval_high = time;
  summary.min = summary.p5 = summary.p25 = summary.p75 = summary.p95 = time;
  summary.p99 = summary.max = time;
  summary.confidence = Ratio(0);
  summary.stop = StopReason::SampleLimit;
  return summary;
}

std::vector<Seconds> iteration_times(const NcclSide& side) {
  std::vector<Seconds> times;
  if (!side.iterations) return times;
  for (const double us : side.iterations->times_us) {
    if (us <= 0) return {};
    times.emplace_back(us * 1e-6);
  }
  return times;
}

void put_samples(const NcclSide& side, const Job& job, ImportedMeasurement& into) {
  const std::vector<Seconds> times = iteration_times(side);
  Measurement& measurement = into.measurement;
  if (times.size() >= 2) {
    measurement.samples = summarize(times, 1, StopReason::SampleLimit, SamplingPlan{});
    for (const Seconds time : times)
      measurement.raw_seconds.push_back(static_cast<float>(time.value()));
    into.is_batch_known = true;
  } else {
    measurement.samples = one_sample(Seconds(side.time_us->value * 1e-6), job.batch.value_or(1));
    into.is_batch_known = job.batch.has_value();
  }
}

class TableImport {
 public:
  void add_run(const NcclRun& run, const ImportHints& hints) {
    const NcclConclusions known = conclude(run);
    const std::string fault = fault_of(run, known, hints);
    if (!fault.empty()) {
      for (const NcclRow& row : run.rows) table_.left_out.push_back({row.line, fault});
      return;
    }
    Job job{hints.collective ? *hints.collective : *collective_of(known.collective),
            hints.ranks ? *hints.ranks : RankCount(static_cast<std::uint32_t>(*known.comm_ranks)),
            std::nullopt, batch_of(run)};
    if (known.nodes) job.nodes = static_cast<std::uint32_t>(*known.nodes);
    for (const NcclRow& row : run.rows) {
      add_side(row, row.out_of_place, BufferMode::OutOfPlace, job);
      if (run.has_in_place_columns) add_side(row, row.in_place, BufferMode::InPlace, job);
    }
    for (const NcclIncompleteRow& row : run.incomplete_rows)
      table_.left_out.push_back({row.row.line, "the row is cut"});
  }

  ImportedTable take() { return std::move(table_); }

 private:
  void add_side(const NcclRow& row, const NcclSide& side, BufferMode buffer, const Job& job) {
    const std::string placement = buffer == BufferMode::InPlace ? "in place: " : "out of place: ";
    if ((side.wrong && side.wrong->value > 0) || side.is_check_failed) {
      table_.left_out.push_back({row.line, placement + "the data check failed", true});
      return;
    }
    if (!side.time_us || side.time_us->value <= 0 || row.size_bytes == 0) {
      table_.left_out.push_back(
          {row.line, placement + (row.size_bytes == 0 ? "0 bytes" : "no time was measured")});
      return;
    }
    ImportedMeasurement made;
    made.line = row.line;
    made.collective = job.collective;
    made.size = MessageSize(row.size_bytes);
    made.data_type_text = row.data_type;
    made.data_type = data_type_of(row.data_type);
    if (row.operation) made.operation = from_text<ReductionOperation>(*row.operation);
    made.buffer = buffer;
    made.ranks = job.ranks;
    made.nodes = job.nodes;
    put_samples(side, job, made);
    Measurement& measurement = made.measurement;
    measurement.index = CellIndex(static_cast<std::uint32_t>(table_.measurements.size()));
    measurement.algorithm_bandwidth = algorithm_bandwidth(made.size, measurement.samples.median);
    measurement.bus_bandwidth =
        bus_bandwidth(job.collective, measurement.algorithm_bandwidth, job.ranks);
    table_.measurements.push_back(std::move(made));
  }

  ImportedTable table_;
};

}  // namespace

ImportedTable nccl_tests_measurements(const NcclTestsText& text, const ImportHints& hints) {
  TableImport table;
  for (const NcclRun& run : text.runs) table.add_run(run, hints);
  return table.take();
}

}  // namespace busbar::wire
