#pragma once
// A plain timing loop of MPI_Allreduce, to compare Busbar's own with: warm up, barrier, time k
// operations, maximum over ranks, median of repeats. It shares no code with the bench program.
// Collective over MPI_COMM_WORLD. Threads: one.
#include <cstddef>

namespace busbar {

// Seconds of one operation on float32 of so many bytes (a multiple of 4096).
double plain_all_reduce_seconds(std::size_t bytes);

}  // namespace busbar
