#pragma once
// The history of one cell as one value a night, from whatever points were stored.
// Promises: points may come in any order (a clock that went back changes nothing); several values
// of one night become their median; what is no bandwidth is kept apart with the reason and never
// used; missing nights stay missing, nothing is carried forward.
// Units: values are natural logarithms of bytes per second, so a difference is a relative change
// and one threshold means the same at every size. Threads: pure.
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/units/quantity.h"

namespace busbar {

// Which night: days since 1970-01-01 in the site's time zone.
using Night = Quantity<struct NightTag, std::int64_t>;

struct NightPoint {
  Night night;
  BusBandwidth value;
};

enum class UnusableValue { NotFinite, NotPositive };
std::string_view to_text(UnusableValue);  // "not_finite", "not_positive"

struct UnusablePoint {
  NightPoint point;
  UnusableValue reason;
};

struct NightlyHistory {
  std::vector<Night> nights;  // ascending, each once
  std::vector<double> logs;   // ln(bytes per second) of that night
  std::vector<UnusablePoint> unusable;
};

NightlyHistory nightly_history(std::span<const NightPoint> points);

// The same on a grid: one place a night from the first to the last, NaN where none was measured.
// At most `places_max` places, the newest: a night in the far past must not allocate the memory.
std::vector<double> on_nightly_grid(const NightlyHistory& history, std::size_t places_max);

}  // namespace busbar
