#pragma once
// Which phase follows which: the tables that the fold obeys.
// Invariants: an event without a row changes nothing, so the fold is total; ended phases have no
// way out; every phase that is not ended has a way to an ended one. Threads: pure.
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/run/events.h"

namespace busbar {

enum class RunPhase { Queued, Running, Cancelling, Completed, Cancelled, Failed };
std::string_view to_text(RunPhase);
std::optional<RunPhase> run_phase_from_text(std::string_view);

enum class RunTrigger { Dispatched, CancelAsked, Completed, Cancelled, Failed };

enum class LaunchPhase { Dispatched, Running, Ended, Lost };
std::string_view to_text(LaunchPhase);
std::optional<LaunchPhase> launch_phase_from_text(std::string_view);

enum class LaunchTrigger { Started, Ended, Lost };

template <class Phase, class Trigger>
struct Transition {
  Phase from;
  Trigger trigger;
  Phase to;
};

inline constexpr std::array kRunTransitions{
    Transition{RunPhase::Queued, RunTrigger::Dispatched, RunPhase::Running},
    Transition{RunPhase::Queued, RunTrigger::CancelAsked, RunPhase::Cancelling},
    Transition{RunPhase::Queued, RunTrigger::Failed, RunPhase::Failed},
    Transition{RunPhase::Running, RunTrigger::CancelAsked, RunPhase::Cancelling},
    Transition{RunPhase::Running, RunTrigger::Completed, RunPhase::Completed},
    Transition{RunPhase::Running, RunTrigger::Failed, RunPhase::Failed},
    Transition{RunPhase::Cancelling, RunTrigger::Cancelled, RunPhase::Cancelled},
};

inline constexpr std::array kLaunchTransitions{
    Transition{LaunchPhase::Dispatched, LaunchTrigger::Started, LaunchPhase::Running},
    Transition{LaunchPhase::Dispatched, LaunchTrigger::Ended, LaunchPhase::Ended},
    Transition{LaunchPhase::Dispatched, LaunchTrigger::Lost, LaunchPhase::Lost},
    Transition{LaunchPhase::Running, LaunchTrigger::Ended, LaunchPhase::Ended},
    Transition{LaunchPhase::Running, LaunchTrigger::Lost, LaunchPhase::Lost},
};

template <class Table, class Phase, class Trigger>
constexpr std::optional<Phase> next_in(const Table& table, Phase from, Trigger trigger) {
  for (const auto& row : table)
    if (row.from == from && row.trigger == trigger) return row.to;
  return std::nullopt;
}

constexpr std::optional<RunPhase> next_phase(RunPhase from, RunTrigger trigger) {
  return next_in(kRunTransitions, from, trigger);
}
constexpr std::optional<LaunchPhase> next_phase(LaunchPhase from, LaunchTrigger trigger) {
  return next_in(kLaunchTransitions, from, trigger);
}

constexpr bool is_ended(RunPhase phase) {
  return phase == RunPhase::Completed || phase == RunPhase::Cancelled || phase == RunPhase::Failed;
}
constexpr bool is_live(LaunchPhase phase) {
  return phase == LaunchPhase::Dispatched || phase == LaunchPhase::Running;
}

// What an event of a run means for its phase; nothing if it means nothing.
std::optional<RunTrigger> run_trigger(const EventBody&);

static_assert(next_phase(RunPhase::Cancelling, RunTrigger::Dispatched) == std::nullopt,
              "nothing starts after a cancel was asked for");
static_assert(next_phase(RunPhase::Completed, RunTrigger::CancelAsked) == std::nullopt,
              "what is over cannot be cancelled");
static_assert(next_phase(RunPhase::Cancelling, RunTrigger::Completed) == std::nullopt,
              "a cancelled run does not end as completed");
static_assert(next_phase(LaunchPhase::Ended, LaunchTrigger::Lost) == std::nullopt,
              "a launch that has ended cannot be lost");
static_assert(next_phase(LaunchPhase::Lost, LaunchTrigger::Started) == std::nullopt,
              "a lost launch does not come back: its cells may be in another one");

}  // namespace busbar
