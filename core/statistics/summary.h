#pragma once
// Order statistics of samples.
// The interval of the median is distribution-free: the order statistics x(l), x(u) whose
// binomial(n, 1/2) coverage is the smallest that reaches the confidence asked for; with too few
// samples it is [min, max] and the coverage says so. Source: Conover, Practical Nonparametric
// Statistics, 3.2; docs/method/statistics.md has worked numbers. Invariants: samples are finite and
// positive; an empty set has no summary. Threads: pure.
#include <cstddef>
#include <span>
#include <vector>

#include "core/units/quantity.h"

namespace busbar {

struct MedianInterval {
  Seconds median, low, high;
  Ratio coverage;  // really reached

  Ratio half_width() const;  // (high − low) / 2 / median
};

// 1-based ranks l and u of the interval for n sorted samples, and their coverage.
struct IntervalRanks {
  std::size_t low, high;
  Ratio coverage;
};
IntervalRanks median_interval_ranks(std::size_t n, Ratio confidence);

MedianInterval median_interval(std::span<const Seconds> sorted, Ratio confidence);
// Linear between order statistics (type 7 of Hyndman and Fan, as NumPy does).
Seconds percentile(std::span<const Seconds> sorted, Ratio share);
Seconds median(std::vector<Seconds> samples);

}  // namespace busbar
