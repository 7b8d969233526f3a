#include "bench/mpi/fault.h"

#include <unistd.h>

#include <charconv>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <utility>

namespace busbar::bench {
namespace {

constexpr std::pair<std::string_view, FaultKind> kKinds[] = {
    {"hang_at_cell=", FaultKind::Hang},
    {"crash_at_cell=", FaultKind::Crash},
    {"rubbish_at_cell=", FaultKind::Rubbish},
    {"wrong_at_cell=", FaultKind::Wrong}};

}  // namespace

Result<std::optional<PlannedFault>> planned_fault() {
  const char* text = std::getenv("BUSBAR_BENCH_FAULT");
  if (!text) return std::nullopt;
  const std::string_view asked(text);
  for (const auto& [prefix, kind] : kKinds) {
    if (!asked.starts_with(prefix)) continue;
    std::uint32_t cell = 0;
    const auto [end, error] =
        std::from_chars(asked.data() + prefix.size(), asked.data() + asked.size(), cell);
    if (error == std::errc() && end == asked.data() + asked.size())
      return PlannedFault{kind, CellIndex(cell)};
  }
  return fail({ErrorKind::InvalidInput, Scope::Process, "BUSBAR_BENCH_FAULT",
               "'" + std::string(asked) + "' is no fault",
               "hang_at_cell=N, crash_at_cell=N, rubbish_at_cell=N or wrong_at_cell=N"});
}

void commit(FaultKind kind, bool is_rank_0) {
  switch (kind) {
    case FaultKind::Hang:
      while (true) pause();
    case FaultKind::Crash:
      // The default action: a sanitizer's own handler would end it with an exit code instead.
      std::signal(SIGSEGV, SIG_DFL);
      std::raise(SIGSEGV);
      break;
    case FaultKind::Rubbish:
      if (is_rank_0) std::fputs("no line of ours\n{\"busbar\":1,\"type\":\"meas\n", stdout);
      break;
    case FaultKind::Wrong:
      break;
  }
}

}  // namespace busbar::bench
