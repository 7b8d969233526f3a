#pragma once
// One line of NCCL's log and what launchers put before it:
//   <launcher's prefix> host:pid:thread [device] NCCL INFO message
//   <launcher's prefix> host:pid:thread [device] file:line NCCL WARN message
// Parts may be missing (host, process, device); 2.2 and older say INFO without NCCL. Views point
// into the line. Threads: pure.
#include <cstdint>
#include <optional>
#include <string_view>

namespace busbar::wire::nccl_log {

enum class NcclLevel { Info, Warn, Trace };

struct NcclLine {
  std::uint64_t number = 0;
  bool is_cut = false;     // the text ends inside this line
  std::string_view whole;  // from the launcher's prefix on
  NcclLevel level = NcclLevel::Info;
  std::string_view host;
  std::int64_t process = -1, thread = -1;
  std::optional<std::int64_t> device;
  std::string_view place;  // "misc/ibvwrap.cc:63"
  std::string_view message;
  std::optional<std::int64_t> job_rank;  // as the launcher tags it
  std::size_t start = 0;                 // where the part that NCCL wrote begins in `whole`
};

// Nothing: no level of NCCL's in it.
std::optional<NcclLine> nccl_line(std::string_view whole);

// The rank that a launcher's or framework's prefix names: "[1,12]<stdout>:", "3: ", "[rank3]".
std::optional<std::int64_t> tagged_rank(std::string_view prefix);

}  // namespace busbar::wire::nccl_log
