#include "core/units/time_text.h"

#include <charconv>
#include <chrono>
#include <cstdio>
#include <optional>

namespace busbar {
namespace {

using Micros = std::chrono::microseconds;

struct Fields {
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, micros = 0;
};

Fields fields_of(WallTime time) {
  const std::chrono::sys_time<Micros> point{Micros(time.value())};
  const auto day = std::chrono::floor<std::chrono::days>(point);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss<Micros> clock{point - day};
  return {static_cast<int>(date.year()),
          static_cast<int>(static_cast<unsigned>(date.month())),
          static_cast<int>(static_cast<unsigned>(date.day())),
          static_cast<int>(clock.hours().count()),
          static_cast<int>(clock.minutes().count()),
          static_cast<int>(clock.seconds().count()),
          static_cast<int>(clock.subseconds().count())};
}

// Takes exactly so many digits from the front, then the separator if there is one.
std::optional<int> take(std::string_view& text, std::size_t digits, char separator) {
  if (text.size() < digits) return std::nullopt;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + digits, value);
  if (error != std::errc() || end != text.data() + digits) return std::nullopt;
  text.remove_prefix(digits);
  if (separator == 0) return value;
  if (text.empty() || text.front() != separator) return std::nullopt;
  text.remove_prefix(1);
  return value;
}

// ".5" → 500000; more than six digits are cut.
std::optional<int> take_fraction(std::string_view& text) {
  if (text.empty() || text.front() != '.') return 0;
  text.remove_prefix(1);
  int micros = 0;
  int digits = 0;
  while (!text.empty() && text.front() >= '0' && text.front() <= '9') {
    if (digits < 6) micros = micros * 10 + (text.front() - '0');
    ++digits;
    text.remove_prefix(1);
  }
  for (int missing = digits; missing < 6; ++missing) micros *= 10;
  return digits > 0 ? std::optional(micros) : std::nullopt;
}

std::optional<Fields> take_clock(std::string_view& text, Fields date) {
  const auto hour = take(text, 2, ':');
  const auto minute = hour ? take(text, 2, ':') : std::nullopt;
  const auto second = minute ? take(text, 2, 0) : std::nullopt;
  const auto micros = second ? take_fraction(text) : std::nullopt;
  if (!micros || *hour > 23 || *minute > 59 || *second > 59 || text != "Z") return std::nullopt;
  date.hour = *hour;
  date.minute = *minute;
  date.second = *second;
  date.micros = *micros;
  text = {};
  return date;
}

std::optional<Fields> take_fields(std::string_view text) {
  const auto year = take(text, 4, '-');
  const auto month = year ? take(text, 2, '-') : std::nullopt;
  const auto day = month ? take(text, 2, 0) : std::nullopt;
  if (!day) return std::nullopt;
  const Fields date{*year, *month, *day};
  if (text.empty()) return date;
  if (text.front() != 'T') return std::nullopt;
  text.remove_prefix(1);
  return take_clock(text, date);
}

}  // namespace

std::string utc_text(WallTime time) {
  const Fields at = fields_of(time);
  char text[40];
  std::snprintf(text, sizeof text, "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", at.year, at.month, at.day,
                at.hour, at.minute, at.second, at.micros);
  return text;
}

std::string compact_utc(WallTime time) {
  const Fields at = fields_of(time);
  char text[32];
  std::snprintf(text, sizeof text, "%04d%02d%02d-%02d%02d%02d", at.year, at.month, at.day, at.hour,
                at.minute, at.second);
  return text;
}

Result<WallTime> parse_utc(std::string_view text) {
  const auto at = take_fields(text);
  const auto invalid = [&text] {
    return fail({ErrorKind::InvalidInput, Scope::Process, "time",
                 "'" + std::string(text.substr(0, 40)) + "' is no time",
                 "write it as 2026-01-02 or 2026-01-02T03:04:05Z"});
  };
  if (!at) return invalid();
  const std::chrono::year_month_day date{std::chrono::year(at->year),
                                         std::chrono::month(static_cast<unsigned>(at->month)),
                                         std::chrono::day(static_cast<unsigned>(at->day))};
  if (!date.ok()) return invalid();
  const auto point = std::chrono::sys_days(date) + std::chrono::hours(at->hour) +
                     std::chrono::minutes(at->minute) + std::chrono::seconds(at->second) +
                     Micros(at->micros);
  return WallTime(std::chrono::duration_cast<Micros>(point.time_since_epoch()).count());
}

}  // namespace busbar
