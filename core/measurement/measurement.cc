#include "core/measurement/measurement.h"

#include <array>
#include <string_view>

namespace busbar {
namespace {

template <class Enum>
struct Word {
  Enum value;
  std::string_view text;
};

constexpr std::array kOrigins{
    Word{Origin::Measured, "measured"},
    Word{Origin::Imported, "imported"},
    Word{Origin::Simulated, "simulated"},
};
constexpr std::array kVerifications{
    Word{Verification::Witnessed, "witnessed"},
    Word{Verification::Derived, "derived"},
    Word{Verification::Unverified, "unverified"},
    Word{Verification::NotApplicable, "not_applicable"},
};
constexpr std::array kStopReasons{
    Word{StopReason::Converged, "converged"},
    Word{StopReason::TimeLimit, "time_limit"},
    Word{StopReason::SampleLimit, "sample_limit"},
};
constexpr std::array kCellFailures{
    Word{CellFailure::Failed, "failed"},           Word{CellFailure::TimedOut, "timed_out"},
    Word{CellFailure::NodeLost, "node_lost"},      Word{CellFailure::WrongData, "wrong_data"},
    Word{CellFailure::Unsupported, "unsupported"},
};

template <class Words, class Enum>
std::string_view text_in(const Words& words, Enum value) {
  for (const auto& word : words)
    if (word.value == value) return word.text;
  return "";
}

template <class Enum, class Words>
std::optional<Enum> value_in(const Words& words, std::string_view text) {
  for (const auto& word : words)
    if (word.text == text) return word.value;
  return std::nullopt;
}

}  // namespace

std::string_view to_text(Origin value) {
  return text_in(kOrigins, value);
}
std::string_view to_text(Verification value) {
  return text_in(kVerifications, value);
}
std::string_view to_text(StopReason value) {
  return text_in(kStopReasons, value);
}
std::string_view to_text(CellFailure value) {
  return text_in(kCellFailures, value);
}

std::optional<Origin> origin_from_text(std::string_view text) {
  return value_in<Origin>(kOrigins, text);
}
std::optional<Verification> verification_from_text(std::string_view text) {
  return value_in<Verification>(kVerifications, text);
}
std::optional<StopReason> stop_reason_from_text(std::string_view text) {
  return value_in<StopReason>(kStopReasons, text);
}
std::optional<CellFailure> cell_failure_from_text(std::string_view text) {
  return value_in<CellFailure>(kCellFailures, text);
}

}  // namespace busbar
