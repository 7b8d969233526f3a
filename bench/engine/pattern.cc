#include "bench/engine/pattern.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <type_traits>

namespace busbar::bench {
namespace {

double value(ReductionOperation operation, std::uint32_t rank, std::uint64_t phase) {
  // Few twos among ones: products of many ranks stay exact powers of two.
  if (operation == ReductionOperation::Prod) return (phase + rank) % 5 == 0 ? 2 : 1;
  return static_cast<double>((phase * 31 + rank * 17) % 101 % 61 + 1);
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

// To the type as its arithmetic does: integers wrap, floats are exact here.
template <class T>
T to_type(double exact) {
  if constexpr (std::is_floating_point_v<T>)
    return static_cast<T>(exact);
  else if (exact >= 0x1p63)
    return T{0};  // a power of two too large for any of the integers
  else
    return static_cast<T>(static_cast<std::int64_t>(exact));
}

template <class T>
std::array<T, kPatternPeriod> table(ReductionOperation operation,
                                    std::optional<std::uint32_t> source, std::uint32_t ranks) {
  std::array<T, kPatternPeriod> result;
  for (std::uint64_t phase = 0; phase < kPatternPeriod; ++phase) {
    double exact = value(operation, source.value_or(0), phase);
    for (std::uint32_t rank = 1; !source && rank < ranks; ++rank)
      exact = combine(operation, exact, value(operation, rank, phase));
    result[phase] = to_type<T>(exact);
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
    const auto values = table<T>(type.operation, start.source, 1);
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
      check_part<T>(output, part, table<T>(type.operation, part.source, ranks), result);
  });
  return result;
}

}  // namespace busbar::bench
