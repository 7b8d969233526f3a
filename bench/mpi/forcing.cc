#include "bench/mpi/forcing.h"

#include <mpi.h>

namespace busbar::bench {
namespace {

std::optional<MPI_T_cvar_handle> open(const std::string& name) {
  int index = 0, count = 0;
  if (MPI_T_cvar_get_index(name.c_str(), &index) != MPI_SUCCESS) return std::nullopt;
  MPI_T_cvar_handle handle = MPI_T_CVAR_HANDLE_NULL;
  if (MPI_T_cvar_handle_alloc(index, nullptr, &handle, &count) != MPI_SUCCESS || count != 1)
    return std::nullopt;
  return handle;
}

}  // namespace

bool write_parameter(const std::string& name, int value) {
  auto handle = open(name);
  if (!handle) return false;
  const bool is_written = MPI_T_cvar_write(*handle, &value) == MPI_SUCCESS;
  MPI_T_cvar_handle_free(&*handle);
  return is_written;
}

std::optional<std::uint64_t> read_parameter(const std::string& name) {
  auto handle = open(name);
  if (!handle) return std::nullopt;
  std::uint64_t value = 0;  // wide enough for each of the types; little-endian machines only
  const bool is_read = MPI_T_cvar_read(*handle, &value) == MPI_SUCCESS;
  MPI_T_cvar_handle_free(&*handle);
  if (!is_read) return std::nullopt;
  return value;
}

}  // namespace busbar::bench
