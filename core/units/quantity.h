#pragma once
// Quantities with their unit in the type.
// A number goes in explicitly and comes out by value(); different quantities never mix.
// Units: bytes, seconds, bytes per second. GB/s (10^9) and KiB exist only where something is shown.
// Threads: values.
#include <compare>
#include <cstdint>

namespace busbar {

template <class Tag, class Rep>
class Quantity {
 public:
  using rep = Rep;
  constexpr Quantity() = default;
  explicit constexpr Quantity(Rep value) : value_(value) {}
  constexpr Rep value() const { return value_; }

  constexpr auto operator<=>(const Quantity&) const = default;
  constexpr Quantity operator+(Quantity other) const { return Quantity(value_ + other.value_); }
  constexpr Quantity operator-(Quantity other) const { return Quantity(value_ - other.value_); }
  constexpr Quantity& operator+=(Quantity other) {
    value_ += other.value_;
    return *this;
  }

 private:
  Rep value_{};
};

// Bytes of the largest buffer of the operation, as nccl-tests counts its "size".
using MessageSize = Quantity<struct MessageSizeTag, std::uint64_t>;
using Seconds = Quantity<struct SecondsTag, double>;
using AlgorithmBandwidth = Quantity<struct AlgorithmBandwidthTag, double>;  // bytes per second
using BusBandwidth = Quantity<struct BusBandwidthTag, double>;              // bytes per second
using RankCount = Quantity<struct RankCountTag, std::uint32_t>;
// Microseconds since 1970-01-01 UTC; for people and records, never for measuring.
using WallTime = Quantity<struct WallTimeTag, std::int64_t>;
// A share between 0 and 1, or a relative half-width.
using Ratio = Quantity<struct RatioTag, double>;

}  // namespace busbar
