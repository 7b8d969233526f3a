#include "bench/exchange/mpi_ranks.h"

namespace busbar::bench {

MpiRanks::MpiRanks() {
  MPI_Comm_dup(MPI_COMM_WORLD, &communicator_);
}

MpiRanks::~MpiRanks() {
  MPI_Comm_free(&communicator_);
}

std::uint32_t MpiRanks::rank() const {
  int rank = 0;
  MPI_Comm_rank(communicator_, &rank);
  return static_cast<std::uint32_t>(rank);
}

std::uint32_t MpiRanks::size() const {
  int size = 0;
  MPI_Comm_size(communicator_, &size);
  return static_cast<std::uint32_t>(size);
}

void MpiRanks::barrier() {
  MPI_Barrier(communicator_);
}

std::vector<double> MpiRanks::max(const std::vector<double>& mine) {
  std::vector<double> all(mine.size());
  MPI_Allreduce(mine.data(), all.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_MAX,
                communicator_);
  return all;
}

std::vector<std::vector<double>> MpiRanks::gather(const std::vector<double>& mine) {
  const int count = static_cast<int>(mine.size());
  std::vector<double> flat(mine.size() * size());
  MPI_Allgather(mine.data(), count, MPI_DOUBLE, flat.data(), count, MPI_DOUBLE, communicator_);
  std::vector<std::vector<double>> all;
  for (auto at = flat.begin(); at != flat.end(); at += count) all.emplace_back(at, at + count);
  return all;
}

std::vector<std::string> MpiRanks::gather_text(const std::string& mine) {
  std::vector<std::string> all;
  for (std::uint32_t root = 0; root < size(); ++root) all.push_back(send_from(root, mine));
  return all;
}

std::string MpiRanks::broadcast(const std::string& of_rank_0) {
  return send_from(0, of_rank_0);
}

std::string MpiRanks::send_from(std::uint32_t root, const std::string& text) {
  unsigned long long length = text.size();
  const int from = static_cast<int>(root);
  MPI_Bcast(&length, 1, MPI_UNSIGNED_LONG_LONG, from, communicator_);
  std::string copy = rank() == root ? text : std::string(length, '\0');
  MPI_Bcast(copy.data(), static_cast<int>(length), MPI_CHAR, from, communicator_);
  return copy;
}

}  // namespace busbar::bench
