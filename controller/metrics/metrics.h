#pragma once
// What the controller tells Prometheus, from one table of names, kinds and words.
// Source: Prometheus text format 0.0.4. Units are in the names: _seconds, _bytes; counters end in
// _total. Invariants: every metric has HELP and TYPE; counters never fall while the program runs.
// Threads: values.
#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/units/quantity.h"

namespace busbar::controller {

inline constexpr std::string_view kMetricsType = "text/plain; version=0.0.4; charset=utf-8";

// Counted while the program runs.
struct Counters {
  std::array<std::uint64_t, 5> answers{};  // by the first digit of their status, from 1
  std::uint64_t runs_submitted = 0;

  void count_answer(int status);
};

// Looked up when it is asked for.
struct Gauges {
  std::uint64_t unfinished_runs = 0;
  std::uint64_t live_launches = 0;
  std::uint64_t known_nodes = 0;
  std::uint64_t ready_nodes = 0;
  std::uint64_t agent_sessions = 0;
  std::uint64_t event_streams = 0;
  Seconds uptime;
};

std::string metrics_text(const Counters&, const Gauges&, std::string_view version);

}  // namespace busbar::controller
