#pragma once
// Reads one sweep of a matrix: which collectives, sizes, types, operations, algorithms, protocols
// and buffers. Units: bytes. Errors: gathered in Faults. Invariants: a progression of sizes is
// counted before it is written out, so a huge one costs nothing. Threads: pure.
#include <cstdint>

#include "core/matrix/matrix.h"
#include "wire/yaml/node_reader.h"

namespace busbar::wire {

// Above what one process can hold in a buffer today.
inline constexpr std::uint64_t kSizeBytesMax = 1ULL << 40;

// What was refused is left out of the sweep; the faults say so.
Sweep read_sweep(const Located&, Faults&);

// The points of a sweep for one placement; saturates.
std::uint64_t sweep_points(const Sweep&);

}  // namespace busbar::wire
