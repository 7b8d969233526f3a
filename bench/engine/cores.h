#pragma once
// The cores that ranks may use: those of the affinity, or fewer if a control group has a quota.
// The same rule as the agent's facts: a quota of 1.5 cores lets two ranks run.
// Units: whole cores; quota and period in microseconds. Threads: pure.
#include <cstdint>
#include <string>

namespace busbar::bench {

// The texts of the kernel's files, empty where there is no such file.
struct QuotaTexts {
  std::string max;            // version 2, cpu.max: "150000 100000" or "max 100000"
  std::string quota, period;  // version 1, cpu.cfs_quota_us ("-1": none) and cpu.cfs_period_us
};
std::uint32_t usable_cores(std::uint32_t of_affinity, const QuotaTexts&);

}  // namespace busbar::bench
