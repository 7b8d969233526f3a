#pragma once
// Inputs whose result is known exactly, and the comparison of every element with it.
// Values repeat with a prime period, so a block that lands in a wrong place differs. Sums and
// products are exact with any number of ranks that a launch can have: no integer overflows (that
// has no defined result, and vector code saturates), and floats stay below 2^24.
// Units: elements. Threads: pure. Invariants: expected() covers exactly what the rank's output
// must hold after the operation.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/collective/collective.h"

namespace busbar::bench {

inline constexpr std::uint64_t kPatternPeriod = 251;

struct Share {
  std::uint32_t rank = 0;
  std::uint32_t ranks = 2;
};

// Sizes of the buffers of an operation out of place.
struct Layout {
  std::uint64_t input_elements = 0, output_elements = 0;
};
Layout layout(Collective, std::uint64_t elements, Share);

// `count` elements of the output at `at` are those of rank `source` from `source_at` on; without a
// source: reduced over all ranks.
struct Expected {
  std::uint64_t at = 0, count = 0;
  std::optional<std::uint32_t> source;
  std::uint64_t source_at = 0;
};
std::vector<Expected> expected(Collective, std::uint64_t elements, Share);

struct PatternType {
  DataType data_type = DataType::Float32;
  ReductionOperation operation = ReductionOperation::Sum;
};

// Elements of rank `source` from `first` on.
struct PatternStart {
  std::uint32_t source = 0;
  std::uint64_t first = 0;
};
void fill_pattern(std::span<std::byte> bytes, PatternType, PatternStart);
void poison(std::span<std::byte> bytes);

struct CheckResult {
  std::uint64_t checked = 0, wrong = 0;
  std::uint64_t first_position = 0;
  std::string first_expected, first_got;
};
CheckResult check_pattern(std::span<const std::byte> output, PatternType, std::span<const Expected>,
                          std::uint32_t ranks);

}  // namespace busbar::bench
