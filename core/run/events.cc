#include "core/run/events.h"

#include <array>
#include <utility>

namespace busbar {
namespace {

constexpr std::array kLaunchEnds{
    std::pair{LaunchEnd::Finished, std::string_view("finished")},
    std::pair{LaunchEnd::Failed, std::string_view("failed")},
    std::pair{LaunchEnd::TimedOut, std::string_view("timed_out")},
    std::pair{LaunchEnd::Cancelled, std::string_view("cancelled")},
    std::pair{LaunchEnd::Lost, std::string_view("lost")},
};

constexpr std::array kRunEnds{
    std::pair{RunEnd::Completed, std::string_view("completed")},
    std::pair{RunEnd::Failed, std::string_view("failed")},
    std::pair{RunEnd::Cancelled, std::string_view("cancelled")},
};

// In the order of the variant's alternatives.
constexpr std::array<std::string_view, 10> kKinds{
    "run_submitted", "launch_dispatched", "launch_started", "cell_measured",    "cell_failed",
    "launch_ended",  "group_given_up",    "budget_spent",   "cancel_requested", "run_finished"};
static_assert(std::variant_size_v<RunEvent> == kKinds.size());

template <class Table, class Enum>
std::string_view text_in(const Table& table, Enum value) {
  for (const auto& [entry, text] : table)
    if (entry == value) return text;
  return {};
}

template <class Enum, class Table>
std::optional<Enum> value_in(const Table& table, std::string_view text) {
  for (const auto& [entry, name] : table)
    if (name == text) return entry;
  return std::nullopt;
}

}  // namespace

std::string_view to_text(LaunchEnd end) {
  return text_in(kLaunchEnds, end);
}
std::optional<LaunchEnd> launch_end_from_text(std::string_view text) {
  return value_in<LaunchEnd>(kLaunchEnds, text);
}
std::string_view to_text(RunEnd end) {
  return text_in(kRunEnds, end);
}
std::optional<RunEnd> run_end_from_text(std::string_view text) {
  return value_in<RunEnd>(kRunEnds, text);
}
std::string_view kind_text(const RunEvent& event) {
  return kKinds[event.index()];
}

}  // namespace busbar
