#include "bench/mpi/witness.h"

#include <dlfcn.h>

#include <cstdint>
#include <string_view>
#include <vector>

// The functions of core/collective/mpi_algorithms.cc, and the one for exchanges in place.
#define BUSBAR_WITNESSED(X)                       \
  X(allgather_intra_basic_linear)                 \
  X(allgather_intra_bruck)                        \
  X(allgather_intra_neighborexchange)             \
  X(allgather_intra_recursivedoubling)            \
  X(allgather_intra_ring)                         \
  X(allgather_intra_two_procs)                    \
  X(allreduce_intra_basic_linear)                 \
  X(allreduce_intra_nonoverlapping)               \
  X(allreduce_intra_recursivedoubling)            \
  X(allreduce_intra_redscat_allgather)            \
  X(allreduce_intra_ring)                         \
  X(allreduce_intra_ring_segmented)               \
  X(alltoall_intra_basic_linear)                  \
  X(alltoall_intra_bruck)                         \
  X(alltoall_intra_linear_sync)                   \
  X(alltoall_intra_pairwise)                      \
  X(alltoall_intra_two_procs)                     \
  X(bcast_intra_basic_linear)                     \
  X(bcast_intra_binomial)                         \
  X(bcast_intra_bintree)                          \
  X(bcast_intra_chain)                            \
  X(bcast_intra_knomial)                          \
  X(bcast_intra_pipeline)                         \
  X(bcast_intra_scatter_allgather)                \
  X(bcast_intra_scatter_allgather_ring)           \
  X(bcast_intra_split_bintree)                    \
  X(reduce_intra_basic_linear)                    \
  X(reduce_intra_binary)                          \
  X(reduce_intra_binomial)                        \
  X(reduce_intra_chain)                           \
  X(reduce_intra_in_order_binary)                 \
  X(reduce_intra_pipeline)                        \
  X(reduce_intra_redscat_gather)                  \
  X(reduce_scatter_block_basic_linear)            \
  X(reduce_scatter_block_intra_butterfly)         \
  X(reduce_scatter_block_intra_recursivedoubling) \
  X(reduce_scatter_block_intra_recursivehalving)  \
  X(alltoall_intra_basic_inplace)

namespace busbar::bench::witness {
namespace {

// Every parameter is an integer or a pointer, at most ten. Passed on as ten whole registers and
// stack slots they arrive unchanged, in the ABIs of x86-64 and of aarch64; what a function with
// fewer does not have, it does not read.
using Slot = std::intptr_t;
using Function = int (*)(Slot, Slot, Slot, Slot, Slot, Slot, Slot, Slot, Slot, Slot);

struct Call {
  std::string_view symbol;
  bool has_handed_over = false;
};

struct State {
  bool is_on = false;
  Seen seen;
  std::vector<Call> stack;
};

State& state() {
  static State the_state;
  return the_state;
}

std::string_view operation(std::string_view symbol) {
  symbol.remove_prefix(std::string_view("ompi_coll_base_").size());
  constexpr std::string_view kBlock = "reduce_scatter_block";
  return symbol.starts_with(kBlock) ? kBlock : symbol.substr(0, symbol.find("_intra"));
}

class Watched {
 public:
  explicit Watched(std::string_view symbol) : is_on_(state().is_on) {
    if (!is_on_) return;
    for (Call& outer : state().stack)
      if (operation(outer.symbol) == operation(symbol)) outer.has_handed_over = true;
    state().stack.push_back({symbol});
  }
  Watched(const Watched&) = delete;
  Watched& operator=(const Watched&) = delete;
  ~Watched() {
    if (!is_on_) return;
    const Call call = state().stack.back();
    state().stack.pop_back();
    Seen& seen = state().seen;
    ++(call.has_handed_over ? seen.handed : seen.ran)[std::string(call.symbol)];
  }

 private:
  bool is_on_;
};

}  // namespace

void start() {
  state().seen = {};
}
void watch(bool is_on) {
  state().is_on = is_on;
}
Seen seen() {
  return state().seen;
}

bool knows(const std::string& symbol) {
#define BUSBAR_KNOWS(name) \
  if (symbol == "ompi_coll_base_" #name) return true;
  BUSBAR_WITNESSED(BUSBAR_KNOWS)
  return false;
}

}  // namespace busbar::bench::witness

#define BUSBAR_EXPORT(name)                                                                  \
  extern "C" __attribute__((visibility("default"))) int ompi_coll_base_##name(               \
      std::intptr_t a, std::intptr_t b, std::intptr_t c, std::intptr_t d, std::intptr_t e,   \
      std::intptr_t f, std::intptr_t g, std::intptr_t h, std::intptr_t i, std::intptr_t j) { \
    static const auto real = reinterpret_cast<busbar::bench::witness::Function>(             \
        dlsym(RTLD_NEXT, "ompi_coll_base_" #name));                                          \
    const busbar::bench::witness::Watched watched("ompi_coll_base_" #name);                  \
    return real(a, b, c, d, e, f, g, h, i, j);                                               \
  }
BUSBAR_WITNESSED(BUSBAR_EXPORT)
