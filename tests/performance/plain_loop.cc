#include "tests/performance/plain_loop.h"

#include <mpi.h>

#include <algorithm>
#include <cstdlib>
#include <vector>

namespace busbar {
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

double plain_all_reduce_seconds(std::size_t bytes) {
  constexpr int kRepeats = 31;
  Buffer in(bytes / 4, 1), out(bytes / 4, 0);
  const int operations = bytes < (1u << 20) ? 50 : 10;
  one_repeat(in, out, operations);
  std::vector<double> times;
  for (int repeat = 0; repeat < kRepeats; ++repeat)
    times.push_back(one_repeat(in, out, operations));
  std::nth_element(times.begin(), times.begin() + kRepeats / 2, times.end());
  return times[kRepeats / 2];
}

}  // namespace busbar
