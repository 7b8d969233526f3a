#pragma once
// The command line of busbar-agent.
// Errors: InvalidInput naming the option; --help and --version are an early, good end.
// Threads: pure.
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/error/result.h"
#include "io/log/log.h"

namespace busbar::agent {

struct Options {
  std::string controller = "http://127.0.0.1:7420";
  std::string node;  // empty: the host's name
  std::string data;
  std::string bench;  // empty: busbar-bench-mpi beside this program
  std::string mpirun = "mpirun";
  std::optional<std::uint32_t> cores;
  std::map<std::string, std::string> labels;
  io::LogLevel log_level = io::LogLevel::Info;
  std::optional<int> ready_fd;
};

// What to do after parsing: go on with the options, or print the text and end well.
struct ParsedOptions {
  Options options;
  std::optional<std::string> print_and_end;
};

Result<ParsedOptions> parse_options(const std::vector<std::string>& arguments,
                                    const std::string& default_data);

}  // namespace busbar::agent
