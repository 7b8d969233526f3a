#pragma once
// What this host is: facts that a plan depends on, and provenance that a measurement is tied to.
// Read below a root folder, so that a saved tree can be read as well; what is missing there is left
// out, never guessed. Units: bytes. Threads: any; blocks for a few small files.
#include <cstdint>
#include <optional>
#include <string>

#include "core/error/result.h"
#include "core/fabric/node.h"

namespace busbar::agent {

struct HostFiles {
  std::string root;  // "" for this host; a folder for a saved tree

  // The first line of a file, nothing if it cannot be read.
  std::optional<std::string> line(const std::string& path) const;
  std::optional<std::string> text(const std::string& path) const;
};

// Cores that a process confined to `affinity` of them may use: no more than the cgroup's quota.
std::uint32_t usable_cores(const HostFiles& files, std::uint32_t affinity);
std::uint32_t affinity_cores();  // of this process

// The same for every agent on one running kernel, also in containers.
Result<MachineId> machine_id(const HostFiles& files);

std::uint64_t memory_bytes(const HostFiles& files);  // of the host or its cgroup, whichever is less
Provenance host_provenance(const HostFiles& files);

// "4.1.4" of "mpirun (Open MPI) 4.1.4"; empty if it is another text.
std::string open_mpi_version(const std::string& first_line);

}  // namespace busbar::agent
