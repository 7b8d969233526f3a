// A plain timing loop of MPI_Allreduce, to compare busbar-bench-mpi with: warm up, barrier, time k
// operations, maximum over ranks, median of repeats. One JSON line a size.
// usage: mpirun … plain-loop BYTES…, multiples of 4096
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

// Page-aligned as the bench program's: on unaligned buffers the library copies twice as long.
struct Buffer {
  explicit Buffer(std::size_t elements, float value)
      : count(elements), data(static_cast<float*>(std::aligned_alloc(4096, elements * 4))) {
    std::fill_n(data, elements, value);
  }
  ~Buffer() { std::free(data); }
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  std::size_t count;
  float* data;
};

double one_repeat(Buffer& in, Buffer& out, int operations) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int i = 0; i < operations; ++i)
    MPI_Allreduce(in.data, out.data, static_cast<int>(in.count), MPI_FLOAT, MPI_SUM,
                  MPI_COMM_WORLD);
  double mine = (MPI_Wtime() - start) / operations, slowest = 0;
  MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (int i = 1; i < argc; ++i) {
    const std::size_t bytes = std::strtoul(argv[i], nullptr, 10);
    Buffer in(bytes / 4, 1), out(bytes / 4, 0);
    const int operations = bytes < (1u << 20) ? 50 : 10;
    one_repeat(in, out, operations);
    std::vector<double> times;
    for (int repeat = 0; repeat < 31; ++repeat) times.push_back(one_repeat(in, out, operations));
    std::nth_element(times.begin(), times.begin() + 15, times.end());
    const double bus = static_cast<double>(bytes) / times[15] * 2 * (ranks - 1) / ranks;
    if (rank == 0)
      std::printf("{\"size_bytes\":%zu,\"bus_bandwidth_bytes_per_second\":%.9g}\n", bytes, bus);
  }
  MPI_Finalize();
}
