#pragma once
// What was typed, checked against the command table.
// Threads: values.
#include <map>
#include <string>
#include <string_view>

namespace busbar::cli {

inline constexpr std::string_view kControllerDefault = "http://127.0.0.1:7420";

struct Invocation {
  std::string command{};
  std::string argument{};  // empty if none was given
  // By name without dashes; a switch has the value "yes".
  std::map<std::string, std::string> options{};
  std::string controller{kControllerDefault};
  bool is_json = false;

  bool has(const std::string& option) const { return options.contains(option); }
  std::string option_or(const std::string& option, std::string otherwise) const {
    const auto found = options.find(option);
    return found == options.end() ? otherwise : found->second;
  }
};

}  // namespace busbar::cli
