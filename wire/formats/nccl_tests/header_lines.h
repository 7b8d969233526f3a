#pragma once
// The lines around the table of nccl-tests: parameters, devices, closing lines, names of programs
// and collectives. Each function gives nothing where the line is not of its kind; a leading "#" may
// be missing. Errors: none. Threads: pure.
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/formats/nccl_tests/table.h"

namespace busbar::wire {

// "# nThread 1 nGpus 8 minBytes 8 maxBytes 134217728 step: 2(factor) warmup iters: 5 iters: 20 …"
std::optional<NcclParameters> parameters_in(std::string_view line);

// "#  Rank  0 Group  0 Pid 314199 on nodeA device  0 [0009:01:00] NVIDIA GH200 120GB"
std::optional<NcclDevice> device_in(std::string_view line);

// "# Out of bounds values : 0 OK"
std::optional<NcclOutOfBounds> out_of_bounds_in(std::string_view line);

// "# Avg bus bandwidth    : 58.6481 OK"
std::optional<NcclAverage> average_in(std::string_view line);

// "2.9.9+cuda11.2" of "NCCL version 2.9.9+cuda11.2" and "RCCL version : 2.22.3-HEAD:9cbe1c3".
std::optional<std::string> library_version_in(std::string_view line);

// The collective of a program's name, wherever it stands: "/opt/bin/all_gather_perf" gives
// "all_gather". Only whole names of known programs.
std::vector<std::string> programs_in(std::string_view line);

// "AllReduce", "all_reduce_perf", "AlltoAll", "SendRecv" …: "all_reduce", "alltoall", "sendrecv".
// Empty: unknown.
std::string nccl_collective(std::string_view name);

// A line by which a person left rows out: "...", "[...]", "# <smaller sizes truncated>".
bool is_elision(std::string_view line);

}  // namespace busbar::wire
