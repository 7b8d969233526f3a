#include "cli/commands/completion.h"

#include <algorithm>
#include <functional>

#include "cli/commands/command_table.h"
#include "cli/output/fault.h"

namespace busbar::cli {
namespace {

template <class Items, class Text>
std::string joined(const Items& items, std::string_view separator, Text text) {
  std::string all;
  for (const auto& item : items) {
    if (!all.empty()) all += separator;
    all += text(item);
  }
  return all;
}

std::string words(std::span<const std::string_view> items) {
  return joined(items, " ", [](std::string_view item) { return std::string(item); });
}

std::string command_names() {
  return joined(command_table(), " ", [](const CommandSpec& c) { return std::string(c.name); });
}

std::vector<OptionSpec> options_of(const CommandSpec& command) {
  std::vector<OptionSpec> options = command.options;
  for (const OptionSpec& option : global_options()) options.push_back(option);
  return options;
}

// The newest ids are the first column of `busbar runs`. No '$' in it: fish would expand that too
// early.
constexpr std::string_view kRunIds = "busbar runs 2>/dev/null | grep -o '^r-[^ ]*'";

std::string single_quoted(std::string_view text) {
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string bash_argument(const CommandSpec& command) {
  switch (command.argument) {
    case ArgumentKind::None:
      return "";
    case ArgumentKind::MatrixFile:
    case ArgumentKind::AnyFile:
      return "COMPREPLY+=($(compgen -f -- \"$word\"))";
    case ArgumentKind::Run:
      return "COMPREPLY+=($(compgen -W \"latest $(" + std::string(kRunIds) + ")\" -- \"$word\"))";
    case ArgumentKind::Shell:
      return "COMPREPLY+=($(compgen -W '" + words(completion_shells()) + "' -- \"$word\"))";
  }
  return "";
}

std::string bash_command(const CommandSpec& command) {
  const std::string names =
      joined(options_of(command), " ", [](const OptionSpec& o) { return std::string(o.name); });
  std::string text = "    " + std::string(command.name) + ")\n";
  for (const OptionSpec& option : command.options)
    if (!option.choices.empty())
      text += "      [[ $previous == " + std::string(option.name) +
              " ]] && { COMPREPLY=($(compgen -W '" + words(option.choices) +
              "' -- \"$word\")); return; }\n";
  text += "      COMPREPLY=($(compgen -W '" + names + "' -- \"$word\"))\n";
  if (command.argument != ArgumentKind::None)
    text += "      [[ $word == -* ]] || " + bash_argument(command) + "\n";
  return text + "      ;;\n";
}

std::string bash_script() {
  return "# busbar completion for bash: source <(busbar completion bash)\n"
         "_busbar() {\n"
         "  local word=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD-1]} command=\n"
         "  local candidate\n"
         "  for candidate in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
         "    case $candidate in\n"
         "      " +
         joined(command_table(), "|", [](const CommandSpec& c) { return std::string(c.name); }) +
         ") command=$candidate; break ;;\n"
         "    esac\n"
         "  done\n"
         "  case $command in\n" +
         joined(command_table(), "", bash_command) + "    *) COMPREPLY=($(compgen -W '" +
         command_names() +
         " --controller --json --help' -- \"$word\")) ;;\n"
         "  esac\n"
         "}\n"
         "complete -o filenames -F _busbar busbar\n";
}

std::string zsh_argument(const CommandSpec& command) {
  switch (command.argument) {
    case ArgumentKind::None:
      return "";
    case ArgumentKind::MatrixFile:
    case ArgumentKind::AnyFile:
      return " '1:file:_files'";
    case ArgumentKind::Run:
      return " \"1:run:(latest $(" + std::string(kRunIds) + "))\"";
    case ArgumentKind::Shell:
      return " '1:shell:(" + words(completion_shells()) + ")'";
  }
  return "";
}

std::string zsh_option(const OptionSpec& option) {
  std::string text = std::string(option.name) + "[" + std::string(option.summary) + "]";
  if (!option.value_name.empty()) text += ":" + std::string(option.value_name) + ":";
  if (!option.choices.empty()) text += "(" + words(option.choices) + ")";
  return single_quoted(text);
}

std::string zsh_command(const CommandSpec& command) {
  return "    " + std::string(command.name) + ") _arguments" + zsh_argument(command) + " " +
         joined(options_of(command), " ", zsh_option) + " ;;\n";
}

std::string zsh_script() {
  return "#compdef busbar\n"
         "# busbar completion for zsh: busbar completion zsh > \"${fpath[1]}/_busbar\"\n"
         "_busbar() {\n"
         "  local -a commands\n"
         "  commands=(\n" +
         joined(command_table(), "",
                [](const CommandSpec& c) {
                  return "    " +
                         single_quoted(std::string(c.name) + ":" + std::string(c.summary)) + "\n";
                }) +
         "  )\n"
         "  local context state line\n"
         "  _arguments -C '1:command:->command' '*::argument:->argument' && return\n"
         "  [[ $state == command ]] && { _describe command commands; return; }\n"
         "  case $line[1] in\n" +
         joined(command_table(), "", zsh_command) +
         "  esac\n"
         "}\n"
         "compdef _busbar busbar\n";
}

std::string fish_option(std::string_view condition, const OptionSpec& option) {
  std::string text = "complete -c busbar " + std::string(condition) + " -l " +
                     std::string(option.name.substr(2)) + " -d " + single_quoted(option.summary);
  if (!option.value_name.empty()) text += " -x";
  if (!option.choices.empty()) text += " -a " + single_quoted(words(option.choices));
  return text + "\n";
}

std::string fish_argument(const CommandSpec& command, const std::string& condition) {
  const std::string begin = "complete -c busbar " + condition;
  switch (command.argument) {
    case ArgumentKind::None:
      return "";
    case ArgumentKind::MatrixFile:
    case ArgumentKind::AnyFile:
      return begin + " -F\n";
    case ArgumentKind::Run:
      return begin + " -a \"latest (" + std::string(kRunIds) + ")\"\n";
    case ArgumentKind::Shell:
      return begin + " -a " + single_quoted(words(completion_shells())) + "\n";
  }
  return "";
}

std::string fish_command(const CommandSpec& command) {
  const std::string condition =
      "-n " + single_quoted("__fish_seen_subcommand_from " + std::string(command.name));
  std::string text = "complete -c busbar -n __fish_use_subcommand -a " + std::string(command.name) +
                     " -d " + single_quoted(command.summary) + "\n";
  for (const OptionSpec& option : command.options) text += fish_option(condition, option);
  return text + fish_argument(command, condition);
}

std::string fish_script() {
  std::string text =
      "# busbar completion for fish: busbar completion fish > "
      "~/.config/fish/completions/busbar.fish\n"
      "complete -c busbar -f\n";
  for (const OptionSpec& option : global_options()) text += fish_option("", option);
  return text + joined(command_table(), "", fish_command);
}

}  // namespace

Result<std::string> completion_script(std::string_view shell) {
  if (shell == "bash") return bash_script();
  if (shell == "zsh") return zsh_script();
  if (shell == "fish") return fish_script();
  return fail({ErrorKind::InvalidInput, Scope::Process, "completion",
               "'" + std::string(shell) + "' is no shell that is known",
               "name one of: " + words(completion_shells())});
}

ExitCode completion_command(const Invocation& invocation, Context& context) {
  const Result<std::string> script = completion_script(invocation.argument);
  if (!script) return report(script.error(), context.output);
  context.output.out << *script;
  return ExitCode::Success;
}

}  // namespace busbar::cli
