#pragma once
// Reads the sizes of a sweep: a list, or a progression {from, to, factor} or {from, to, step}.
// Units: bytes.
// Errors: gathered in Faults.
// Invariants: sizes are 1 to kSizeBytesMax, distinct, ascending in a progression.
// Threads: pure.
#include <cstdint>
#include <optional>
#include <vector>

#include "core/units/quantity.h"
#include "wire/yaml/node_reader.h"

namespace busbar::wire {

class SizeSet {
 public:
  explicit SizeSet(std::vector<MessageSize> list) : list_(std::move(list)) {}
  struct Progression {
    std::uint64_t from, to;
    std::uint64_t factor;  // 1: by step
    std::uint64_t step;    // 0: by factor
  };
  explicit SizeSet(Progression progression) : progression_(progression) {}

  std::uint64_t count() const;  // without writing it out
  std::vector<MessageSize> all() const;

 private:
  std::vector<MessageSize> list_;
  std::optional<Progression> progression_;
};

std::optional<MessageSize> read_size(const Located&, Faults&);
std::optional<SizeSet> read_sizes(const Located&, Faults&);

}  // namespace busbar::wire
