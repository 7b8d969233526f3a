#pragma once
// The steps of busbar-bench-mpi. Threads: one. Errors: on standard error; the exit code says which.
namespace busbar::bench {

void die_with_parent();                  // no rank outlives the launcher
int run_program(int argc, char** argv);  // between MPI_Init and MPI_Finalize

}  // namespace busbar::bench
