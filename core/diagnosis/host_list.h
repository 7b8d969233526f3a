#pragma once
// Lists of hosts as MPI launchers and Slurm take them, and the rules on them. Bounds: one list
// expands to kHostsMax names at most. Errors: a list that Slurm would refuse gives nothing.
// Threads: pure.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnosis/finding.h"

namespace busbar {

inline constexpr std::size_t kHostsMax = 65'536;  // Slurm's own limit of one list

// "xa-[001-002,004],b7" is xa-001, xa-002, xa-004, b7: leading zeros are part of the name, and a
// comma inside brackets does not separate hosts. Several brackets multiply.
std::optional<std::vector<std::string>> expand_host_list(std::string_view list);

struct HostEntry {
  std::string name;
  std::optional<std::int64_t> slots, max_slots;
  std::optional<std::string> bad_slots;  // what stood where a number should
  Evidence evidence;
};

struct HostfileFacts {
  std::vector<HostEntry> hosts;
};
std::vector<Finding> findings_of(const HostfileFacts&);

// A host name or an address: letters, digits, ".", "-", "_", and ":" of IPv6 in brackets.
bool is_host_name(std::string_view text);

}  // namespace busbar
