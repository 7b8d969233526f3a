#pragma once
// The commands of `busbar` as data: options, help and shell completion are all made from this
// table. Invariants: names are unique; an option without a value name is a switch. Threads:
// constants.
#include <span>
#include <string_view>
#include <vector>

namespace busbar::cli {

// What completion offers for a positional argument.
enum class ArgumentKind { None, MatrixFile, AnyFile, Run, Shell };

struct OptionSpec {
  std::string_view name;        // "--format"
  std::string_view value_name;  // "FORMAT"; empty: a switch
  std::string_view summary;
  std::vector<std::string_view> choices;  // empty: any value
};

struct CommandSpec {
  std::string_view name;
  std::string_view summary;
  ArgumentKind argument = ArgumentKind::None;
  bool is_argument_required = false;
  std::vector<OptionSpec> options;
};

// "MATRIX", "FILE", "RUN", "SHELL"; empty for none.
std::string_view argument_name(ArgumentKind kind);

// Options of every command: --controller, --json.
std::span<const OptionSpec> global_options();
std::span<const CommandSpec> command_table();
std::span<const std::string_view> completion_shells();

}  // namespace busbar::cli
