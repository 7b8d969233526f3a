#include "bench/engine/cores.h"

#include <algorithm>
#include <sstream>

namespace busbar::bench {

std::uint32_t usable_cores(std::uint32_t of_affinity, const QuotaTexts& texts) {
  std::istringstream words(texts.max.empty() ? texts.quota + " " + texts.period : texts.max);
  std::int64_t quota = 0, period = 0;
  const std::uint32_t cores = std::max<std::uint32_t>(1, of_affinity);
  if (!(words >> quota >> period) || quota <= 0 || period <= 0) return cores;
  const std::int64_t whole = quota / period + (quota % period == 0 ? 0 : 1);
  return static_cast<std::uint32_t>(std::min<std::int64_t>(cores, whole));
}

}  // namespace busbar::bench
