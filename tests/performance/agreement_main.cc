// Busbar's measuring and a plain loop in turns, within one start: all_reduce of each size, so many
// rounds. One JSON line a round and size. usage: mpirun … agreement-rounds ROUNDS BYTES…
// Both meet the same processes on the same cores; each round makes new buffers, whose place in
// memory decides between a faster and a slower mode that stays for as long as they live.
#include <mpi.h>

#include <cstdio>
#include <cstdlib>

#include "bench/engine/measure.h"
#include "bench/exchange/mpi_ranks.h"
#include "bench/mpi/mpi_engine.h"
#include "tests/performance/plain_loop.h"

namespace busbar {
namespace {

double busbar_seconds(bench::Bench& bench, std::uint64_t bytes) {
  Cell cell;
  cell.size = MessageSize(bytes);
  const auto measured = bench::measure(bench, cell, CellIndex(0));
  if (measured) return measured->samples.median.value();
  std::fprintf(stderr, "%s\n", measured.error().reason.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
  return 0;
}

void one_round(bench::Bench& bench, std::uint64_t bytes, bool is_plain_first) {
  double plain = 0;
  if (is_plain_first) plain = plain_all_reduce_seconds(bytes);
  const double busbar = busbar_seconds(bench, bytes);
  if (!is_plain_first) plain = plain_all_reduce_seconds(bytes);
  if (bench.ranks.rank() == 0)
    std::printf(R"({"size_bytes":%llu,"busbar_seconds":%.9g,"plain_seconds":%.9g})"
                "\n",
                static_cast<unsigned long long>(bytes), busbar, plain);
}

int run(int argc, char** argv) {
  bench::MpiRanks ranks;
  bench::MpiEngine engine({ranks.rank(), ranks.size()});
  SamplingPlan sampling;
  sampling.cell_time_max = Seconds(0.1);
  bench::Bench bench{engine, ranks, sampling, false};
  const int rounds = std::atoi(argv[1]);
  for (int round = 0; round < rounds; ++round)
    for (int i = 2; i < argc; ++i)
      one_round(bench, std::strtoull(argv[i], nullptr, 10), round % 2 == 0);
  return 0;
}

}  // namespace
}  // namespace busbar

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "usage: agreement-rounds ROUNDS BYTES...\n");
    return 2;
  }
  busbar::bench::allow_forcing();
  MPI_Init(&argc, &argv);
  const int code = busbar::run(argc, argv);
  MPI_Finalize();
  return code;
}
