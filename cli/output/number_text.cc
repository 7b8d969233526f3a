#include "cli/output/number_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace busbar::cli {
namespace {

std::string fixed(double value, int decimals) {
  std::array<char, 64> text{};
  std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
  return text.data();
}

// Four digits in all, at most three of them decimals: 0.123, 1.234, 12.34, 123.4, 1234.
std::string four_digits(double value) {
  const double magnitude = std::fabs(value);
  if (magnitude >= 999.95) return fixed(value, 0);
  if (magnitude >= 99.995) return fixed(value, 1);
  if (magnitude >= 9.9995) return fixed(value, 2);
  return fixed(value, 3);
}

std::string two_digits(std::uint64_t value) {
  return (value < 10 ? "0" : "") + std::to_string(value);
}

}  // namespace

std::string microseconds_text(Seconds time) {
  return four_digits(time.value() * 1e6);
}

std::string gigabytes_per_second_text(AlgorithmBandwidth rate) {
  return four_digits(rate.value() / 1e9);
}

std::string gigabytes_per_second_text(BusBandwidth rate) {
  return four_digits(rate.value() / 1e9);
}

std::string percent_text(Ratio share) {
  return fixed(share.value() * 100, 1);
}

std::string duration_text(Seconds duration) {
  const auto seconds = static_cast<std::uint64_t>(std::llround(std::max(0.0, duration.value())));
  if (seconds < 60) return std::to_string(seconds) + " s";
  if (seconds < 3600)
    return std::to_string(seconds / 60) + " min " + two_digits(seconds % 60) + " s";
  return std::to_string(seconds / 3600) + " h " + two_digits(seconds / 60 % 60) + " min";
}

std::string bytes_text(std::uint64_t bytes) {
  constexpr std::array kUnits{"B", "KiB", "MiB", "GiB", "TiB"};
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; value >= 1024 && unit + 1 < kUnits.size(); ++unit) value /= 1024;
  return fixed(value, unit == 0 ? 0 : 1) + " " + kUnits[unit];
}

std::string count_text(std::uint64_t count, const std::string& singular) {
  return std::to_string(count) + " " + singular + (count == 1 ? "" : "s");
}

}  // namespace busbar::cli
