#pragma once
// The engine `mpi`: Open MPI's collectives in host memory, each algorithm forced on a communicator
// of its own. Threads: one. Errors: prepare says what is unsupported (algorithm, memory, count).
// Invariants: `default` runs on a communicator that was made with nothing forced.
#include <mpi.h>

#include <cstddef>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <utility>

#include "bench/engine/engine.h"

namespace busbar::bench {

// Before MPI_Init: the component `tuned` looks at forced algorithms only if told so at its start.
void allow_forcing();

class MpiEngine final : public Engine {
 public:
  explicit MpiEngine(Share share) : share_(share) {}
  Seconds now() override { return Seconds(MPI_Wtime()); }
  Result<void> prepare(const Cell&) override;
  void run(std::uint32_t operations) override;
  void fill() override;
  CheckResult check() override;
  std::string seen() override;
  Used used_algorithm(const Cell&, const std::vector<std::string>& seen_by_rank) override;
  Used used_protocol(const Cell&) override;
  // For tests: one element of the output is changed before each check.
  void spoil_results(bool is_spoilt) { is_spoilt_ = is_spoilt; }

 private:
  struct Free {
    void operator()(std::byte* memory) const {
      ::operator delete[](memory, std::align_val_t(4096));
    }
  };
  using Buffer = std::unique_ptr<std::byte[], Free>;
  Result<void> choose_communicator();
  Result<void> allocate();
  void run_once();

  Share share_;
  Cell cell_;
  Layout layout_;
  std::uint64_t elements_ = 0;
  bool is_in_place_ = false;
  bool is_spoilt_ = false;
  Buffer input_, output_;
  MPI_Comm communicator_ = MPI_COMM_NULL;
  std::map<std::pair<Collective, int>, MPI_Comm> communicators_;
};

}  // namespace busbar::bench
