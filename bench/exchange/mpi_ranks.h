#pragma once
// `Ranks` over a communicator of its own, so that the exchange never mixes with measured messages.
// Collective. Threads: one. Errors: the library's error handler ends the program.
#include <mpi.h>

#include "bench/engine/ranks.h"

namespace busbar::bench {

class MpiRanks final : public Ranks {
 public:
  MpiRanks();  // after MPI_Init
  MpiRanks(const MpiRanks&) = delete;
  MpiRanks& operator=(const MpiRanks&) = delete;
  ~MpiRanks() override;
  std::uint32_t rank() const override;
  std::uint32_t size() const override;
  void barrier() override;
  std::vector<double> max(const std::vector<double>& mine) override;
  std::vector<std::vector<double>> gather(const std::vector<double>& mine) override;
  std::vector<std::string> gather_text(const std::string& mine) override;
  std::string broadcast(const std::string& of_rank_0) override;

 private:
  std::string send_from(std::uint32_t root, const std::string& text);
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

}  // namespace busbar::bench
