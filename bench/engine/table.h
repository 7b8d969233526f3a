#pragma once
// The table that users of nccl-tests know, with the algorithm that ran, samples and precision.
// Units shown: bytes, µs, GB/s (10^9). Threads: pure.
#include <string>

#include "bench/engine/measure.h"

namespace busbar::bench {

std::string table_head();
std::string table_row(const Cell&, const Measurement&);
std::string table_row(const Cell&, const CellFault&);

}  // namespace busbar::bench
