// A plain timing loop of MPI_Allreduce, to compare busbar-bench-mpi with: warm up, barrier, time k
// operations, maximum over ranks, median of repeats. One JSON line a size.
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <vector>

namespace {

double one_repeat(std::vector<float>& in, std::vector<float>& out, int operations) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double start = MPI_Wtime();
  for (int i = 0; i < operations; ++i)
    MPI_Allreduce(in.data(), out.data(), static_cast<int>(in.size()), MPI_FLOAT, MPI_SUM,
                  MPI_COMM_WORLD);
  double mine = (MPI_Wtime() - start) / operations, slowest = 0;
  MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return slowest;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (std::size_t bytes = 65536; bytes <= (16u << 20); bytes *= 4) {
    std::vector<float> in(bytes / 4, 1), out(bytes / 4);
    const int operations = bytes < (1u << 20) ? 50 : 10;
    one_repeat(in, out, operations);
    std::vector<double> times;
    for (int i = 0; i < 31; ++i) times.push_back(one_repeat(in, out, operations));
    std::nth_element(times.begin(), times.begin() + 15, times.end());
    if (rank == 0) std::printf("{\"size_bytes\":%zu,\"median_seconds\":%.9g}\n", bytes, times[15]);
  }
  MPI_Finalize();
}
