#include "cli/app/options.h"

#include <CLI/CLI.hpp>
#include <deque>

#include "cli/commands/command_table.h"

namespace busbar::cli {
namespace {

// CLI11 writes into variables that must outlive the parsing.
struct Bound {
  struct Option {
    std::string name;  // without dashes
    CLI::Option* option;
    std::string value;
  };
  std::deque<Option> options;
  std::string argument;
};

std::string argument_help(ArgumentKind kind) {
  switch (kind) {
    case ArgumentKind::None:
      return "";
    case ArgumentKind::MatrixFile:
      return "YAML or JSON file; - is standard input";
    case ArgumentKind::AnyFile:
      return "what a tool printed; - is standard input";
    case ArgumentKind::Run:
      return "a run's id, or latest";
    case ArgumentKind::Shell:
      return "bash, zsh or fish";
  }
  return "";
}

void add_option(CLI::App& command, const OptionSpec& spec, Bound& bound) {
  Bound::Option& made = bound.options.emplace_back();
  made.name = spec.name.substr(2);
  const std::string name(spec.name), summary(spec.summary);
  if (spec.value_name.empty()) {
    made.option = command.add_flag(name, summary);
    return;
  }
  made.option = command.add_option(name, made.value, summary);
  made.option->type_name(std::string(spec.value_name));
  if (!spec.choices.empty())
    made.option->check(
        CLI::IsMember(std::vector<std::string>(spec.choices.begin(), spec.choices.end())));
}

void add_command(CLI::App& app, const CommandSpec& spec, Bound& bound) {
  CLI::App* command = app.add_subcommand(std::string(spec.name), std::string(spec.summary));
  command->fallthrough();  // --controller and --json may stand after the command
  for (const OptionSpec& option : spec.options) add_option(*command, option, bound);
  if (spec.argument == ArgumentKind::None) return;
  CLI::Option* argument = command->add_option(std::string(argument_name(spec.argument)),
                                              bound.argument, argument_help(spec.argument));
  argument->type_name("");
  if (spec.is_argument_required) argument->required();
}

void add_global_options(CLI::App& app, Invocation& invocation) {
  app.add_option("--controller", invocation.controller, "the controller's address")
      ->type_name("URL")
      ->envname("BUSBAR_CONTROLLER")
      ->capture_default_str();
  app.add_flag("--json", invocation.is_json, "print JSON, as the service answers it");
  app.set_version_flag("--version", "busbar " BUSBAR_VERSION);
}

std::string footer() {
  return exit_codes_text() +
         "\nResults go to standard output, everything else to standard error.\n"
         "Start with: busbar serve";
}

// CLI11 says only that a command is missing; a person wants to know which word was none.
std::string unknown_command(const std::vector<std::string>& arguments) {
  if (arguments.empty() || arguments.front().starts_with('-')) return "";
  for (const CommandSpec& command : command_table())
    if (command.name == arguments.front()) return "";
  return arguments.front();
}

}  // namespace

std::expected<Invocation, ExitCode> read_options(const std::vector<std::string>& arguments,
                                                 const Output& output) {
  CLI::App app{"Measures collectives on a fabric and tells what came of it.", "busbar"};
  app.require_subcommand(1);
  app.footer(footer());
  Invocation invocation;
  add_global_options(app, invocation);
  Bound bound;
  for (const CommandSpec& spec : command_table()) add_command(app, spec, bound);
  if (const std::string word = unknown_command(arguments); !word.empty()) {
    output.err << "busbar: '" << word << "' is no command; see busbar --help\n";
    return std::unexpected(ExitCode::Error);
  }
  try {
    std::vector<std::string> reversed(arguments.rbegin(), arguments.rend());
    app.parse(reversed);  // CLI11 takes them from the end
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error, output.out, output.err);
    return std::unexpected(code == 0 ? ExitCode::Success : ExitCode::Error);
  }
  invocation.command = app.get_subcommands().front()->get_name();
  invocation.argument = bound.argument;
  for (const Bound::Option& option : bound.options)
    if (option.option->count() > 0)
      invocation.options[option.name] = option.value.empty() ? "yes" : option.value;
  return invocation;
}

}  // namespace busbar::cli
