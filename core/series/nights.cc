#include "core/series/nights.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/statistics/robust.h"

namespace busbar {
namespace {

constexpr std::array kUnusableTexts{std::pair{UnusableValue::NotFinite, "not_finite"},
                                    std::pair{UnusableValue::NotPositive, "not_positive"}};

bool is_usable(const NightPoint& point, std::vector<UnusablePoint>& unusable) {
  const double value = point.value.value();
  if (!std::isfinite(value))
    unusable.push_back({point, UnusableValue::NotFinite});
  else if (value <= 0)
    unusable.push_back({point, UnusableValue::NotPositive});
  else
    return true;
  return false;
}

}  // namespace

std::string_view to_text(UnusableValue reason) {
  for (const auto& [value, text] : kUnusableTexts)
    if (value == reason) return text;
  return {};
}

NightlyHistory nightly_history(std::span<const NightPoint> points) {
  NightlyHistory history;
  std::vector<std::pair<Night, double>> usable;
  usable.reserve(points.size());
  for (const NightPoint& point : points)
    if (is_usable(point, history.unusable))
      usable.emplace_back(point.night, std::log(point.value.value()));
  std::sort(usable.begin(), usable.end());
  for (std::size_t i = 0; i < usable.size();) {
    std::vector<double> same_night;
    const Night night = usable[i].first;
    for (; i < usable.size() && usable[i].first == night; ++i)
      same_night.push_back(usable[i].second);
    history.nights.push_back(night);
    history.logs.push_back(median_of(std::move(same_night)));
  }
  return history;
}

std::vector<double> on_nightly_grid(const NightlyHistory& history, std::size_t places_max) {
  if (history.nights.empty() || places_max == 0) return {};
  const Night last = history.nights.back();
  const auto reach = static_cast<std::uint64_t>(last.value()) -
                     static_cast<std::uint64_t>(history.nights.front().value());
  const std::size_t places = reach < places_max ? static_cast<std::size_t>(reach) + 1 : places_max;
  std::vector<double> grid(places, std::numeric_limits<double>::quiet_NaN());
  for (std::size_t i = 0; i < history.nights.size(); ++i) {
    const auto back = static_cast<std::uint64_t>(last.value()) -
                      static_cast<std::uint64_t>(history.nights[i].value());
    if (back < places) grid[places - 1 - static_cast<std::size_t>(back)] = history.logs[i];
  }
  return grid;
}

}  // namespace busbar
