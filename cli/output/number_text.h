#pragma once
// Numbers as people read them in tables: fixed units, so that a column can be compared by eye.
// Units: GB/s is 10^9 bytes per second, µs 10^-6 s; shown with four digits, at most three of them
// decimals. Threads: pure.
#include <cstdint>
#include <string>

#include "core/units/quantity.h"

namespace busbar::cli {

std::string microseconds_text(Seconds time);                     // "12.34"
std::string gigabytes_per_second_text(AlgorithmBandwidth rate);  // "8.012"
std::string gigabytes_per_second_text(BusBandwidth rate);
std::string percent_text(Ratio share);        // "1.2"
std::string duration_text(Seconds duration);  // "45 s", "2 min 05 s", "1 h 02 min"
std::string bytes_text(std::uint64_t bytes);  // of memory, rounded: "15.6 GiB"
std::string count_text(std::uint64_t count, const std::string& singular);  // "1 cell", "3 cells"

}  // namespace busbar::cli
