#include "cli/commands/command_table.h"

#include <array>

namespace busbar::cli {

std::string_view argument_name(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::None:
      return "";
    case ArgumentKind::MatrixFile:
      return "MATRIX";
    case ArgumentKind::AnyFile:
      return "FILE";
    case ArgumentKind::Run:
      return "RUN";
    case ArgumentKind::Shell:
      return "SHELL";
  }
  return "";
}

std::span<const std::string_view> completion_shells() {
  static constexpr std::array<std::string_view, 3> kShells{"bash", "zsh", "fish"};
  return kShells;
}

std::span<const OptionSpec> global_options() {
  static const std::vector<OptionSpec> options{
      {"--controller", "URL", "the controller's address (or BUSBAR_CONTROLLER)", {}},
      {"--json", "", "print JSON, as the service answers it", {}},
  };
  return options;
}

std::span<const CommandSpec> command_table() {
  static const std::vector<CommandSpec> commands{
      {"run",
       "measure a matrix and print its results",
       ArgumentKind::MatrixFile,
       true,
       {{"--detach", "", "print the run's id and leave it running", {}}}},
      {"plan", "say what a matrix would measure; run nothing", ArgumentKind::MatrixFile, true, {}},
      {"status", "the controller, its nodes, and what runs now", ArgumentKind::Run, false, {}},
      {"results",
       "the cells of a run (the latest if none is named)",
       ArgumentKind::Run,
       false,
       {{"--format", "FORMAT", "table, csv or json", {"table", "csv", "json"}}}},
      {"runs",
       "list the runs, newest first",
       ArgumentKind::None,
       false,
       {{"--limit", "COUNT", "at most so many (20)", {}},
        {"--state",
         "STATE",
         "only those in this state",
         {"queued", "running", "cancelling", "completed", "failed", "cancelled"}},
        {"--matrix", "NAME", "only those of this matrix", {}}}},
      {"nodes", "list the nodes", ArgumentKind::None, false, {}},
      {"cancel", "cancel a run; what was measured stays", ArgumentKind::Run, true, {}},
      {"serve", "say how to start a controller and an agent", ArgumentKind::None, false, {}},
      {"read",
       "the facts and findings in what a tool printed",
       ArgumentKind::AnyFile,
       true,
       {{"--kind", "KIND", "the kind of the text, if it is not seen by itself", {}}}},
      {"completion", "print the completion script of a shell", ArgumentKind::Shell, true, {}},
      {"version", "print the version", ArgumentKind::None, false, {}},
  };
  return commands;
}

}  // namespace busbar::cli
