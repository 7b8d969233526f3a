#pragma once
// The exact optimal partition of a series into segments of constant mean.
// Minimises the squared errors about each segment's mean plus `penalty` per segment, over all
// partitions whose segments have at least `shortest` values; O(n²) with prefix sums, which is
// 0.1 ms at n = 180.
// Units: values in standard deviations of the noise, so the penalty is free of units.
// Source: Jackson et al. 2005 (optimal partitioning). Threads: pure.
#include <cstddef>
#include <span>
#include <vector>

namespace busbar {

// Prefix sums that give the squared error of any stretch in O(1).
class SquaredErrors {
 public:
  explicit SquaredErrors(std::span<const double> values);
  // Of values [first, end) about their mean; 0 for fewer than two values.
  double of(std::size_t first, std::size_t end) const;
  double mean(std::size_t first, std::size_t end) const;
  std::size_t size() const { return sums_.size() - 1; }

 private:
  double origin_ = 0;  // taken off first: squares of large levels would eat the digits
  std::vector<double> sums_, squares_;
};

struct PartitionRule {
  double penalty = 0;        // per segment
  std::size_t shortest = 1;  // values of a segment
};

// First indices of all segments but the first, ascending. Empty if the series is too short for two.
std::vector<std::size_t> optimal_partition(const SquaredErrors& errors, const PartitionRule& rule);

}  // namespace busbar
