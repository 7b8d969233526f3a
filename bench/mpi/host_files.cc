#include "bench/mpi/host_files.h"

#include <sched.h>

#include <fstream>
#include <sstream>

#include "bench/engine/cores.h"
#include "bench/engine/memory.h"

namespace busbar::bench {
namespace {

std::string group_text(const std::string& version_2, const std::string& version_1) {
  const std::string folder = "/sys/fs/cgroup/";
  if (auto text = file_text(folder + version_2)) return *text;
  return file_text(folder + version_1).value_or("");
}

}  // namespace

std::optional<std::string> file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  if (!file) return std::nullopt;
  text << file.rdbuf();
  return text.str();
}

std::uint32_t cores_here() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  const std::string folder = "/sys/fs/cgroup/";
  return usable_cores(static_cast<std::uint32_t>(CPU_COUNT(&set)),
                      {file_text(folder + "cpu.max").value_or(""),
                       file_text(folder + "cpu/cpu.cfs_quota_us").value_or(""),
                       file_text(folder + "cpu/cpu.cfs_period_us").value_or("")});
}

std::optional<std::uint64_t> memory_here() {
  return available_memory({file_text("/proc/meminfo").value_or(""),
                           group_text("memory.max", "memory/memory.limit_in_bytes"),
                           group_text("memory.current", "memory/memory.usage_in_bytes")});
}

}  // namespace busbar::bench
