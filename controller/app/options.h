#pragma once
// The command line of busbar-controller.
// Errors: InvalidInput naming the option; --help and --version are an early, good end.
// Threads: pure.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/error/result.h"
#include "io/log/log.h"

namespace busbar::controller {

struct ListenAddress {
  std::string host = "127.0.0.1";  // without the brackets of an IPv6 address
  std::uint16_t port = 7420;       // 0: a free one
};
// "127.0.0.1:7420", "[::1]:0", "localhost:80".
Result<ListenAddress> parse_listen_address(const std::string& text);

struct Options {
  ListenAddress listen;
  bool is_insecure_listen = false;
  std::string data;
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

}  // namespace busbar::controller
