#include "bench/engine/pattern.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace busbar::bench {
namespace {

constexpr std::uint32_t kRanksWithTwos = 25;    // every fifth phase: products of at most 2^5
constexpr std::uint32_t kRanksOfSmallSum = 40;  // of values up to 3: sums of at most 120

// No result overflows: what an overflow gives is not defined, the library's vector code saturates.
double value(PatternType type, std::uint32_t rank, std::uint64_t phase) {
  if (type.operation == ReductionOperation::Prod)
    return rank < kRanksWithTwos && (phase + rank) % 5 == 0 ? 2 : 1;
  const std::uint64_t mixed = (phase * 31 + rank * 17) % 101;
  if (type.data_type == DataType::Int8 && type.operation == ReductionOperation::Sum)
    return rank < kRanksOfSmallSum ? static_cast<double>(mixed % 3 + 1) : 0;
  return static_cast<double>(mixed % 61 + 1);
}

double combine(ReductionOperation operation, double a, double b) {
  switch (operation) {
    case ReductionOperation::Sum:
      return a + b;
    case ReductionOperation::Prod:
      return a * b;
    case ReductionOperation::Min:
      return std::min(a, b);
    case ReductionOperation::Max:
      return std::max(a, b);
  }
  return a;
}

template <class T>
std::array<T, kPatternPeriod> table(PatternType type, std::optional<std::uint32_t> source,
                                    std::uint32_t ranks) {
  std::array<T, kPatternPeriod> result;
  for (std::uint64_t phase = 0; phase < kPatternPeriod; ++phase) {
    double exact = value(type, source.value_or(0), phase);
    for (std::uint32_t rank = 1; !source && rank < ranks; ++rank)
      exact = combine(type.operation, exact, value(type, rank, phase));
    result[phase] = static_cast<T>(exact);
  }
  return result;
}

template <class F>
auto with_type(DataType type, F&& f) {
  switch (type) {
    case DataType::Int8:
      return f(std::int8_t{});
    case DataType::Int32:
      return f(std::int32_t{});
    case DataType::Int64:
      return f(std::int64_t{});
    case DataType::Float32:
      return f(float{});
    case DataType::Float64:
      return f(double{});
  }
  return f(std::int8_t{});
}

template <class T>
void check_part(std::span<const std::byte> output, const Expected& part,
                const std::array<T, kPatternPeriod>& right, CheckResult& result) {
  const std::byte* from = output.data() + part.at * sizeof(T);
  std::uint64_t phase = part.source_at % kPatternPeriod;
  for (std::uint64_t i = 0; i < part.count; ++i) {
    T got;
    std::memcpy(&got, from + i * sizeof(T), sizeof(T));
    if (got != right[phase] && result.wrong++ == 0) {
      result.first_position = part.at + i;
      result.first_expected = std::to_string(right[phase]);
      result.first_got = std::to_string(got);
    }
    if (++phase == kPatternPeriod) phase = 0;
  }
  result.checked += part.count;
}

}  // namespace

Layout layout(Collective collective, std::uint64_t elements, Share share) {
  const std::uint64_t block = elements / share.ranks;
  switch (collective) {
    case Collective::AllGather:
      return {block, block * share.ranks};
    case Collective::ReduceScatter:
      return {block * share.ranks, block};
    case Collective::AllReduce:
    case Collective::Broadcast:
    case Collective::Reduce:
    case Collective::AllToAll:
    case Collective::SendRecv:
      return {elements, elements};
  }
  return {};
}

std::vector<Expected> expected(Collective collective, std::uint64_t elements, Share share) {
  const std::uint64_t block = elements / share.ranks;
  std::vector<Expected> parts;
  switch (collective) {
    case Collective::AllReduce:
      return {{0, elements, std::nullopt, 0}};
    case Collective::Reduce:
      if (share.rank == 0) parts.push_back({0, elements, std::nullopt, 0});
      return parts;
    case Collective::ReduceScatter:
      return {{0, block, std::nullopt, share.rank * block}};
    case Collective::Broadcast:
      return {{0, elements, 0, 0}};
    case Collective::SendRecv:
      return {{0, elements, (share.rank + share.ranks - 1) % share.ranks, 0}};
    case Collective::AllGather:
      for (std::uint32_t r = 0; r < share.ranks; ++r) parts.push_back({r * block, block, r, 0});
      return parts;
    case Collective::AllToAll:
      for (std::uint32_t r = 0; r < share.ranks; ++r)
        parts.push_back({r * block, block, r, share.rank * block});
      return parts;
  }
  return parts;
}

void fill_pattern(std::span<std::byte> bytes, PatternType type, PatternStart start) {
  with_type(type.data_type, [&]<class T>(T) {
    const auto values = table<T>(type, start.source, 1);
    std::uint64_t phase = start.first % kPatternPeriod;
    for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
      std::memcpy(bytes.data() + at, &values[phase], sizeof(T));
      if (++phase == kPatternPeriod) phase = 0;
    }
  });
}

void poison(std::span<std::byte> bytes) {
  // 0xa5: negative in every integer type and a tiny negative float; no pattern has such values.
  if (!bytes.empty()) std::memset(bytes.data(), 0xa5, bytes.size());
}

CheckResult check_pattern(std::span<const std::byte> output, PatternType type,
                          std::span<const Expected> parts, std::uint32_t ranks) {
  CheckResult result;
  with_type(type.data_type, [&]<class T>(T) {
    for (const Expected& part : parts)
      check_part<T>(output, part, table<T>(type, part.source, ranks), result);
  });
  return result;
}

}  // namespace busbar::bench
