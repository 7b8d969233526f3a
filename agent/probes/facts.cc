#include "agent/probes/facts.h"

#include <gnu/libc-version.h>
#include <sched.h>

#include <algorithm>
#include <charconv>
#include <sstream>

#include "io/file/file.h"

namespace busbar::agent {
namespace {

constexpr std::size_t kFileBytesMax = 4u << 20;  // /proc/cpuinfo of 1000 cores is below 2 MiB

std::optional<std::int64_t> number_of(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || value <= 0) return std::nullopt;
  return value;
}

// "name : value" or "name: value" of /proc files; the first one.
std::optional<std::string> entry(const std::optional<std::string>& text, const std::string& name) {
  if (!text) return std::nullopt;
  std::istringstream lines(*text);
  for (std::string line; std::getline(lines, line);) {
    if (line.rfind(name, 0) != 0) continue;
    const std::size_t colon = line.find(':');
    if (colon == std::string::npos) continue;
    const std::size_t begin = line.find_first_not_of(" \t", colon + 1);
    return begin == std::string::npos ? "" : line.substr(begin);
  }
  return std::nullopt;
}

// Cores of the quota, rounded up: a quota of 1.5 cores lets two ranks run.
std::optional<std::uint32_t> quota_cores(std::int64_t quota, std::int64_t period) {
  if (quota <= 0 || period <= 0) return std::nullopt;
  return static_cast<std::uint32_t>(std::max<std::int64_t>(1, (quota + period - 1) / period));
}

std::optional<std::uint32_t> cgroup_quota(const HostFiles& files) {
  if (const auto line = files.line("/sys/fs/cgroup/cpu.max")) {
    std::istringstream words(*line);
    std::int64_t quota = 0, period = 0;
    if (words >> quota >> period) return quota_cores(quota, period);
    return std::nullopt;
  }
  const auto quota = number_of(files.line("/sys/fs/cgroup/cpu/cpu.cfs_quota_us"));
  const auto period = number_of(files.line("/sys/fs/cgroup/cpu/cpu.cfs_period_us"));
  return quota && period ? quota_cores(*quota, *period) : std::nullopt;
}

// "always [madvise] never" → "madvise"
std::string chosen(const std::string& line) {
  const std::size_t begin = line.find('['), end = line.find(']');
  if (begin == std::string::npos || end == std::string::npos || end < begin) return line;
  return line.substr(begin + 1, end - begin - 1);
}

}  // namespace

std::optional<std::string> HostFiles::text(const std::string& path) const {
  auto content = io::read_file(root + path, kFileBytesMax);
  if (!content) return std::nullopt;
  return std::move(*content);
}

std::optional<std::string> HostFiles::line(const std::string& path) const {
  const auto content = text(path);
  if (!content || content->empty()) return std::nullopt;
  return content->substr(0, content->find('\n'));
}

std::uint32_t affinity_cores() {
  cpu_set_t set;
  CPU_ZERO(&set);
  if (sched_getaffinity(0, sizeof set, &set) != 0) return 1;
  return static_cast<std::uint32_t>(std::max(1, CPU_COUNT(&set)));
}

std::uint32_t usable_cores(const HostFiles& files, std::uint32_t affinity) {
  const auto quota = cgroup_quota(files);
  return quota ? std::min(*quota, affinity) : affinity;
}

Result<MachineId> machine_id(const HostFiles& files) {
  const auto boot = files.line("/proc/sys/kernel/random/boot_id");
  if (!boot)
    return fail({ErrorKind::Unavailable, Scope::Node, "/proc/sys/kernel/random/boot_id",
                 "cannot be read", "mount /proc"});
  return MachineId::parse(*boot);
}

std::uint64_t memory_bytes(const HostFiles& files) {
  constexpr std::uint64_t kib = 1024;
  const auto total = number_of(entry(files.text("/proc/meminfo"), "MemTotal"));
  const std::uint64_t host = total ? static_cast<std::uint64_t>(*total) * kib : 0;
  const auto limit = number_of(files.line("/sys/fs/cgroup/memory.max"));
  return limit ? std::min(host, static_cast<std::uint64_t>(*limit)) : host;
}

Provenance host_provenance(const HostFiles& files) {
  Provenance provenance;
  const auto add = [&provenance](const char* name, const std::optional<std::string>& value) {
    if (value && !value->empty()) provenance[name] = *value;
  };
  add("kernel", files.line("/proc/sys/kernel/osrelease"));
  add("cpu_model", entry(files.text("/proc/cpuinfo"), "model name"));
  add("governor", files.line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
  add("numa_nodes", files.line("/sys/devices/system/node/online"));
  if (const auto pages = files.line("/sys/kernel/mm/transparent_hugepage/enabled"))
    provenance["transparent_hugepage"] = chosen(*pages);
  if (files.root.empty()) provenance["libc"] = gnu_get_libc_version();
  return provenance;
}

std::string open_mpi_version(const std::string& first_line) {
  if (first_line.find("Open MPI") == std::string::npos) return {};
  const std::size_t space = first_line.rfind(' ');
  return space == std::string::npos ? std::string() : first_line.substr(space + 1);
}

}  // namespace busbar::agent
