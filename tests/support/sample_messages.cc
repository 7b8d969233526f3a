#include "tests/support/sample_messages.h"

namespace busbar::samples {

Measurement measurement(CellIndex index) {
  Measurement m;
  m.index = index;
  m.samples = {.count = 3,
               .operations_per_sample = 10,
               .median = Seconds(1.2e-5),
               .interval_low = Seconds(1.1e-5),
               .interval_high = Seconds(1.3e-5),
               .confidence = Ratio(0.75),
               .min = Seconds(1.1e-5),
               .p5 = Seconds(1.11e-5),
               .p25 = Seconds(1.15e-5),
               .p75 = Seconds(1.25e-5),
               .p95 = Seconds(1.29e-5),
               .p99 = Seconds(1.298e-5),
               .max = Seconds(1.3e-5),
               .stop = StopReason::SampleLimit};
  m.ranks = {{Seconds(1.1e-5), Seconds(1.2e-5)}, 1};
  m.algorithm_bandwidth = AlgorithmBandwidth(8.7381333e10);
  m.bus_bandwidth = BusBandwidth(8.7381333e10);
  m.algorithm = {"ring", Verification::Witnessed,
                 "ompi_coll_base_allreduce_intra_ring on 2 of 2 ranks"};
  m.protocol = {"", Verification::Unverified, ""};
  m.elements_checked = 262144;
  m.measuring_time = Seconds(0.91);
  m.raw_seconds = {1.1e-5F, 1.2e-5F, 1.3e-5F};
  return m;
}

Cell cell() {
  Cell cell;
  cell.size = MessageSize(1048576);
  cell.algorithm = *AlgorithmName::parse("ring");
  cell.placement = {{*NodeId::parse("n1"), *NodeId::parse("n2")}, 2};
  return cell;
}

wire::LaunchCell launch_cell(CellIndex index) {
  Cell dimensions = cell();
  dimensions.placement = {};
  return {index, dimensions};
}

wire::LaunchInput launch_input() {
  return {*LaunchId::parse("r-1.l1"),
          SamplingPlan{},
          {launch_cell(CellIndex(12)), launch_cell(CellIndex(3))}};
}

wire::StartLine start_line() {
  return {.engine = Engine::Mpi,
          .ranks = RankCount(2),
          .cores = 2,
          .is_oversubscribed = false,
          .library = "Open MPI v4.1.4",
          .hosts = {"n1"},
          .provenance = {{"mpi", "4.1.4"}}};
}

NodeFacts facts() {
  return {.machine = *MachineId::parse("m-1"),
          .host_name = "n1.example",
          .cores = 2,
          .memory_bytes = 8589934592,
          .labels = {{"rack", "a1"}},
          .engines = {"mpi"}};
}

wire::Record record(wire::RecordBody body) {
  return {*LaunchId::parse("r-1.l1"), *RunId::parse("r-1"), WallTime(1790000000000000),
          std::move(body)};
}

wire::LaunchEnded launch_ended() {
  return {.outcome = wire::LaunchOutcome::TimedOut,
          .exit_code = std::nullopt,
          .signal = 9,
          .reason = "60 s without a line",
          .cell = CellIndex(7),
          .output_tail = "a warning\nof the \"library\"\n",
          .launch_time = Seconds(61.5),
          .start_time = Seconds(0.4)};
}

wire::Hello hello() {
  return {.version = "0.1.0",
          .node = *NodeId::parse("n1"),
          .instance = "5f2c",
          .spool = "a07e",
          .facts = facts(),
          .provenance = {{"kernel", "6.1"}},
          .launches = {*LaunchId::parse("r-1.l1")}};
}

wire::StartLaunch start_launch() {
  wire::StartLaunch start;
  start.launch = *LaunchId::parse("r-1.l1");
  start.run = *RunId::parse("r-1");
  start.ranks = RankCount(2);
  start.protocol = Protocol::Eager;
  start.cells = {launch_cell()};
  return start;
}

}  // namespace busbar::samples
