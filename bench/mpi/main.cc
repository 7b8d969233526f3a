#include <mpi.h>

#include "bench/mpi/mpi_engine.h"
#include "bench/mpi/program.h"

int main(int argc, char** argv) {
  busbar::bench::die_with_parent();
  busbar::bench::allow_forcing();
  int provided = 0;
  if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return 3;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS) return 3;
  const int code = busbar::bench::run_program(argc, argv);
  MPI_T_finalize();
  MPI_Finalize();
  return code;
}
